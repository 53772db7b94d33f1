import { describe, expect, it } from "vitest";

import { OpenApiDocument } from "../../../src/cli/draft/document.ts";
import { draftProfile } from "../../../src/cli/draft/openapi.ts";
import { parseProfile } from "../../../src/platform/profile/load.ts";

const TEXT = { type: "string" };
const WHOLE = { type: "integer" };
const DATE = { type: "string", format: "date-time" };
const record = (properties: object) => ({ type: "object", properties });
const many = (items: object) => ({ type: "array", items });
const json = (schema: object) => ({ "200": { content: { "application/json": { schema } } } });

const USER = record({ id: WHOLE, username: TEXT, avatar: TEXT });
const ARTICLE = record({
  id: WHOLE,
  title: TEXT,
  url: TEXT,
  body: TEXT,
  published_at: TEXT,
  expires_at: TEXT,
});
const EVENT = record({ id: WHOLE, title: TEXT, starts_at: DATE, ends_at: DATE, description: TEXT });
const CHARACTER = record({ id: WHOLE, class: TEXT, last_played: DATE });

type Paths = Readonly<Record<string, object>>;
const given = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true }));

/** A path is asked with GET, unless it says otherwise. */
function pathsOf(routes: Readonly<Record<string, object | readonly [object, object]>>): Paths {
  return Object.fromEntries(
    Object.entries(routes).map(([route, said]) => {
      const [method, path] = route.includes(" ") ? route.split(" ") : ["GET", route];
      const [answer, more] = Array.isArray(said) ? said : [said, {}];
      const { parameters = [], ...rest } = more as { parameters?: object[] };
      const operation = {
        ...rest,
        parameters: [...given(path ?? ""), ...parameters],
        responses: json(answer as object),
      };
      return [path, { [(method ?? "GET").toLowerCase()]: operation }];
    }),
  );
}

const drafted = (routes: Parameters<typeof pathsOf>[0], root: object = {}) =>
  draftProfile(
    new OpenApiDocument({
      openapi: "3.1.0",
      servers: [{ url: "https://a.example" }],
      paths: pathsOf(routes),
      ...root,
    }),
  );
const under = (path: string) => `/games/{namespace}/${path}`;
const query = (name: string, more: object = {}) => ({ name, in: "query", ...more });
const q = { parameters: [query("q", { required: true })] };

