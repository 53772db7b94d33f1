import { describe, expect, test } from "vitest";

import { MINUTE_MS } from "../../src/base/duration.ts";
import { toInt64 } from "../../src/base/int64.ts";
import type { PlatformClient } from "../../src/platform/client.ts";
import { answering, otherProfile } from "./support/other-service.ts";
import { connect, failureOf } from "./support/served.ts";

function id(text: string) {
  const int64 = toInt64(text);
  if (int64 === undefined) throw new Error("no id");
  return int64;
}

function call(method: string, params: unknown) {
  return { method: "POST", path: "/rpc", body: { jsonrpc: "2.0", id: 1, method, params } };
}

const rpcProfile = (origin: string) =>
  otherProfile(origin, {
    envelope: {
      members: { response: "result", code: "error.code", message: "error.message" },
      okCodes: [null],
      classes: { notFound: [-32004] },
    },
    wire: { int64: "number" },
    operations: {
      "user.byId": call("users.get", { id: "{membershipId}" }),
      "user.search": call("users.find", { prefix: "{name}", page: "{page}" }),
    },
  });

describe("a service that speaks JSON-RPC", () => {
  test("an answer without an error is one, and ids keep every digit on the way there and back", async () => {
    await using served = await answering(
      ({ body }) => `{"result":{"membershipId":${/"id":(\d{9,})/.exec(body)?.[1]}}}`,
    );
    await using client = connect(served.origin, () => rpcProfile(served.origin));
    const { data } = await client.userById({ membershipId: id("9007199254740993") });
    expect(data.membershipId).toBe("9007199254740993");
    expect(served.seen[0]?.body).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"users.get","params":{"id":9007199254740993}}',
    );
  });

  test("a number's name stays text in a body", async () => {
    await using served = await answering(() => ({ result: [] }));
    await using client = connect(served.origin, () => rpcProfile(served.origin));
    await client.userSearch({ name: "17" });
    expect(served.seen[0]?.body).toContain('"params":{"prefix":"17","page":0}');
  });

  test.each([
    [{ error: { code: -32004 } }, "not-found"],
    [{ error: { code: -32601 } }, "platform-error"],
    [{ error: "invalid_request" }, "platform-error"],
    [{}, "not-found"],
  ])("%j is %s", async (answered, code) => {
    await using served = await answering(() => answered);
    await using client = connect(served.origin, () => rpcProfile(served.origin));
    expect((await failureOf(client.userById({ membershipId: id("7") }))).code).toBe(code);
  });
});

test.each(["", "none", "0"])("an error that is %j is none", async (error) => {
  await using served = await answering(() => ({ result: { membershipId: "7" }, error }));
  await using client = connect(served.origin, () => rpcProfile(served.origin));
  expect((await client.userById({ membershipId: id("7") })).data.membershipId).toBe("7");
});

test("a service with a query language is asked in it, braces and all", async () => {
  await using served = await answering(() => ({ data: { user: { membershipId: "7" } } }));
  const query = "query User($id: ID!) {{ user(id: $id) {{ membershipId }} }}";
  await using client = connect(served.origin, () =>
    otherProfile(served.origin, {
      envelope: { members: { response: "data", code: "errors.0.extensions.code" }, okCodes: [null] },
      operations: {
        "user.byId": {
          method: "POST",
          path: "/query",
          body: { query, variables: { id: "{membershipId}" } },
          pick: "user",
        },
      },
    }),
  );
  expect((await client.userById({ membershipId: id("7") })).data.membershipId).toBe("7");
  expect(served.seen[0]?.body).toBe(
    '{"query":"query User($id: ID!) { user(id: $id) { membershipId } }","variables":{"id":"7"}}',
  );
});

const flatProfile = (origin: string) =>
  otherProfile(origin, {
    operations: {
      "milestones.public": { path: "/events" },
      "definitions.one": { path: "/defs/{table}/{hash}" },
      "trending.list": { path: "/trends", gives: "stubs" },
    },
    renames: {
      GamePublicMilestone: { milestoneHash: "event.id", startDate: "from", endDate: "until" },
      Definition: { hash: "id", displayProperties: "" },
      DisplayProperties: { name: "label" },
    },
    definitions: { tables: { item: "items" } },
  });

