import { describe, expect, test } from "vitest";

import { parseProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import { start } from "./support.ts";
import { quietClient } from "../../support/quiet-client.ts";

const call = (method: string, params: object) => ({
  method: "POST",
  path: "/rpc",
  body: { jsonrpc: "2.0", id: 1, method, params },
});
const list = { items: "edges", pageSize: 10 };
const at = { offset: "{offset}" };

/** JSON-RPC, ids as numbers, flat definitions: whatever the shipped profiles are not. */
function strange(): Profile {
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "strange",
      name: "Strange",
      hosts: { portal: "https://strange.example", api: "{portal}" },
      locale: { default: "en" },
      envelope: {
        members: {
          response: "result",
          code: "error.code",
          message: "error.message",
          status: "error.name",
          throttleSeconds: "error.wait",
          data: "error.data",
        },
        okCodes: [null],
        classes: { notFound: [-404], key: [-401] },
      },
      wire: { int64: "number", enums: "name" },
      operations: {
        "trending.list": { ...call("trends", at), ...list, gives: "stubs" },
        "trending.entry": call("trends.get", { type: "{type}", id: "{identifier}" }),
        "user.search": { ...call("users.find", { name: "{name}", ...at }), ...list },
        "user.byId": call("users.get", { id: "{membershipId}" }),
        "milestones.public": call("milestones", {}),
        "definitions.one": call("define", { table: "{table}", hash: "{hash}" }),
      },
      renames: { Definition: { displayProperties: "" }, GeneralUser: { membershipId: "id" } },
      definitions: { tables: { milestone: "m" } },
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return profile;
}

async function served() {
  const platform = await start("neutral", { profile: strange() });
  const client = quietClient(platform);
  return {
    platform,
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await platform.close();
    },
  };
}