describe("the route of an operation", () => {
  it.each<readonly [string, Parameters<typeof pathsOf>[0], Readonly<Record<string, string>>]>([
    [
      "is the one whose last word says it, and not one with the word somewhere",
      {
        "/anime/{id}/characters": many(CHARACTER),
        "/players/{id}/characters": many(CHARACTER),
        "/news/players/{id}": ARTICLE,
      },
      { characters: "GET /players/{id}/characters" },
    ],
    [
      "is of who owns it: a wallet's journal and a group's members are nobody's",
      {
        "/users/{id}/wallets/journal": many(record({ id: WHOLE })),
        "/groups/{id}/members": many(USER),
        "/users/{id}/achievements": many(record({ id: WHOLE })),
      },
      { progression: "GET /users/{id}/achievements" },
    ],
    [
      "has an answer that holds the record: news have a title and an id",
      { "/news": many(record({ code: WHOLE })), "/announcements": record({ items: many(ARTICLE) }) },
      { "trending.list": "GET /announcements" },
    ],
    [
      "is a list where one is wanted",
      { "/post": [ARTICLE, { parameters: [query("id")] }], "/post/list": many(ARTICLE) },
      { "trending.list": "GET /post/list", "content.byId": "GET /post" },
    ],
    [
      "is told by its answer alone, where lists have titles and dates",
      { "/dispatches": many(ARTICLE), "/weapons": many(record({ id: WHOLE, name: TEXT, created_at: DATE })) },
      { "trending.list": "GET /dispatches" },
    ],
    [
      "is a person's where it asks for nothing else, one's own by POST only where it says so, and articles have texts",
      {
        "/player/usage": [
          many(USER),
          { parameters: [query("playerId"), query("year", { required: true, schema: { default: 2022 } })] },
        ],
        "POST /get_profile": USER,
        "/topics/search": [many(record({ id: WHOLE, created: DATE })), q],
      },
      {},
    ],
    ["is not of what is latest of something else", { "/stats/latest": many(ARTICLE) }, {}],
    [
      "is of several ids, too, but of nothing deeper in the answer",
      {
        "/users/{ids}": record({ items: many(USER) }),
        "/tournaments": many(EVENT),
        "/tournaments/{id}": record({ serie: record({ description: TEXT }) }),
      },
      { "user.byId": "GET /users/{ids}", "milestones.public": "GET /tournaments" },
    ],
    [
      "needs an event's id, or its address",
      { "/events": many(record({ title: TEXT, starts_at: DATE })) },
      {},
    ],
    [
      "may be RPC",
      { "/User/GetUserById/{id}": USER, "/Title/GetTitleNews": many(ARTICLE) },
      { "user.byId": "GET /User/GetUserById/{id}", "trending.list": "GET /Title/GetTitleNews" },
    ],
    [
      "is of a search by its parameter",
      { "/users": [many(USER), q], "/search": [record({ posts: many(ARTICLE), users: many(USER) }), q] },
      { "user.search": "GET /users", "content.search": "GET /search" },
    ],
    [
      "is of whoever asks",
      { "/users/me": USER, "/users/me/settings": record({ id: WHOLE, name: TEXT }), "/users/{id}": USER },
      { "account.current": "GET /users/me", "user.byId": "GET /users/{id}" },
    ],
    [
      "is of what is dated",
      {
        "/logs/events": many(record({ id: WHOLE, text: TEXT })),
        "/calendar/events": many(EVENT),
        "/calendar/events/{id}": EVENT,
      },
      { "milestones.public": "GET /calendar/events", "milestones.content": "GET /calendar/events/{id}" },
    ],
    [
      "is told by what stands behind where the API is mounted",
      {
        "/answer/api/v1/user/info": USER,
        "/answer/api/v1/search": [record({ list: many(ARTICLE) }), q],
        "/answer/api/v1/question/page": many(ARTICLE),
      },
      {
        "account.current": "GET /answer/api/v1/user/info",
        "content.search": "GET /answer/api/v1/search",
        "trending.list": "GET /answer/api/v1/question/page",
      },
    ],
    [
      "is a character where there are no other people",
      { "/characters/{id}": record({ name: TEXT, description: TEXT }) },
      { "user.byId": "GET /characters/{id}" },
    ],
    [
      "is nobody's who administers the service",
      { "/admin/users/{id}": USER, "/internal/news": many(ARTICLE), "/oauth/me": USER },
      {},
    ],
    [
      "isn't on its way out",
      { "/v1/news": [many(ARTICLE), { deprecated: true }], "/v2/news": many(ARTICLE) },
      { "trending.list": "GET /v2/news" },
    ],
    [
      "is none rather than a guess",
      {
        "/berries": many(record({ id: WHOLE, name: TEXT })),
        "/characteristics/{id}": record({ id: WHOLE }),
        "/status": record({ name: TEXT }),
      },
      {},
    ],
  ])("%s", (_, routes, right) => {
    const { profile, routes: chosen } = drafted(routes);
    expect(chosen).toEqual(right);
    const faults = parseProfile(JSON.stringify(profile)).faults.filter(({ path }) => path !== "operations");
    expect(faults).toEqual([]);
  });

  const search = { requestBody: { content: { "application/json": { schema: record({ username: TEXT }) } } } };
  it("is a POST only where that reads, and a GET before it", () => {
    expect(drafted({ "POST /users/search": [many(USER), search] }).routes).toEqual({
      "user.search": "POST /users/search",
    });
    expect(
      drafted({ "POST /users/search": [many(USER), search], "/people": [many(USER), q] }).routes,
    ).toEqual({ "user.search": "GET /people" });
    for (const change of [
      "authenticate",
      "create",
      "update",
      "delete",
      "report",
      "register",
      "login",
      "search/save",
    ])
      expect(drafted({ [`POST /users/${change}`]: [many(USER), search] }).routes).toEqual({});
    expect(drafted({ "POST /users": [many(USER), { ...search, operationId: "createUser" }] }).routes).toEqual(
      {},
    );
    expect(drafted({ "/users/{id}/delete": USER, "/logout": USER }).routes).toEqual({});
  });
});

