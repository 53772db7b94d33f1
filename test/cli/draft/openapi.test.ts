import { describe, expect, it } from "vitest";

import { OpenApiDocument } from "../../../src/cli/draft/document.ts";
import { draftProfile as draftDocument } from "../../../src/cli/draft/openapi.ts";
import { parseProfile } from "../../../src/platform/profile/load.ts";

const draftProfile = (root: Readonly<Record<string, unknown>>) => draftDocument(new OpenApiDocument(root));
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ "200": { content: { "application/json": { schema } } } });
const wrapped = (payload: object) =>
  json({ allOf: [ref("Wrapper"), { type: "object", properties: { payload } }] });
const body = (schema: object) => ({ content: { "application/json": { schema } } });
const inPath = (name: string) => ({ name, in: "path", required: true });
const wanting = (security: object[]) => ({
  get: { security, parameters: [inPath("id")], responses: json({ type: "object" }) },
});

const TEXT = { type: "string" };
const ARTICLE = {
  type: "object",
  properties: {
    slug: { type: "string" },
    headline: { type: "string" },
    url: { type: "string" },
    thumbnail: { type: "string" },
    published_at: { type: "string" },
    expires: { type: "integer" },
  },
};

const wide = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`a${index}`, ref("A")]));
const children = Array.from({ length: 40 }, (_, index) => `Child${index}`);
const inheriting = Object.fromEntries(
  children.map((name) => [name, { allOf: [ref("A"), { type: "object", properties: { [name]: {} } }] }]),
);

const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "Guild Hall API" },
  servers: [{ url: "https://guild.example/api/v2/" }],
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Guild-Key" } },
    schemas: {
      Wrapper: { type: "object", properties: { result: { type: "string", example: "OK" } } },
      Person: {
        type: "object",
        properties: {
          user_id: { type: "string", format: "int64" },
          nickname: { type: "string" },
          avatarUrl: { type: "string", nullable: true },
          shoe: { type: "integer" },
        },
      },
    },
  },
  paths: {
    "/users/{userId}": {
      get: { operationId: "getUser", parameters: [inPath("userId")], responses: wrapped(ref("Person")) },
    },
    "/users/search": {
      get: {
        parameters: [
          { name: "q", in: "query", required: true },
          { name: "page", in: "query" },
          { name: "shoe", in: "query" },
        ],
        responses: wrapped({
          type: "object",
          properties: { people: { type: "array", items: ref("Person") } },
        }),
      },
    },
    "/users/{userId}/stats/{season}": {
      get: { parameters: [inPath("userId"), inPath("season")], responses: wrapped({ type: "object" }) },
    },
    "/players/{accountId}/characters": {
      get: {
        parameters: [inPath("accountId")],
        responses: wrapped({
          type: "object",
          additionalProperties: {
            type: "object",
            properties: { id: { type: "integer" }, played_at: { type: "string", format: "date-time" } },
          },
        }),
      },
    },
  },
};

