import { describe, expect, test } from "vitest";

import { MINUTE_MS } from "../../src/base/duration.ts";
import { int64 } from "../../src/base/int64.ts";
import { parseProfile } from "../../src/platform/profile/load.ts";
import { answering, otherProfile } from "./support/other-service.ts";
import { connect, serve } from "./support/served.ts";

const inHeader = (origin: string) =>
  otherProfile(origin, {
    locale: { default: "en-us", header: "Accept-Language", codes: { de: "de-de", "en-US": "en-us" } },
    operations: {
      "milestones.public": { path: "/events" },
      "user.byId": { path: "/users/{membershipId}" },
    },
    renames: {
      GamePublicMilestone: { milestoneHash: "id", name: "title" },
      GeneralUser: { membershipId: "id" },
    },
  });

describe("a service that takes the language in a header", () => {
  test("is asked in the member's, and answers of two languages are kept apart", async () => {
    await using served = await serve(({ headers, url }, response) => {
      const title = headers["accept-language"] === "de-de" ? "Erntemond" : "Harvest Moon";
      response.end(JSON.stringify(url === "/events" ? [{ id: 5, title }] : { id: 7 }));
    });
    await using client = connect(served.origin, () => inHeader(served.origin));
    for (const locale of ["de", "en-US", "de"]) await client.milestonesPublic({ locale });
    const named = (locale: string) => client.ownName({ table: "milestone", hash: 5 }, locale)?.name;
    expect([named("de"), named("en-US")]).toEqual(["Erntemond", "Harvest Moon"]);
    await client.userById({ membershipId: int64("7") });
    expect(served.seen.map(({ headers }) => headers["accept-language"])).toEqual(["de-de", "en-us", "en-us"]);
  });

  test.each(["User-Agent", "Cookie"])("can't have it in %s", (header) => {
    const given = { ...base, locale: { default: "en", header } };
    expect(parseProfile(JSON.stringify(given)).faults).toMatchObject([{ path: "locale.header" }]);
  });
});

const base = {
  id: "other",
  name: "Other",
  hosts: { portal: "https://other.example" },
  locale: { default: "en" },
  operations: { "milestones.public": { path: "/events" } },
};

const tagged = (origin: string) =>
  otherProfile(origin, {
    operations: { "milestones.public": { path: "/events" } },
    renames: { GamePublicMilestone: { milestoneHash: "id", name: "title" } },
  });

describe("an answer with an entity tag", () => {
  test("is asked for by it, and kept where nothing changed", async () => {
    let tag = '"a"';
    await using served = await serve(({ headers }, response) => {
      if (headers["if-none-match"] === tag) response.writeHead(304).end();
      else response.writeHead(200, { etag: tag }).end(JSON.stringify([{ id: tag.length, title: tag }]));
    });
    await using client = connect(served.origin, () => tagged(served.origin));
    const read = async () => {
      const { data, at, isStale, names } = await client.milestonesPublic({});
      client.clock.at += 10 * MINUTE_MS;
      return { keys: Object.keys(data), at, isStale, names: names?.size };
    };
    const first = await read();
    const second = await read();
    expect(second).toEqual({ ...first, at: first.at + 10 * MINUTE_MS });
    tag = '"bb"';
    expect(await read()).toMatchObject({ keys: ["4"], isStale: false });
    expect(served.seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"a"', '"a"']);
  });

  test("is not taken for unchanged by one that wasn't asked so", async () => {
    await using served = await serve((_request, response) => void response.writeHead(304).end());
    await using client = connect(served.origin, () => tagged(served.origin));
    await expect(client.milestonesPublic({})).rejects.toThrow("platform-answer");
  });
});

const manifest = {
  path: "/versions.json",
  version: "0",
  address: "/cdn/{version}/{locale}/{table}.json",
  records: "data",
};

const versioned = (origin: string, more: Record<string, unknown> = {}) =>
  otherProfile(origin, {
    wire: { ids: "text" },
    operations: { "definitions.manifest": { ...manifest, ...more } },
    renames: { Definition: { displayProperties: "" }, DisplayProperties: { name: "title" } },
    definitions: { tables: { item: "champion" }, paths: { name: "title" } },
  });

describe("definitions behind a versioned address", () => {
  test.each([
    ["small", ""],
    ["large", "x".repeat(600_000)],
  ])("are found by a first request, in a %s file", async (_, padding) => {
    const data = { Ann: { title: "Ann the Bold" }, "7": { title: "Max" } };
    await using served = await answering(({ url }) =>
      url === "/versions.json" ? ["14.2.1", "14.1.1"] : { type: "champion", padding, data },
    );
    await using client = connect(served.origin, () => versioned(served.origin));
    const { version, files } = (await client.definitionsManifest({})).data;
    expect([version, files["en"]?.item]).toEqual(["14.2.1", "/cdn/14.2.1/en/champion.json"]);
    const file = await client.definitionsFile({ address: files["en"]?.item ?? "" });
    expect(Object.values(file).map(({ displayProperties }) => displayProperties?.name)).toEqual([
      "Max",
      "Ann the Bold",
    ]);
  });

  test("are refused where the address names what nobody knows", () => {
    const operations = { "definitions.manifest": { ...manifest, address: "/{patch}/{table}.json" } };
    const given = { ...base, operations, definitions: { tables: { item: "champion" } } };
    expect(parseProfile(JSON.stringify(given)).faults).toMatchObject([
      { path: 'operations["definitions.manifest"].address', problem: "unknown parameter {patch}" },
    ]);
  });
});