describe("a drafted operation", () => {
  it("has news that can be shown as they are", () => {
    const { profile } = drafted({
      "/news": [
        record({ data: many(ARTICLE) }),
        { parameters: [query("limit", { schema: { default: 20 } }), query("offset")] },
      ],
    });
    expect(profile).toMatchObject({
      operations: {
        "trending.list": {
          items: "data",
          gives: "stubs",
          type: "News",
          query: { limit: "{pageSize}", offset: "{offset}" },
          pageSize: 20,
        },
      },
      renames: {
        TrendingStub: {
          identifier: "id",
          displayName: "title",
          link: "url",
          startDate: "published_at",
          endDate: "expires_at",
        },
      },
    });
  });

  it("turns no pages where nothing says how", () => {
    const { profile } = drafted({
      "/news": [many(ARTICLE), { parameters: [query("page"), query("limit")] }],
    });
    expect(profile).not.toHaveProperty(["operations", "trending.list", "query"]);
  });

  it("takes for the id of a person what the address calls it, and no picture for a plain url", () => {
    const user = record({
      username: TEXT,
      mal_id: WHOLE,
      url: TEXT,
      images: record({ jpg: record({ image_url: TEXT }), webp: record({ image_url: TEXT }) }),
    });
    const { profile } = drafted({ "/users/{username}": record({ data: user }) });
    expect(profile).toMatchObject({
      operations: { "user.byId": { path: "/users/{membershipId}", pick: "data" } },
      renames: {
        GeneralUser: {
          membershipId: "username",
          displayName: "username",
          profilePicturePath: "images.jpg.image_url",
        },
      },
    });
    const plain = drafted({ "/users/{id}": record({ id: WHOLE, name: TEXT, url: TEXT }) }).profile;
    expect(plain).not.toHaveProperty(["renames", "GeneralUser", "profilePicturePath"]);
  });

  it("picks one of a list where a person is asked for by a query", () => {
    const { profile } = drafted({
      "/users": [record({ data: many(USER) }), { parameters: [query("id", { schema: many(TEXT) })] }],
    });
    expect(profile).toHaveProperty(["operations", "user.byId"], {
      path: "/users",
      query: { id: "{membershipId}" },
      pick: "data.0",
    });
  });

  it("fills in what all addresses have, and asks for it", () => {
    const { profile, look } = drafted({
      [under("news")]: many(ARTICLE),
      [under("users/{id}")]: USER,
      [under("tags")]: many(TEXT),
      [under("time")]: DATE,
    });
    expect(profile).toHaveProperty(["operations", "trending.list", "path"], "/games/YOUR-NAMESPACE/news");
    expect(look.join("\n")).toContain("{namespace} is in most addresses");
  });

  it("says the texts of an article beside its id", () => {
    expect(drafted({ "/articles/{id}": ARTICLE }).profile).toMatchObject({
      renames: {
        ContentItemPublicContract: { contentId: "id", creationDate: "published_at", properties: "" },
      },
      article: { title: "title", body: "body" },
    });
  });
});

const NUMBER = { type: "number" };
const PLAIN = { GameHistoricalStatsValue: { basic: "" }, GameHistoricalStatsValuePair: { value: "" } };
const ALL_TIME = { GameHistoricalStatsByPeriod: { allTime: "" } };

const stats = (answer: object) => drafted({ "/players/{id}/stats": answer }).profile;

describe("a draft of statistics", () => {
  const numbers = record({ wins: WHOLE, played: { ...NUMBER, description: "Time in seconds" }, id: WHOLE });

  it("takes plain numbers beside each other, with what they count", () => {
    expect(stats(record({ data: numbers }))).toMatchObject({
      operations: { "stats.account": { path: "/players/{id}/stats", pick: "data" } },
      renames: { GameHistoricalStatsWithMerged: { merged: "" }, ...ALL_TIME, ...PLAIN },
      units: { played: "seconds" },
    });
  });

  it.each([
    ["records by mode", record({ solo: numbers, duo: numbers }), {}],
    ["a dictionary of them", { type: "object", additionalProperties: numbers }, {}],
    [
      "a list by hero",
      many(record({ hero_id: WHOLE, wins: WHOLE, losses: WHOLE, kills: WHOLE })),
      { keys: { GameHistoricalStatsByPeriod: "hero_id" } },
    ],
  ])("takes %s", (_, answer, more) => {
    const renames = { GameHistoricalStatsWithMerged: { results: "" }, ...ALL_TIME, ...PLAIN };
    expect(stats(answer)).toMatchObject({ renames, ...more });
  });

  it("takes a list of names and values", () => {
    expect(stats(record({ list: many(record({ name: TEXT, amount: NUMBER })) }))).toMatchObject({
      operations: { "stats.account": { pick: "list" } },
      renames: {
        GameHistoricalStatsWithMerged: { merged: "" },
        GameHistoricalStatsValue: { statId: "name", basic: "" },
        GameHistoricalStatsValuePair: { value: "amount" },
      },
    });
  });

  it("takes codes and waits of a wrapper for nothing, and what is inside of it", () => {
    const wrapped = record({ response: numbers, code: WHOLE, waits: WHOLE, message: TEXT, data: record({}) });
    expect(stats(wrapped)).toMatchObject({ operations: { "stats.account": { pick: "response" } } });
    const { response: _, ...outer } = wrapped.properties as Record<string, object>;
    expect(stats(record(outer))["operations"]).toEqual({});
  });

  it("takes nothing where there are no numbers", () => {
    expect(stats(record({ note: TEXT }))["operations"]).toEqual({});
  });
});