describe("draftProfile", () => {
  it("takes hosts, key, envelope, routes and renames from a document", () => {
    const { profile } = draftProfile(DOCUMENT);
    expect(profile).toMatchObject({
      id: "guild-hall-api",
      hosts: { portal: "https://guild.example", api: "{portal}/api/v2" },
      headers: { apiKey: "X-Guild-Key" },
      envelope: { members: { response: "payload", code: "result" }, okCodes: ["OK"] },
      renames: {
        GeneralUser: {
          membershipId: "user_id",
          displayName: "nickname",
          profilePicturePath: "avatarUrl",
        },
        Character: { lastPlayed: "played_at" },
      },
    });
    expect(profile["operations"]).toEqual({
      "user.search": { path: "/users/search", query: { q: "{name}" }, items: "people" },
      "user.byId": { path: "/users/{membershipId}" },
      characters: { path: "/players/{id}/characters" },
    });
    expect(parseProfile(JSON.stringify(profile)).faults).toEqual([]);
  });

  it("knows a community's words: retcode, keyword, subject", () => {
    const list = {
      type: "object",
      properties: { list: { type: "array", items: ref("Person") }, last_id: { type: "integer" } },
    };
    const answer = json({
      type: "object",
      properties: { retcode: { type: "integer", example: 0 }, message: { type: "string" }, data: list },
    });
    const search = { parameters: [{ name: "keyword", in: "query", required: true }], responses: answer };
    const news = { responses: answer };
    const { profile } = draftProfile({
      ...DOCUMENT,
      components: {
        schemas: {
          Person: { type: "object", properties: { uid: TEXT, nick: TEXT, subject: TEXT, article_id: TEXT } },
        },
      },
      paths: { "/search/user": { get: search }, "/getNews": { get: news } },
    });
    expect(profile).toMatchObject({
      envelope: { members: { response: "data", code: "retcode" }, okCodes: [0] },
      operations: {
        "user.search": { path: "/search/user", query: { keyword: "{name}" }, items: "list" },
        "trending.list": { items: "list" },
      },
      renames: { TrendingStub: { identifier: "article_id", displayName: "subject" } },
    });
  });

  it("tells what a record has from what the records inside of it have", () => {
    const text = { type: "string" };
    const user = { type: "object", properties: { uid: text, nickname: text } };
    const post = { type: "object", properties: { post_id: text, title: text } };
    const people = { type: "array", items: { type: "object", properties: { user } } };
    const posts = { type: "array", items: { type: "object", properties: { user, post } } };
    const search = { parameters: [{ name: "q", in: "query", required: true }], responses: json(people) };
    const { profile } = draftProfile({
      ...DOCUMENT,
      paths: { "/users/search": { get: search }, "/news": { get: { responses: json(posts) } } },
    });
    const { GeneralUser, TrendingStub = {} } = profile["renames"] as Record<string, Record<string, string>>;
    expect(GeneralUser).toEqual({ membershipId: "user.uid", displayName: "user.nickname" });
    expect(TrendingStub["identifier"]).not.toBe("user.uid");
  });

  it("knows JSON:API's filters and pages, and whose route /me is", () => {
    const page = [
      { name: "filter[gamertag]", in: "query", required: true },
      { name: "page[number]", in: "query", schema: { type: "integer", default: 1 } },
      { name: "page[size]", in: "query", schema: { type: "integer", default: 20 } },
    ];
    const people = json({ type: "object", properties: { data: { type: "array", items: ref("Person") } } });
    const { profile } = draftProfile({
      ...DOCUMENT,
      paths: {
        "/players": { get: { operationId: "searchPlayers", parameters: page, responses: people } },
        "/me": { get: { responses: json(ref("Person")) } },
      },
    });
    expect(profile["operations"]).toMatchObject({
      "user.search": {
        query: { "filter[gamertag]": "{name}", "page[number]": "{page}", "page[size]": "{pageSize}" },
        firstPage: 1,
        pageSize: 20,
      },
      "account.current": { path: "/me" },
    });
  });

  it("reads a record of JSON:API with its id, and a search by its filter", () => {
    const attributes = {
      type: "object",
      properties: { handle: { type: "string" }, bio: { type: "string" } },
    };
    const player = { type: "object", properties: { type: {}, id: { type: "string" }, attributes } };
    const one = json({ type: "object", properties: { data: player } });
    const many = json({ type: "object", properties: { data: { type: "array", items: player } } });
    const handle = { name: "filter[handle]", in: "query", required: true };
    const { profile } = draftProfile({
      ...DOCUMENT,
      paths: {
        "/players": { get: { parameters: [handle], responses: many } },
        "/players/{id}": { get: { parameters: [inPath("id")], responses: one } },
        "/players/{id}/heroes": { get: { parameters: [inPath("id")], responses: many } },
      },
    });
    expect(profile).toMatchObject({
      operations: {
        "user.search": { path: "/players", query: { "filter[handle]": "{name}" } },
        "user.byId": { path: "/players/{membershipId}" },
        characters: { path: "/players/{id}/heroes" },
      },
      renames: {
        GeneralUser: { membershipId: "id", displayName: "attributes.handle", about: "attributes.bio" },
      },
    });
    expect(profile).toHaveProperty(["operations", "user.byId", "pick"], "data");
  });

  it("takes for private what nothing but a member's OAuth lets in to", () => {
    const flow = { authorizationUrl: "/auth", tokenUrl: "/token", scopes: {} };
    const oauth = { type: "oauth2", flows: { authorizationCode: flow } };
    const key = { type: "apiKey", in: "header", name: "X-Key" };
    const { profile } = draftProfile({
      ...DOCUMENT,
      components: { securitySchemes: { key, oauth } },
      paths: {
        "/players/{id}/progress": wanting([{ key: [] }, { key: [], oauth: ["read"] }]),
        "/players/{id}/stats": wanting([{ key: [], oauth: ["read"] }]),
      },
    });
    expect(profile).not.toHaveProperty(["operations", "progression", "class"]);
    expect(profile).toHaveProperty(["operations", "stats.account", "class"], "private");
  });

  it("has a key's query member where no header takes it", () => {
    const key = { type: "apiKey", in: "query", name: "api_key" };
    const { profile } = draftProfile({ ...DOCUMENT, components: { securitySchemes: { key } } });
    expect(profile).toHaveProperty("headers", { apiKeyQuery: "api_key" });
  });

  it("takes routes that are asked with POST, with what stands in their bodies", () => {
    const people = { type: "object", properties: { people: { type: "array", items: ref("Person") } } };
    const filter = {
      type: "object",
      required: ["kind"],
      properties: {
        kind: { type: "string", const: "PLAYER" },
        filter: { type: "object", properties: { username: { type: "string" }, shoe: { type: "integer" } } },
        page: { type: "integer" },
      },
    };
    const search = { operationId: "searchUsers", requestBody: body(filter), responses: json(people) };
    const byNames = body({ type: "array", items: { type: "string" } });
    const change = { requestBody: body(ref("Person")), responses: { "204": {} } };
    const { profile } = draftProfile({
      ...DOCUMENT,
      paths: { "/users/search": { post: search }, "/users/{userId}": { post: change } },
    });
    expect(profile["operations"]).toEqual({
      "user.search": {
        path: "/users/search",
        method: "POST",
        body: { kind: "PLAYER", filter: { username: "{name}" } },
        items: "people",
      },
    });
    const named = draftProfile({
      ...DOCUMENT,
      paths: { "/users/find": { post: { requestBody: byNames, responses: json(people) } } },
    });
    expect(named.profile["operations"]).toMatchObject({ "user.search": { body: ["{name}"] } });
    for (const drafted of [profile, named.profile])
      expect(parseProfile(JSON.stringify(drafted)).faults).toEqual([]);
  });

  it("renames the records inside the records too", () => {
    const activity = { type: "object", properties: { activity_hash: { type: "integer", format: "uint32" } } };
    const milestone = {
      type: "object",
      properties: {
        milestone_hash: { type: "integer", format: "uint32" },
        ends_at: { type: "string", format: "date-time" },
        activities: { type: "array", items: activity },
      },
    };
    const answer = json({ type: "array", items: milestone });
    const { profile } = draftProfile({
      ...DOCUMENT,
      paths: { "/milestones": { get: { responses: answer } } },
    });
    expect(profile["renames"]).toEqual({
      GamePublicMilestone: { milestoneHash: "milestone_hash", endDate: "ends_at" },
      PublicMilestoneOpenActivity: { activityHash: "activity_hash" },
    });
  });

  it("takes the headers that have one value, and what signing in needs", () => {
    const flow = {
      authorizationUrl: "https://login.example/authorize",
      tokenUrl: "https://login.example/token",
      scopes: { "read:me": "" },
    };
    const dated = { name: "X-Version", in: "header", required: true, schema: { enum: ["2026-11-01"] } };
    const { profile, look } = draftProfile({
      ...DOCUMENT,
      components: {
        ...DOCUMENT.components,
        securitySchemes: { login: { type: "oauth2", flows: { authorizationCode: flow } } },
      },
      paths: {
        "/users/me": {
          get: { parameters: [dated], security: [{ login: ["read:me"] }], responses: json(ref("Person")) },
        },
      },
    });
    expect(profile).toMatchObject({
      hosts: { allow: ["https://login.example"] },
      headers: { more: { "X-Version": "2026-11-01" } },
      signIn: { oauth: { authorizeUrl: flow.authorizationUrl, tokenUrl: flow.tokenUrl, scope: "read:me" } },
      operations: { "account.current": { path: "/users/me", class: "private" } },
      features: { private: true },
    });
    expect(look.join("\n")).toMatch(/signIn\.oauth: put in your application's clientId/);
    expect(parseProfile(JSON.stringify(profile)).faults).toEqual([]);
  });

  it("takes what gives an application its own token, and makes nothing private for it", () => {
    const flow = { tokenUrl: "https://login.example/token", scopes: {} };
    const { profile, look } = draftProfile({
      ...DOCUMENT,
      components: {
        ...DOCUMENT.components,
        securitySchemes: { app: { type: "oauth2", flows: { clientCredentials: flow } } },
      },
      paths: {
        "/users/{userId}": {
          get: { parameters: [inPath("userId")], security: [{ app: [] }], responses: json(ref("Person")) },
        },
      },
    });
    expect(profile).toMatchObject({
      hosts: { allow: ["https://login.example"] },
      clientCredentials: { tokenUrl: flow.tokenUrl },
      operations: { "user.byId": { path: "/users/{membershipId}" } },
    });
    expect(profile).not.toHaveProperty("features");
    expect(profile).not.toHaveProperty("signIn");
    expect(look.join("\n")).toMatch(/clientCredentials: put in your application's clientId/);
    expect(look.join("\n")).not.toMatch(/headers\.apiKey|signIn/);
    expect(parseProfile(JSON.stringify(profile)).faults).toEqual([]);
  });

  it.each([
    ["/news.rss", { "application/rss+xml": {} }],
    ["/blog", { "application/atom+xml": {} }],
    ["/news.xml", { "text/xml": {} }],
    ["/news", { "application/feed+json": { schema: { type: "object" } } }],
  ])("takes the feed %s for the news", (path, content) => {
    const paths = { [path]: { get: { responses: { "200": { content } } } } };
    const { profile } = draftProfile({ ...DOCUMENT, paths });
    expect(profile["operations"]).toEqual({ "trending.list": { path, format: "feed", type: "News" } });
    expect(parseProfile(JSON.stringify(profile)).faults).toEqual([]);
  });

  it("takes news as JSON before news as a feed", () => {
    const feed = { get: { responses: { "200": { content: { "application/rss+xml": {} } } } } };
    const list = { get: { responses: json({ type: "array", items: ARTICLE }) } };
    const { profile } = draftProfile({ ...DOCUMENT, paths: { "/news.rss": feed, "/news": list } });
    expect(profile["operations"]).toMatchObject({ "trending.list": { path: "/news", gives: "stubs" } });
  });

  it("says which routes and cookies it made nothing of", () => {
    const { components } = DOCUMENT;
    const sid = { type: "apiKey", in: "cookie", name: "guild_sid" };
    const securitySchemes = { ...components.securitySchemes, sid };
    const me = { get: { security: [{ sid: [] }], responses: json({ type: "object" }) } };
    const ships = { get: { parameters: [inPath("shipId")], responses: json({ type: "object" }) } };
    const { look } = draftProfile({
      ...DOCUMENT,
      components: { ...components, securitySchemes },
      paths: { ...DOCUMENT.paths, "/session": me, "/ships/{shipId}": ships },
    });
    expect(look).toContain("not used: GET /session, GET /ships/{shipId}");
    expect(look).toContain(
      "cookies: the document has a session's cookie, guild_sid (GET /session): say it as cookies.session, with " +
        'features.private, and "class": "private" for what wants it',
    );
  });

  it("says that ids are texts", () => {
    const tag = { name: "playerTag", in: "path", required: true, schema: { type: "string" } };
    const player = {
      type: "object",
      properties: {
        tag: { type: "string" },
        icon: { type: "object", properties: { id: { type: "integer" } } },
      },
    };
    const { profile } = draftProfile({
      ...DOCUMENT,
      paths: { "/players/{playerTag}": { get: { parameters: [tag], responses: json(player) } } },
    });
    expect(profile["operations"]).toEqual({ "user.byId": { path: "/players/{membershipId}" } });
    expect(profile["renames"]).not.toHaveProperty("GeneralUser.membershipId", "icon.id");
    expect(profile).toHaveProperty("wire.ids", "text");
  });

  it("leaves a route out whose parameter nobody knows, and asks for it", () => {
    expect(draftProfile(DOCUMENT).look.join("\n")).toContain(
      "stats.account: maybe GET /users/{userId}/stats/{season}, but what is {season}?",
    );
  });

  it("invents no host, no key, no success and no operation", () => {
    const { profile, look } = draftProfile({ openapi: "3.1.0", paths: {} });
    const said = look.join("\n");
    for (const key of ["hosts", "headers.apiKey", "operations"]) expect(said).toContain(key);
    expect(profile).toMatchObject({ operations: {}, renames: {}, envelope: { kind: "bare" } });
    const { schemas } = DOCUMENT.components;
    const bare = { ...schemas, Wrapper: { type: "object", properties: { result: { type: "string" } } } };
    const unsaid = draftProfile({ ...DOCUMENT, components: { schemas: bare } });
    expect(unsaid.look.join("\n")).toContain("envelope: the document doesn't say which result");
    expect(unsaid.profile["envelope"]).toEqual({ kind: "bare" });
    expect(unsaid.profile).toHaveProperty(["operations", "user.byId", "pick"], "payload");
  });

  it.each([
    ["references in circles", { A: { $ref: "#/components/schemas/A" } }],
    [
      "a record in itself",
      { A: { type: "object", properties: { a: ref("A"), more: { allOf: [ref("A")] } } } },
    ],
    ["a wide record in itself", { A: { type: "object", properties: wide } }],
    [
      "a list in itself",
      { A: { type: "object", properties: { children: { type: "array", items: ref("A") } } } },
    ],
    ["lists of lists", { A: { type: "array", items: ref("A") } }],
    ["children of their choice", { A: { oneOf: children.map(ref) }, ...inheriting }],
    ["a reference to nothing", { A: { $ref: "#/nowhere/at/all" } }],
    ["a reference elsewhere", { A: { $ref: "https://evil.example/a.json" } }],
    ["schemas of other kinds", { A: { type: ["null", "object"], properties: [], items: 5, oneOf: "x" } }],
  ])("ends with %s", (_, schemas) => {
    const search = { requestBody: body(ref("A")), responses: json(ref("A")) };
    const paths = {
      "/users/{id}": { get: { parameters: [inPath("id")], responses: json(ref("A")) } },
      "/users/search": { post: search },
    };
    const { look } = draftProfile({ openapi: "3.0.0", components: { schemas }, paths });
    expect(look.join("\n")).toContain("headers.apiKey");
  });
});