describe("a service with everything else", () => {
  test("is served and read: every page of a list, each entry once", async () => {
    await using strangers = await served();
    const { client, platform } = strangers;
    const seen: string[] = [];
    for (let page = 0, more = true; more; page += 1) {
      const { data } = await client.trendingList({ page });
      seen.push(...data.entries.map(({ entityType, identifier }) => `${entityType}/${identifier}`));
      more = data.hasMore;
    }
    expect(seen.length).toBe(platform.world.trends.list("en").length);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("opens each entry by the documented name of its type, which needs no table", async () => {
    await using strangers = await served();
    const { client } = strangers;
    const { data } = await client.trendingList({ page: 0 });
    const listed = data.entries.filter(({ entityType }) => entityType <= 11);
    expect(new Set(listed.map(({ entityType }) => entityType)).size).toBeGreaterThan(3);
    for (const { entityType: type, identifier } of listed) {
      const { data: entry } = await client.trendingEntry({ type, identifier });
      expect([entry.entityType, entry.identifier]).toEqual([type, identifier]);
    }
  });

  test("its ids, dates and definitions arrive whole", async () => {
    await using strangers = await served();
    const { client, platform } = strangers;
    const membershipId = platform.world.players.membershipId(0);
    const { data: user } = await client.userById({ membershipId });
    expect([user.membershipId, user.displayName]).toEqual([membershipId, platform.world.players.name(0)]);
    const { data: milestones } = await client.milestonesPublic({});
    const [milestone] = Object.values(milestones);
    const original = platform.world.milestones.all()[String(milestone?.milestoneHash)];
    expect(Date.parse(milestone?.endDate ?? "")).toBe(
      Date.parse(String(Reflect.get(Object(original), "endDate"))),
    );
    const { data } = await client.definitionsOne({
      table: "milestone",
      hash: milestone?.milestoneHash ?? 0,
    });
    expect(data.displayProperties?.name).toMatch(/\w/);
  });

  test("its refusals keep their class", async () => {
    await using strangers = await served();
    await expect(
      strangers.client.userById({ membershipId: strangers.platform.world.players.membershipId(99_999) }),
    ).rejects.toMatchObject({ code: "not-found" });
  });
});

/** A player's page: one address, whose answer holds what four operations pick. */
function onePage(): Profile {
  const page = { path: "/players/{membershipType}/{id}" };
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "one-page",
      name: "One page",
      hosts: { portal: "https://one.example", api: "{portal}" },
      locale: { default: "en" },
      envelope: { kind: "bare" },
      operations: {
        "user.search": { path: "/people", query: { q: "{name}" }, items: "*.found", pageSize: 10 },
        "user.byId": { path: "/people/{membershipId}" },
        "accounts.of": { path: "/people/{membershipId}", items: "accounts" },
        characters: { ...page, items: "characters" },
        progression: { ...page, pick: "progress" },
        "stats.account": { ...page, pick: "stats.whole" },
      },
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return profile;
}

describe("operations that one address answers", () => {
  test("all get what they pick", async () => {
    const platform = await start("neutral", { profile: onePage() });
    const client = quietClient(platform);
    try {
      const membershipId = platform.world.players.membershipId(0);
      const user = await client.userById({ membershipId });
      expect(user.data.membershipId).toBe(membershipId);
      const [account] = (await client.accountsOf({ membershipId })).data;
      if (account === undefined) throw new Error("no account");
      expect((await client.characters(account)).data.length).toBeGreaterThan(0);
      expect(Object.keys((await client.progression(account)).data.data ?? {})).not.toEqual([]);
      expect(Object.keys((await client.statsAccount(account)).data.results ?? {})).not.toEqual([]);
      const name = platform.world.players.name(0).slice(0, 2);
      expect((await client.userSearch({ name })).data.entries).not.toEqual([]);
    } finally {
      await client.close();
      await platform.close();
    }
  });
});

/** Few words, as the manual's example: what it doesn't say has its default. */
function sparse(more: Readonly<Record<string, unknown>> = {}): Profile {
  const { profile, faults } = parseProfile(
    JSON.stringify({
      id: "sparse",
      name: "Sparse",
      hosts: { portal: "https://sparse.example", api: "{portal}" },
      locale: { default: "en" },
      envelope: { kind: "bare" },
      operations: {
        "trending.list": { path: "/trends", gives: "stubs", pageSize: 50 },
        "trending.entry": { path: "/trends/{type}/{identifier}" },
        "accounts.of": { path: "/users/{membershipId}/accounts" },
        characters: { path: "/accounts/{id}/characters" },
        ...more,
      },
      enums: {
        TrendingEntryType: [
          { value: 1, name: "News" },
          { value: 7, name: "Ritual", field: "gameRitual" },
        ],
      },
    }),
  );
  if (profile === undefined) throw new Error(JSON.stringify(faults));
  return profile;
}

describe("a profile that says little", () => {
  test("is served the kinds it lists, by their names where they have no field, and one nobody knows yet", async () => {
    const platform = await start("neutral", { profile: sparse() });
    const client = quietClient(platform);
    try {
      const { data } = await client.trendingList({});
      const types = new Set(data.entries.map(({ entityType }) => entityType));
      expect([...types].toSorted((a, b) => a - b)).toEqual([1, 7, 12]);
      const news = data.entries.find(({ entityType }) => entityType === 1);
      const entry = await client.trendingEntry({ type: 1, identifier: news?.identifier ?? "" });
      expect(entry.data.entityType).toBe(1);
    } finally {
      await client.close();
      await platform.close();
    }
  });

  test("has accounts and characters as the manual's defaults say", async () => {
    const platform = await start("neutral", { profile: sparse() });
    const client = quietClient(platform);
    try {
      const membershipId = platform.world.players.membershipId(0);
      const [account] = (await client.accountsOf({ membershipId })).data;
      if (account === undefined) throw new Error("no account");
      const characters = await client.characters(account);
      expect(characters.data.map(({ id }) => id)).toEqual(
        platform.world.players.characters({ player: 0, kind: 0 }).map(({ id }) => id),
      );
    } finally {
      await client.close();
      await platform.close();
    }
  });

  test("and a user who is the account where it knows of no accounts", async () => {
    const platform = await start("neutral", { profile: sparse({ "accounts.of": undefined }) });
    const client = quietClient(platform);
    try {
      const membershipId = platform.world.players.membershipId(0);
      const { data } = await client.accountsOf({ membershipId });
      expect(data).toEqual([{ membershipType: 0, id: membershipId }]);
      const characters = await client.characters({ membershipType: 0, id: membershipId });
      expect(characters.data.map(({ id }) => id)).toEqual(
        platform.world.players.characters({ player: 0, kind: 0 }).map(({ id }) => id),
      );
    } finally {
      await client.close();
      await platform.close();
    }
  });
});