const news = (answer: object, parameters: object[]) =>
  drafted({ "/news": [answer, { parameters }] }).profile["operations"] as object;
const at = (url: string) => ({ servers: [{ url }] });

describe("a draft of pages", () => {
  const list = record({ posts: many(ARTICLE), paging: record({ next_cursor: TEXT, has_more: TEXT }) });

  it("turns them by a cursor that the answer names", () => {
    expect(news(list, [query("after")])).toMatchObject({
      "trending.list": { query: { after: "{cursor}" }, more: "paging.next_cursor" },
    });
    expect(news(many(ARTICLE), [query("after")])).not.toHaveProperty("trending.list.more");
  });

  it("counts them from the least there is, while more follows", () => {
    expect(news(list, [query("page", { schema: { ...WHOLE, minimum: 1 } })])).toMatchObject({
      "trending.list": { query: { page: "{page}" }, firstPage: 1, more: "paging.has_more" },
    });
  });

  it("follows the header Link", () => {
    const responses = {
      "200": { headers: { Link: {} }, content: { "application/json": { schema: many(ARTICLE) } } },
    };
    const { profile } = drafted(
      {},
      { paths: { "/news": { get: { parameters: [query("page")], responses } } } },
    );
    expect(profile).toHaveProperty(["operations", "trending.list"], {
      path: "/news",
      query: { page: "{cursor}" },
      more: "header:link",
      gives: "stubs",
      type: "News",
    });
  });
});