describe("a service with flat records and numbers for everything", () => {
  test("articles without properties of their own, and statistics that are numbers, are read", async () => {
    await using served = await answering(({ url }) =>
      url.includes("/news")
        ? { contentId: 3, headline: "Storm", body: "<p>x</p>" }
        : { arena: { kills: 7, deaths: 2.5 }, raids: {} },
    );
    const profile = otherProfile(served.origin, {
      operations: {
        "content.byId": { path: "/news/{id}" },
        "stats.account": { path: "/stats/{id}" },
        "stats.character": { path: "/stats/of/{character}" },
      },
      renames: {
        ContentItemPublicContract: { properties: "" },
        GameHistoricalStatsWithMerged: { results: "" },
        GameHistoricalStatsByPeriod: { allTime: "" },
        GameHistoricalStatsValue: { basic: "" },
        GameHistoricalStatsValuePair: { value: "" },
      },
    });
    await using client = connect(served.origin, () => profile);
    const article = await client.contentById({ id: id("3") });
    expect(article.data.properties).toMatchObject({ headline: "Storm", body: "<p>x</p>" });
    const account = await client.statsAccount({ membershipType: 1, id: id("1") });
    const arena = { allTime: { kills: { basic: { value: 7 } }, deaths: { basic: { value: 2.5 } } } };
    expect(account.data.results).toMatchObject({ arena, raids: { allTime: {} } });
    const query = { membershipType: 1, id: id("1"), character: id("2"), period: "allTime" } as const;
    expect((await client.statsCharacter(query)).data).toMatchObject({ arena });
  });

  test("a flag or a word among statistics that are numbers is none, and no loss", async () => {
    await using served = await answering(() => ({ kills: 7, isRanked: true, rank: "Gold" }));
    await using client = connect(served.origin, () =>
      otherProfile(served.origin, {
        operations: { "stats.account": { path: "/stats/{id}" } },
        renames: {
          GameHistoricalStatsWithMerged: { merged: "" },
          GameHistoricalStatsByPeriod: { allTime: "" },
          GameHistoricalStatsValue: { basic: "" },
          GameHistoricalStatsValuePair: { value: "" },
        },
      }),
    );
    const { data, unread } = await client.statsAccount({ membershipType: 1, id: id("1") });
    expect(data.merged?.allTime).toMatchObject({ kills: { basic: { value: 7 } } });
    expect(unread).toBeUndefined();
  });

  test("a list of milestones is read by their hashes, with dates in seconds and 0 as none", async () => {
    await using served = await answering(() => [
      { event: { id: 5 }, from: 1793534400, until: 0 },
      { event: { id: "4000000000" }, from: "0", until: "2026-11-01T12:00:00Z" },
    ]);
    await using client = connect(served.origin, () => flatProfile(served.origin));
    const { data } = await client.milestonesPublic({});
    expect(data["5"]).toMatchObject({
      milestoneHash: 5,
      startDate: "2026-11-01T12:00:00.000Z",
      endDate: null,
    });
    expect(data["4000000000"]).toMatchObject({
      milestoneHash: 4000000000,
      startDate: null,
      endDate: "2026-11-01T12:00:00Z",
    });
  });

  test("an empty text where a date belongs is none", async () => {
    await using served = await answering(() => [{ event: { id: 5 }, from: "", until: 1793534400 }]);
    await using client = connect(served.origin, () => flatProfile(served.origin));
    expect((await client.milestonesPublic({})).data["5"]).toMatchObject({
      startDate: null,
      endDate: "2026-11-01T12:00:00.000Z",
    });
  });

  test("a record may stand in the one it belongs to", async () => {
    await using served = await answering(() => ({ id: 7, label: "Lantern", icon: "/i.png" }));
    await using client = connect(served.origin, () => flatProfile(served.origin));
    const { data } = await client.definitionsOne({ table: "item", hash: 7 });
    expect(data).toMatchObject({ hash: 7, displayProperties: { name: "Lantern", icon: "/i.png" } });
    expect(() => JSON.stringify(data)).not.toThrow();
  });

  test("a file of definitions may be a list", async () => {
    await using served = await answering(() => [
      { id: 7, label: "Lantern" },
      { id: 8, label: "Rope" },
    ]);
    await using client = connect(served.origin, () => flatProfile(served.origin));
    const file = await client.definitionsFile({ address: "/items.json" });
    expect(file["8"]).toMatchObject({ hash: 8, displayProperties: { name: "Rope" } });
  });

  test("an identifier may be a number", async () => {
    await using served = await answering(
      () => `[{"identifier":12345678901234567,"entityType":0},{"identifier":5,"entityType":"3"}]`,
    );
    await using client = connect(served.origin, () => flatProfile(served.origin));
    const { data } = await client.trendingList({});
    expect(data.entries.map(({ identifier }) => identifier)).toEqual(["12345678901234567", "5"]);
  });
});

const idlessProfile = (origin: string) =>
  otherProfile(origin, {
    operations: {
      "user.byId": { path: "/users/{membershipId}" },
      "content.byId": { path: "/news/{id}" },
      "trending.entry": { path: "/trends/{type}/{identifier}" },
    },
    renames: { GeneralUser: { membershipId: "person.id", displayName: "nick" } },
  });

