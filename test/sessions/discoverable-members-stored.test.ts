import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";

import type { Database } from "../../src/storage/database.ts";
import type { Queries } from "../../src/storage/schema.ts";
import {
  createDiscoverableMembers,
  type DiscoverableMember,
} from "../../src/sessions/store/discoverable-members.ts";
import { sessionRows } from "../../src/sessions/store/session-rows.ts";
import { describeEachDatabase, describeOnSqlite } from "../support/databases.ts";

const ORIGIN = "https://platform.example";

const member = (discordId: string, name: string | undefined, change: Partial<DiscoverableMember> = {}) => ({
  guildId: "10",
  discordId,
  sessionId: "s1",
  membershipId: `9${discordId}`,
  name,
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

async function ready(database: Database) {
  const { queries } = database;
  await queries.insertInto("keyring_checks").values({ kind: "mpk1", key_id: 1, fingerprint: "f" }).execute();
  await addSession(queries, "s1");
  return createDiscoverableMembers(database, ORIGIN);
}

describeEachDatabase("members who chose to be found", (database) => {
  it("are found in the server they chose, and in no other", async () => {
    const members = await ready(database());
    await members.start(member("1", "Ann"));
    expect(await members.find("10", "1")).toMatchObject({ membershipId: "91", name: "Ann" });
    expect(await members.find("10", "2")).toBeUndefined();
    expect(await members.find("11", "1")).toBeUndefined();
    const elsewhere = createDiscoverableMembers(database(), "https://other.example");
    expect(await elsewhere.find("10", "1")).toBeUndefined();
    expect(await members.search("11", "a", 25)).toEqual([]);
  });

  it("are searched by how their name begins, in its order, and not where they have none", async () => {
    const members = await ready(database());
    const names = ["Bo", "Anna", "Ann", "Änn", "An\u{10FFFE}", undefined] as const;
    for (const [index, name] of names.entries()) await members.start(member(String(index), name));
    const byName = async (prefix: string, limit = 25) =>
      (await members.search("10", prefix, limit)).map(({ name }) => name);
    expect(await byName("an")).toEqual(["Ann", "Anna", "An\u{10FFFE}"]);
    expect(await byName("an", 1)).toEqual(["Ann"]);
    expect(await byName("%")).toEqual([]);
    expect(await byName("_")).toEqual([]);
  });

  it("are found by one account a server, the one put last", async () => {
    const members = await ready(database());
    await addSession(database().queries, "s2");
    await members.start(member("1", "Ann"));
    await members.start(member("1", "Ann II", { sessionId: "s2", membershipId: "77" }));
    expect(await members.of("1")).toMatchObject([{ sessionId: "s2", membershipId: "77", name: "Ann II" }]);
  });

  it("are gone with the session they are found by", async () => {
    const members = await ready(database());
    await members.start(member("1", "Ann"));
    await members.start(member("1", "Ann", { guildId: "11" }));
    await sessionRows(database().queries).delete(["s1"]);
    expect(await members.of("1")).toEqual([]);
  });

  it("end it in one server or everywhere, and follow a new name", async () => {
    const members = await ready(database());
    for (const guildId of ["10", "11", "12"]) await members.start(member("1", "Ann", { guildId }));
    await members.called(member("1", "Ann"), "Nan");
    expect((await members.search("10", "nan", 5)).length).toBe(1);
    await members.called(member("1", "Nan"), undefined);
    expect(await members.search("10", "nan", 5)).toEqual([]);
    expect(await members.end("1", "10")).toBe(1);
    expect((await members.of("1")).map(({ guildId }) => guildId)).toEqual(["11", "12"]);
    expect(await members.end("1")).toBe(2);
    expect(await members.end("1")).toBe(0);
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
      const { nodes } = database();
      const asked = { queries: noted, nodes, checkpoint: async () => true, noteDeleted: () => {} };
      const members = createDiscoverableMembers(asked, ORIGIN);
      expect(await members.search("10", "player 1", 25)).toHaveLength(25);
      expect(await members.find("10", "7")).toMatchObject({ name: "Player 7" });
      expect(await members.of("7")).toHaveLength(1);
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
