import type { Queries } from "../../../storage/schema.ts";

/** Trending entries a watch has seen, so that each is new once. */
export interface SeenEntries {
  /** False: the watch has not polled yet, and nothing of its first list is new. */
  hasBegun(watch: string): Promise<boolean>;
  /** Those of the keys that were not seen yet. */
  unseen(watch: string, keys: readonly string[]): Promise<readonly string[]>;
  /** Remembers them; the watch has begun. */
  add(watch: string, keys: readonly string[], at: number): Promise<void>;
  /** The watch begins anew. */
  forget(watch: string): Promise<void>;
  /** Forgets keys that no list held since. */
  forgetUnseenSince(instant: number): Promise<number>;
}

const BEGUN = "";
/** Few enough for one statement. */
const AT_ONCE = 200;

export function seenEntries(queries: Queries): SeenEntries {
  return {
    async hasBegun(watch) {
      const row = await queries
        .selectFrom("seen_entries")
        .select("key")
        .where("watch", "=", watch)
        .where("key", "=", BEGUN)
        .executeTakeFirst();
      return row !== undefined;
    },
    async unseen(watch, keys) {
      const seen = new Set<string>();
      for (let from = 0; from < keys.length; from += AT_ONCE) {
        const found = await queries
          .selectFrom("seen_entries")
          .select("key")
          .where("watch", "=", watch)
          .where("key", "in", keys.slice(from, from + AT_ONCE))
          .execute();
        for (const { key } of found) seen.add(key);
      }
      return keys.filter((key) => !seen.has(key));
    },
    async add(watch, keys, at) {
      const all = [...new Set([BEGUN, ...keys])].map((key) => ({ watch, key, seen_at: at }));
      for (let from = 0; from < all.length; from += AT_ONCE) {
        await queries
          .insertInto("seen_entries")
          .values(all.slice(from, from + AT_ONCE))
          .onConflict((conflict) => conflict.columns(["watch", "key"]).doUpdateSet({ seen_at: at }))
          .execute();
      }
    },
    async forget(watch) {
      await queries.deleteFrom("seen_entries").where("watch", "=", watch).execute();
    },
    async forgetUnseenSince(instant) {
      const result = await queries
        .deleteFrom("seen_entries")
        .where("seen_at", "<", instant)
        .where("key", "!=", BEGUN)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
