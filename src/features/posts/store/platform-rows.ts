import { type Selectable, sql } from "kysely";

import type { KnownDatesTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";
import { facts } from "../../../storage/facts.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";

export type KnownDatesRow = Selectable<KnownDatesTable>;

/** The last dates the platform gave for a subject, by its key. They stay when an answer leaves the subject out. */
export type KnownDateRows = ReturnType<typeof knownDateRows>;

export function knownDateRows(queries: Queries) {
  const all = queries.selectFrom("known_dates").selectAll();
  return {
    get: (thing: string): Promise<KnownDatesRow | undefined> =>
      all.where("thing", "=", thing).executeTakeFirst(),
    async put(rows: readonly KnownDatesRow[]) {
      for (const row of rows) {
        const { thing: _, ...changes } = row;
        await queries
          .insertInto("known_dates")
          .values(row)
          .onConflict((conflict) => conflict.column("thing").doUpdateSet(changes))
          .execute();
      }
    },
    /** Subjects whose reminders are still planned by earlier dates. */
    changed: () => all.where("is_followed", "=", 0).execute(),
    /** Does nothing where the dates changed again meanwhile. */
    async markPlanned({ thing, seen_at }: KnownDatesRow) {
      await queries
        .updateTable("known_dates")
        .set({ is_followed: 1 })
        .where("thing", "=", thing)
        .where("seen_at", "=", seen_at)
        .execute();
    },
    list: (limit: number) => all.orderBy("thing").limit(limit).execute(),
    /** Deletes what no answer held since, unless a reminder waits for it. */
    async forgetUnseenSince(instant: number) {
      const { numAffectedRows } =
        await sql`delete from known_dates where seen_at < ${instant} and not exists (
        select 1 from reminders where reminders.thing is not null and reminders.thing = known_dates.thing
          and reminders.state = 'active')`.execute(queries);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

const BEGUN = "";
/** Few enough for one statement. */
const AT_ONCE = 200;

/** Trending entries a watch has seen, so that each is new once. */
export function seenEntries(queries: Queries) {
  const keysOf = (watch: string) =>
    queries.selectFrom("seen_entries").select("key").where("watch", "=", watch);
  return {
    /** Returns when the watch looked last; undefined before its first look, of which nothing is new. */
    async lastLook(watch: string) {
      const begun = keysOf(watch).select("seen_at").where("key", "=", BEGUN);
      return (await begun.executeTakeFirst())?.seen_at;
    },
    /** Returns the keys that were not seen yet, or not since then. */
    async unseen(watch: string, keys: readonly string[], since = 0): Promise<readonly string[]> {
      const seen = new Set<string>();
      for (const part of partsOf(keys)) {
        const found = keysOf(watch).where("key", "in", part).where("seen_at", ">=", since);
        for (const { key } of await found.execute()) seen.add(key);
      }
      return keys.filter((key) => !seen.has(key));
    },
    /** What was there at the last look counts as there until now: nobody looked in between. */
    async keepUntil(watch: string, lastLook: number, now: number) {
      const there = queries.updateTable("seen_entries").set({ seen_at: now }).where("watch", "=", watch);
      await there.where("seen_at", "=", lastLook).where("key", "!=", BEGUN).execute();
    },
    /** Remembers the keys; the watch has begun. */
    async add(watch: string, keys: readonly string[], at: number) {
      for (const part of partsOf([...new Set([BEGUN, ...keys])])) {
        await queries
          .insertInto("seen_entries")
          .values(part.map((key) => ({ watch, key, seen_at: at })))
          .onConflict((conflict) => conflict.columns(["watch", "key"]).doUpdateSet({ seen_at: at }))
          .execute();
      }
    },
    /** Starts the watch over. */
    async forget(watch: string) {
      await queries.deleteFrom("seen_entries").where("watch", "=", watch).execute();
    },
    /** Deletes keys that no list held since. */
    async forgetUnseenSince(instant: number) {
      const old = queries.deleteFrom("seen_entries").where("seen_at", "<", instant);
      return Number((await old.where("key", "!=", BEGUN).executeTakeFirst()).numDeletedRows);
    },
  };
}

function* partsOf(keys: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < keys.length; from += AT_ONCE) yield keys.slice(from, from + AT_ONCE);
}

const PLATFORM = "reminders.platform";

/** Deletes dates and entries known of another platform. */
export async function forgetDataOfOtherPlatform(queries: Queries, platform: string): Promise<void> {
  const known = await facts(queries).get(PLATFORM);
  if (known === platform) return;
  await writeTransaction(queries, async (transaction) => {
    if (known !== undefined) {
      await transaction.deleteFrom("known_dates").execute();
      await transaction.deleteFrom("seen_entries").execute();
    }
    await facts(transaction).set(PLATFORM, platform);
  });
}
