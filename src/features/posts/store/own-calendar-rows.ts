import { createHash, randomBytes } from "node:crypto";

import type { Selectable } from "kysely";

import type { Clock } from "../../../base/clock.ts";
import { Secret } from "../../../base/secret.ts";
import type { Database } from "../../../storage/database.ts";
import type { CalendarItemsTable, Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";

export type OwnItemRow = Selectable<CalendarItemsTable>;

export type OwnCalendars = ReturnType<typeof createOwnCalendars>;

const SECRET_BYTES = 24;
const SECRET = /^[\w-]{32}$/;

/** What the list of deletions calls an address that ended, so that no backup brings it back. */
export const feedMark = (memberId: string) => `calendar ${memberId}`;

/** Members' own calendars: the secret addresses of feeds, of which only a hash is stored, and what was shown. */
export function createOwnCalendars(database: Pick<Database, "queries" | "noteDeleted">, clock: Clock) {
  const { queries } = database;
  const feedOf = (memberId: string) =>
    queries
      .selectFrom("calendar_feeds")
      .select(["locale", "made_at as madeAt"])
      .where("member_id", "=", memberId)
      .executeTakeFirst();
  return {
    /** Gives the member a new address; an earlier one ends. Returns its secret, which can't be read again. */
    async renew(memberId: string, locale: string): Promise<Secret> {
      const secret = randomBytes(SECRET_BYTES).toString("base64url");
      const feed = { secret_hash: hashOf(secret), locale, made_at: clock.now() };
      database.noteDeleted([feedMark(memberId)]);
      await queries
        .insertInto("calendar_feeds")
        .values({ member_id: memberId, ...feed })
        .onConflict((conflict) => conflict.column("member_id").doUpdateSet(feed))
        .execute();
      return new Secret(secret);
    },
    /** Ends the member's address. */
    async end(memberId: string): Promise<void> {
      database.noteDeleted([feedMark(memberId)]);
      await queries.deleteFrom("calendar_feeds").where("member_id", "=", memberId).execute();
    },
    of: feedOf,
    /** Returns whose calendar has this secret. */
    async memberOf(
      secret: string,
    ): Promise<{ readonly memberId: string; readonly locale: string } | undefined> {
      if (!SECRET.test(secret)) return undefined;
      return queries
        .selectFrom("calendar_feeds")
        .select(["member_id as memberId", "locale"])
        .where("secret_hash", "=", hashOf(secret))
        .executeTakeFirst();
    },
    /** Returns what is stored of the member, for their export. */
    async exportOf(memberId: string) {
      const feed = await feedOf(memberId);
      const items = await itemsOf(queries, memberId);
      return {
        ...(feed && { address: { since: isoTime(feed.madeAt), language: feed.locale } }),
        entries: items.map(({ key, item, shown_at: shownAt }) => ({
          about: key,
          shows: JSON.parse(item) as unknown,
          lastShownAt: isoTime(shownAt),
        })),
      };
    },
    /** Replaces what was shown, in one transaction a member. */
    change: (memberId: string, to: (rows: readonly OwnItemRow[]) => readonly OwnItemRow[]) =>
      writeTransaction(
        queries,
        async (transaction) => {
          const before = await itemsOf(transaction, memberId);
          const after = to(before);
          const kept = new Set(after.map(({ key }) => key));
          for (const { key } of before.filter((row) => !kept.has(row.key)))
            await transaction
              .deleteFrom("calendar_items")
              .where("member_id", "=", memberId)
              .where("key", "=", key)
              .execute();
          for (const row of after.filter((one) => !before.includes(one))) {
            const { member_id, key, ...changes } = row;
            await transaction
              .insertInto("calendar_items")
              .values({ member_id, key, ...changes })
              .onConflict((conflict) => conflict.columns(["member_id", "key"]).doUpdateSet(changes))
              .execute();
          }
          return after;
        },
        `calendar ${memberId}`,
      ),
    async forget(memberId: string): Promise<void> {
      await queries.deleteFrom("calendar_feeds").where("member_id", "=", memberId).execute();
      await queries.deleteFrom("calendar_items").where("member_id", "=", memberId).execute();
    },
  };
}

/** Deletes what no file or feed had since. */
export async function sweepOwnItems(queries: Queries, before: number): Promise<void> {
  await queries.deleteFrom("calendar_items").where("shown_at", "<", before).execute();
}

function itemsOf(queries: Queries, memberId: string): Promise<readonly OwnItemRow[]> {
  const rows = queries.selectFrom("calendar_items").selectAll().where("member_id", "=", memberId);
  return rows.orderBy("key").execute();
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function hashOf(secret: string): string {
  return createHash("sha256").update(`milepost/calendar ${secret}`).digest("base64url");
}
