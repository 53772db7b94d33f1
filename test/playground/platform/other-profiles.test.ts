import { request } from "undici";
import { describe, expect, test } from "vitest";

import { parseProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import { somebody, start } from "./support.ts";

/** A profile somebody wrote: what is not said has its default. */
function written(more: Record<string, unknown>): Profile {
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "written",
      name: "Written",
      hosts: { portal: "https://written.example" },
      locale: { default: "en" },
      envelope: { kind: "bare" },
      ...more,
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return profile;
}

async function serving(more: Record<string, unknown>) {
  const platform = await start("neutral", { profile: written(more) });
  return Object.assign(platform, { [Symbol.asyncDispose]: () => platform.close() });
}

describe("operations on one path", () => {
  test("are told apart by the parameters a request gives", async () => {
    await using platform = await serving({
      operations: {
        "user.byId": { path: "/people", query: { id: "{membershipId}" } },
        "content.search": { path: "/people", query: { words: "{text}" } },
        "user.search": { path: "/people", query: { starts: "{name}", n: "{page}" } },
      },
    });
    const { member, name } = somebody(platform);
    expect((await platform.get(`/Platform/people?id=${member}`)).at("displayName")).toBe(name);
    const found = await platform.get(`/Platform/people?starts=${name}&n=0`);
    expect(found.at(0, "membershipId")).toBe(member);
    expect((await platform.get("/Platform/people?words=sign")).at(0, "contentId")).toMatch(/^\d+$/);
  });

  test("are told apart by the parameters in a body", async () => {
    await using platform = await serving({
      operations: {
        "user.byId": { method: "POST", path: "/ask", body: { who: "{membershipId}" } },
        "user.search": { method: "POST", path: "/ask", body: { starts: "{name}" } },
      },
    });
    const { member, name } = somebody(platform);
    const got = await platform.send("POST", "/Platform/ask", { starts: name });
    expect(got.at(0, "membershipId")).toBe(member);
  });
});

test("a payload that stands beside its code is served there", async () => {
  await using platform = await serving({
    envelope: { members: { response: "", code: "status" }, okCodes: ["fine"] },
    operations: { "user.byId": { path: "/u/{membershipId}", pick: "user" } },
  });
  const { member, name } = somebody(platform);
  const got = await platform.get(`/Platform/u/${member}`);
  expect([got.at("status"), got.at("user", "displayName")]).toEqual(["fine", name]);
});

describe("enumerations of one's own", () => {
  const stats = {
    "stats.character": {
      path: "/n/{membershipType}/{id}/{character}",
      query: { mode: "{mode}", span: "{period}", first: "{from}", last: "{to}" },
    },
  };
  const enums = {
    PeriodType: [
      { value: 10, name: "DAY", field: "daily" },
      { value: 20, name: "EVER", field: "allTime" },
    ],
    ActivityMode: [{ value: 5, name: "CONTEST" }],
  };
  const ask = async (query: string) => {
    await using platform = await serving({ operations: stats, enums });
    const { type, account, character } = somebody(platform);
    const got = await platform.get(`/Platform/n/${type}/${account}/${character}?${query}`);
    expect(got.status).toBe(200);
    return got.at();
  };

  test.each(["span=10", "span=DAY"])("%s is a period by the profile's field", async (query) => {
    const answered = await ask(`${query}&first=2026-11-01&last=2026-11-07`);
    const modes = Object.values(Object(answered)).map((mode) => Object(mode)["daily"] as unknown);
    expect(modes.some(Array.isArray)).toBe(true);
  });

  test.each(["mode=CONTEST&span=EVER", "mode=5&span=20"])(
    "%s is a mode by the profile's name",
    async (query) => {
      expect(Object.keys(Object(await ask(query)))).toEqual(["allContests"]);
    },
  );

  test("types of entries the profile leaves out don't take the numbers of those it has", async () => {
    await using platform = await serving({
      operations: {
        "trending.list": { path: "/t/{page}", items: "all", more: "more" },
        "trending.entry": { path: "/t/{type}/{identifier}" },
      },
      enums: { TrendingEntryType: [{ value: 3, name: "STORY", field: "news" }] },
    });
    for (let page = 0, more = true; more; page += 1) {
      const got = await platform.get(`/Platform/t/${page}`);
      more = got.at("more") === true;
      const entries = got.at("all") as readonly { entityType: number; news: unknown; identifier: string }[];
      for (const { entityType, news, identifier } of entries) {
        expect([identifier, entityType === 3]).toEqual([identifier, news !== null]);
        const opened = await platform.get(`/Platform/t/${entityType}/${encodeURIComponent(identifier)}`);
        expect(opened.at("identifier")).toBe(identifier);
      }
    }
  });
});

describe("what a profile's paths leave out", () => {
  test("is found by the identifier alone, of every kind the profile has", async () => {
    await using platform = await serving({
      operations: {
        "trending.list": { path: "/t", items: "all" },
        "trending.entry": { path: "/t/{identifier}" },
      },
    });
    const entries = (await platform.get("/Platform/t")).at("all") as readonly { identifier: string }[];
    for (const { identifier } of entries) {
      const opened = await platform.get(`/Platform/t/${encodeURIComponent(identifier)}`);
      expect([identifier, opened.status]).toEqual([identifier, 200]);
      expect(opened.at("identifier")).toBe(identifier);
    }
  });

  test("is found by the character alone, with its statistics", async () => {
    await using platform = await serving({
      operations: { "stats.character": { path: "/s/{character}" } },
    });
    const { character } = somebody(platform);
    const got = await platform.get(`/Platform/s/${character}`);
    expect([got.status, Object.keys(Object(got.at())).length > 0]).toEqual([200, true]);
    expect((await platform.get(`/Platform/s/${BigInt(character) + 1n}`)).status).toBe(404);
    expect((await platform.get("/Platform/s/5")).status).toBe(404);
  });
});

test("statistics that are numbers, and articles without properties, are served so", async () => {
  await using platform = await serving({
    operations: {
      "stats.character": { path: "/s/{character}" },
      "content.search": { path: "/a/{text}", items: "all" },
    },
    renames: {
      ContentItemPublicContract: { properties: "" },
      GameHistoricalStatsByPeriod: { allTime: "" },
      GameHistoricalStatsValue: { basic: "" },
      GameHistoricalStatsValuePair: { value: "" },
    },
  });
  const stats = (await platform.get(`/Platform/s/${somebody(platform).character}?period=2`)).at();
  const [mode] = Object.values(Object(stats)) as readonly Record<string, unknown>[];
  expect(Object.values(mode ?? {}).filter((value) => typeof value === "number").length).toBeGreaterThan(3);
  const [article] = (await platform.get("/Platform/a/sign")).at("all") as readonly object[];
  expect(Object.keys(article ?? {})).toEqual(expect.arrayContaining(["contentId", "body"]));
});

test("the key is asked for by every operation", async () => {
  await using platform = await serving({ operations: { "definitions.manifest": { path: "/m" } } });
  expect((await platform.get("/Platform/m", { "x-api-key": "" })).status).toBe(401);
});

test("a parameter that is sent empty counts as left out", async () => {
  const platform = await start("neutral");
  const { type, account, character } = somebody(platform);
  const search = await platform.get("/Platform/Content/Search/en/?searchtext=sign&currentpage=");
  expect([search.status, search.at("Response", "results", 0) !== undefined]).toEqual([200, true]);
  const path = `/Platform/Game/${type}/Account/${account}/Character/${character}/Stats/`;
  expect((await platform.get(`${path}?modes=&periodType=2&daystart=&dayend=`)).at("ErrorCode")).toBe(1);
  await platform.close();
});

test("an answer without a body has no length of one", async () => {
  const platform = await start("neutral");
  const { statusCode, headers } = await request(`${platform.url}/Platform/Game/Milestones/`, {
    method: "OPTIONS",
  });
  expect([statusCode, headers["content-length"], headers["content-type"]]).toEqual([
    204,
    undefined,
    undefined,
  ]);
  await platform.close();
});

test("a manifest without languages names the files of the default one", async () => {
  await using platform = await serving({
    locale: { default: "en", codes: { de: "de" } },
    operations: { "definitions.manifest": { path: "/m", file: "files.{table}.url" } },
    definitions: { tables: { vendor: "traders" } },
  });
  const got = await platform.get("/Platform/m");
  expect(got.at("files", "traders", "url")).toMatch(/\/en\/traders\.json$/);
});

test("JSON is read whatever its type says", async () => {
  await using platform = await serving({
    operations: { "user.search": { method: "POST", path: "/find", body: { starts: "{name}" } } },
  });
  const { member, name } = somebody(platform);
  const { body } = await request(`${platform.url}/Platform/find`, {
    method: "POST",
    headers: { "x-api-key": "playground", "content-type": "application/x-www-form-urlencoded" },
    body: JSON.stringify({ starts: name }),
  });
  expect(await body.json()).toMatchObject([{ membershipId: member }]);
});
