import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";

import type { Database } from "../../../src/storage/database.ts";
import type { Queries } from "../../../src/storage/schema.ts";
import {
  type DiscoverableMemberRow,
  discoverableMemberRows,
} from "../../../src/features/account/store/discoverable-member-rows.ts";
import { sessionRows } from "../../../src/sessions/store/session-rows.ts";
import { describeEachDatabase, describeOnSqlite } from "../../support/databases.ts";

const ORIGIN = "https://platform.example";
const HERE = { origin: ORIGIN, guildId: "10" };

const found = (discordId: string, name: string | null, change: Partial<DiscoverableMemberRow> = {}) => ({
  origin: ORIGIN,
  guild_id: "10",
  discord_id: discordId,
  session_id: "s1",
  membership_id: `9${discordId}`,
  name,
  folded: name?.toLowerCase() ?? null,
  since: 5,
  ...change,
});

async function addSession(queries: Queries, id: string): Promise<void> {
  await sessionRows(queries).insert({
    id,
    discord_id: "1",
    origin: ORIGIN,
    revision: 1,
    key_id: 1,
    cookies: Buffer.from("c"),
    account: Buffer.from("a"),
    is_active: 0,
    state: "alive",
    state_since: 0,
    linked_at: 0,
    last_used_at: 0,
    renewed_at: 0,
    expires_at: null,
    allows_away: 0,
    keeps_snapshots: 0,
  });
}

async function ready({ queries }: Database) {
  await queries.insertInto("keyring_checks").values({ kind: "mpk1", key_id: 1, fingerprint: "f" }).execute();
  await addSession(queries, "s1");
  return discoverableMemberRows(queries);
}

describeEachDatabase("members who chose to be found", (database) => {
  it("are found in the server they chose, and in no other", async () => {
    const members = await ready(database());
    await members.put(found("1", "Ann"));
    expect(await members.find(HERE, "1")).toMatchObject({ membership_id: "91", name: "Ann" });
    expect(await members.find(HERE, "2")).toBeUndefined();
    expect(await members.find({ ...HERE, guildId: "11" }, "1")).toBeUndefined();
    expect(await members.find({ ...HERE, origin: "https://other.example" }, "1")).toBeUndefined();
    expect(await members.search({ ...HERE, guildId: "11" }, "a", 25)).toEqual([]);
  });

  it("are searched by how their name begins, in its order, and not where they have none", async () => {
    const members = await ready(database());
    const names = ["Bo", "Anna", "Ann", "Änn", "An\u{10FFFE}", null] as const;
    for (const [index, name] of names.entries()) await members.put(found(String(index), name));
    const byName = async (prefix: string, limit = 25) =>
      (await members.search(HERE, prefix, limit)).map(({ name }) => name);
    expect(await byName("an")).toEqual(["Ann", "Anna", "An\u{10FFFE}"]);
    expect(await byName("an", 1)).toEqual(["Ann"]);
    expect(await byName("%")).toEqual([]);
    expect(await byName("_")).toEqual([]);
  });

  it("are found by one account a server, the one put last", async () => {
    const members = await ready(database());
    await addSession(database().queries, "s2");
    await members.put(found("1", "Ann"));
    await members.put(found("1", "Ann II", { session_id: "s2", membership_id: "77" }));
    expect(await members.of({ origin: ORIGIN, discordId: "1" })).toMatchObject([
      { session_id: "s2", membership_id: "77", name: "Ann II" },
    ]);
  });

  it("are gone with the session they are found by", async () => {
    const members = await ready(database());
    await members.put(found("1", "Ann"));
    await members.put(found("1", "Ann", { guild_id: "11" }));
    await sessionRows(database().queries).delete(["s1"]);
    expect(await members.of({ origin: ORIGIN, discordId: "1" })).toEqual([]);
  });

  it("end it in one server or everywhere, and follow a new name", async () => {
    const members = await ready(database());
    for (const guild_id of ["10", "11", "12"]) await members.put(found("1", "Ann", { guild_id }));
    const me = { origin: ORIGIN, discordId: "1" };
    await members.rename(me, "91", { name: "Nan", folded: "nan" });
    expect((await members.search(HERE, "nan", 5)).length).toBe(1);
    await members.rename(me, "91", null);
    expect(await members.search(HERE, "nan", 5)).toEqual([]);
    expect(await members.remove(me, "10")).toBe(1);
    expect((await members.of(me)).map(({ guild_id }) => guild_id)).toEqual(["11", "12"]);
    expect(await members.remove(me)).toBe(2);
    expect(await members.remove(me)).toBe(0);
  });
});

describeOnSqlite("a server of 50,000 members who all chose to be found", (database) => {
  it("is searched by index alone, in one look at few rows", async () => {
    const { queries } = database();
    await ready(database());
    await sql`insert into found_members (origin, guild_id, discord_id, session_id, membership_id, name, folded, since)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 50000)
      select ${ORIGIN}, '10', cast(i as text), 's1', cast(900000 + i as text),
        'Player ' || i, 'player ' || i, 5 from n`.execute(queries);
    const plans = await plansOf(queries, async (noted) => {
      const members = discoverableMemberRows(noted);
      expect(await members.search(HERE, "player 1", 25)).toHaveLength(25);
      expect(await members.find(HERE, "7")).toMatchObject({ name: "Player 7" });
      expect(await members.of({ origin: ORIGIN, discordId: "7" })).toHaveLength(1);
    });
    expect(plans).toHaveLength(3);
    for (const steps of plans) {
      expect(steps.join("\n")).toMatch(/^SEARCH found_members USING/);
      expect(steps.join("\n")).not.toMatch(/SCAN|TEMP B-TREE/);
    }
  });
});

/** SQLite's plan for each statement that this work asks. */
async function plansOf(queries: Queries, work: (noted: Queries) => Promise<void>) {
  const asked: CompiledQuery[] = [];
  const noted = queries.withPlugin({
    transformQuery({ node, queryId }) {
      asked.push(queries.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work(noted);
  return Promise.all(
    asked.map(async ({ sql: text, parameters }) => {
      const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
      const { rows } = await queries.executeQuery<{ detail: string }>(explained);
      return rows.map(({ detail }) => detail);
    }),
  );
}