describe("a drafted profile", () => {
  it("takes the first of what a part of an address may be, and what most addresses need", () => {
    const sport = {
      name: "sport",
      in: "path",
      required: true,
      schema: { type: "string", enum: ["chess", "go"] },
    };
    const { profile, look } = drafted({ "/{sport}/news": [many(ARTICLE), { parameters: [sport] }] });
    expect(profile["operations"]).toMatchObject({ "trending.list": { path: "/chess/news" } });
    expect(look).toContain("trending.list: {sport} was taken as chess; it may be another");
    const site = { parameters: [query("site", { required: true })] };
    const routes = { "/questions": many(ARTICLE), "/users/{id}": USER, "/tags": TEXT, "/badges": TEXT };
    const all = Object.fromEntries(
      Object.entries(routes).map(([path, answer]) => [path, [answer, site] as const]),
    );
    expect(drafted(all).profile["operations"]).toMatchObject({
      "trending.list": { path: "/questions", query: { site: "YOUR-SITE" } },
      "user.byId": { path: "/users/{membershipId}", query: { site: "YOUR-SITE" } },
    });
  });

  it("takes an object of records alike for a list, and its keys for their ids", () => {
    const one = record({ title: TEXT, body: TEXT, image: TEXT });
    const { profile } = drafted({ "/news": record({ solo: one, duo: one, squad: one }) });
    expect(profile).toMatchObject({
      operations: { "trending.list": { path: "/news", key: "identifier" } },
      renames: { TrendingStub: { displayName: "title" } },
    });
  });

  it("takes a user's own id before others, and no team's dates", () => {
    const user = record({
      account_id: WHOLE,
      user_id: WHOLE,
      nick: TEXT,
      team: record({ modified_at: DATE }),
    });
    expect(drafted({ "/users/{ids}": many(user) }).profile["renames"]).toEqual({
      GeneralUser: { membershipId: "user_id", displayName: "nick" },
    });
  });

  it("names further hosts, and begins paths with them", () => {
    const { profile } = drafted({
      "/news": [many(ARTICLE), at("https://a.example")],
      "/users/{id}": [USER, at("https://www.users.a.example/v2")],
      "/users": [many(USER), { ...q, ...at("https://www.users.a.example/v2") }],
      "/calendar/events": [many(EVENT), at("https://api.a.example/v1")],
    });
    expect(profile).toMatchObject({
      hosts: {
        portal: "https://www.users.a.example",
        api: "{portal}/v2",
        more: { a: "https://a.example", a2: "https://api.a.example/v1" },
      },
      operations: {
        "trending.list": { path: "{a}/news" },
        "user.byId": { path: "/users/{membershipId}" },
        "milestones.public": { path: "{a2}/calendar/events" },
      },
    });
    expect(parseProfile(JSON.stringify(profile)).faults).toEqual([]);
  });

  it("says that ids are texts wherever one is, and how events are called", () => {
    const events = many(record({ ...EVENT.properties, id: { type: "string", format: "uuid" } }));
    expect(drafted({ "/events": events }).profile).toMatchObject({
      wire: { ids: "text" },
      renames: { GamePublicMilestone: { milestoneHash: "id", name: "title", description: "description" } },
    });
    const digits = record({ ...USER.properties, id: { type: "string", example: "765611" } });
    expect(drafted({ "/users/{id}": digits }).profile).not.toHaveProperty("wire");
  });

  it("reads examples where no schema says anything", () => {
    const value = [{ watchers: 3, show: { title: "Dusk", ids: { slug: "dusk", other: 5 } } }];
    const content = { "application/json": { examples: { response: { value } } } };
    const { profile } = drafted(
      {},
      { paths: { "/shows/trending": { get: { responses: { "200": { content } } } } } },
    );
    expect(profile).toMatchObject({
      operations: { "trending.list": { path: "/shows/trending" } },
      renames: { TrendingStub: { identifier: "show.ids.slug", displayName: "show.title" } },
    });
  });

  it("has members give a key of their own where that is what theirs wants", () => {
    const securitySchemes = { token: { type: "apiKey", in: "header", name: "X-Token" } };
    const security = [{ token: [] }];
    const own = { "/users/me": [USER, { security }] as const, "/users/{id}": USER };
    const { profile, look } = drafted(own, { components: { securitySchemes } });
    expect(profile).toMatchObject({
      signIn: { key: { header: "X-Token", value: "{key}", manageUrl: "{portal}/YOUR-KEYS-PAGE" } },
      features: { private: true },
    });
    expect(look.join("\n")).toContain("signIn.key: members give a key of their own");
    const { profile: open } = drafted(
      { "/users/{id}": [USER, { security }] },
      { components: { securitySchemes } },
    );
    expect(open).not.toHaveProperty("signIn");
  });

  it("takes no other manifest for that of definitions", () => {
    const browsers = record({ name: TEXT, icons: many(record({ src: TEXT })) });
    expect(drafted({ "/manifest": browsers }).profile["operations"]).toEqual({});
    const files = record({ version: TEXT, files: record({}) });
    expect(drafted({ "/manifest": files }).profile["operations"]).toHaveProperty(["definitions.manifest"]);
  });

  const flow = { authorizationUrl: "/login", tokenUrl: "/token", scopes: { "read:me": "", "write:all": "" } };
  const schemes = { oauth: { type: "oauth2", flows: { authorizationCode: flow } } };

  it("asks for the scopes of what it uses alone", () => {
    const { profile } = drafted(
      {
        "/users/me": [USER, { security: [{ oauth: ["read:me"] }] }],
        "/messages": [many(USER), { security: [{ oauth: ["write:all"] }] }],
      },
      { components: { securitySchemes: schemes } },
    );
    expect(profile).toMatchObject({ signIn: { oauth: { scope: "read:me" } }, features: { private: true } });
  });

  it("takes the usual values of a server's variables, and its own of a route", () => {
    const variables = { host: { default: "talk.example" } };
    expect(
      drafted({ "/news": many(ARTICLE) }, { servers: [{ url: "https://{host}/v1/", variables }] }).profile,
    ).toMatchObject({
      hosts: { portal: "https://talk.example", api: "{portal}/v1" },
    });
    const own = drafted(
      { "/news": [many(ARTICLE), { servers: [{ url: "https://feed.example" }] }] },
      { servers: [] },
    );
    expect(own.profile).toMatchObject({ hosts: { portal: "https://feed.example" } });
  });

  it("reads Swagger 2", () => {
    const swagger = {
      swagger: "2.0",
      host: "old.example",
      basePath: "/api",
      schemes: ["https"],
      securityDefinitions: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      definitions: { User: USER },
      paths: {
        "/users/{id}": {
          get: {
            parameters: [{ name: "id", in: "path", required: true, type: "integer" }],
            responses: { 200: { schema: { $ref: "#/definitions/User" } } },
          },
        },
        "/users/find": {
          post: {
            parameters: [{ name: "body", in: "body", schema: record({ username: TEXT }) }],
            responses: { 200: { schema: many({ $ref: "#/definitions/User" }) } },
          },
        },
      },
    };
    expect(draftProfile(new OpenApiDocument(swagger)).profile).toMatchObject({
      hosts: { portal: "https://old.example", api: "{portal}/api" },
      headers: { apiKey: "X-Key" },
      operations: {
        "user.byId": { path: "/users/{membershipId}" },
        "user.search": { path: "/users/find", method: "POST", body: { username: "{name}" } },
      },
    });
  });
});