describe("a service whose records leave out what they were asked by", () => {
  test("is read as what was asked for", async () => {
    const answers: Readonly<Record<string, unknown>> = {
      "/users/42": { nick: "Ann" },
      "/news/7": { cType: "News" },
      "/trends/1/sword": { gameItem: { itemHash: 5 } },
    };
    await using served = await answering(({ url }) => answers[url]);
    await using client = connect(served.origin, () => idlessProfile(served.origin));
    const user = await client.userById({ membershipId: id("42") });
    expect(user.data).toMatchObject({ membershipId: "42", displayName: "Ann" });
    expect((await client.contentById({ id: id("7") })).data).toMatchObject({ contentId: "7", cType: "News" });
    const entry = await client.trendingEntry({ type: 1, identifier: "sword" });
    expect(entry.data).toMatchObject({ identifier: "sword", entityType: 1, gameItem: { itemHash: 5 } });
  });

  test.each([
    ["nothing that the record has", { message: "no such user" }],
    ["an id that is none", { person: { id: "Ann" }, nick: "Ann" }],
    ["an empty object", {}],
  ])("fails with %s", async (_, answer) => {
    await using served = await answering(() => answer);
    await using client = connect(served.origin, () => idlessProfile(served.origin));
    const failure = await failureOf(client.userById({ membershipId: id("42") }));
    expect(failure.code).toBe("platform-answer");
  });
});

const bareProfile = (origin: string, more: Record<string, unknown> = {}) =>
  otherProfile(origin, {
    operations: {
      "user.byId": { path: "/users/{membershipId}" },
      "user.search": { path: "/users", query: { q: "{name}" }, items: "users" },
      "stats.account": { path: "/stats/{id}" },
      progression: { path: "/progress/{id}", pick: "progress" },
      "milestones.public": { path: "/events", pick: "events" },
      "milestones.content": { path: "/events/{hash}" },
    },
    ...more,
  });

describe("an error without an envelope that the profile doesn't know", () => {
  const player = { membershipType: 1, id: id("7") };
  const asks: Readonly<Record<string, (client: PlatformClient) => Promise<unknown>>> = {
    "user.byId": (client) => client.userById({ membershipId: id("7") }),
    "user.search": (client) => client.userSearch({ name: "a" }),
    "stats.account": (client) => client.statsAccount(player),
    progression: (client) => client.progression(player),
    "milestones.public": (client) => client.milestonesPublic({}),
    "milestones.content": (client) => client.milestonesContent({ hash: 7 }),
  };

  test.each(Object.entries(asks))("is a failure where nothing was answered, as of %s", async (_, ask) => {
    await using served = await answering(() => ({ error: "backend down", trace: ["a", "b"] }));
    await using client = connect(served.origin, () => bareProfile(served.origin));
    expect((await failureOf(ask(client))).code).toMatch(/^platform-(?:error|answer)$/);
  });

  test.each([
    { error: "backend down", users: [] },
    { error: "backend down", users: null },
    { error: { text: "down" } },
    { error: true },
    { error: 5 },
    { error: "none of the shards responds", users: [] },
    { error: "not ok", users: [] },
  ])("is one as %j", async (answer) => {
    await using served = await answering(() => answer);
    await using client = connect(served.origin, () => bareProfile(served.origin));
    expect((await failureOf(client.userSearch({ name: "a" }))).code).toBe("platform-error");
  });

  const nothings = ["", "none", "OK", "No error", "no_error", "success", "0", "null", 0, false, {}, []];
  test.each([{ users: [] }, {}, ...nothings.map((error) => ({ error, users: [] }))])(
    "is none in %j: an empty list",
    async (answer) => {
      await using served = await answering(() => answer);
      await using client = connect(served.origin, () => bareProfile(served.origin));
      expect((await client.userSearch({ name: "a" })).data.entries).toEqual([]);
    },
  );

  test("is a member like others beside what was asked for", async () => {
    const user = { membershipId: "7", displayName: "Ann" };
    await using served = await answering(({ url }) =>
      url.includes("q=")
        ? { error: "one shard is late", users: [user] }
        : { error: "none", displayName: "Ann" },
    );
    await using client = connect(served.origin, () => bareProfile(served.origin));
    expect((await client.userSearch({ name: "a" })).data.entries).toHaveLength(1);
    expect((await client.userById({ membershipId: id("7") })).data.displayName).toBe("Ann");
  });

  test("leaves what was good before, marked as old", async () => {
    const good = { users: [{ membershipId: "7", displayName: "Ann" }] };
    const answers: unknown[] = [good, { error: "backend down" }];
    await using served = await answering(() => answers.shift());
    await using client = connect(served.origin, () => bareProfile(served.origin));
    await client.userSearch({ name: "a" });
    client.clock.at += 10 * MINUTE_MS;
    const { data, isStale } = await client.userSearch({ name: "a" });
    expect({ names: data.entries.map(({ displayName }) => displayName), isStale }).toEqual({
      names: ["Ann"],
      isStale: true,
    });
  });
});
