import type { Clock } from "../../../base/clock.ts";
import { type QuietHours, quietHoursSchema } from "../../../base/quiet-hours.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";

/** What a member chose for themselves, wherever they are. */
interface MemberSettings {
  /** IANA. Absent: the server's zone holds, else UTC. */
  readonly zone?: string;
  readonly quiet?: QuietHours;
  /** How pictures look. Absent: as the server has them, else dark. */
  readonly cardMode?: "dark" | "light";
}

/** Null takes the choice away. */
interface MemberChanges {
  readonly zone?: string | null;
  readonly quiet?: QuietHours | null;
  readonly cardMode?: "dark" | "light" | null;
}

export interface MemberSettingsStore {
  of(memberId: string): Promise<MemberSettings>;
  /** Gives what holds from now on. */
  change(memberId: string, changes: MemberChanges): Promise<MemberSettings>;
  /** Gives whether anything was kept. */
  forget(memberId: string): Promise<boolean>;
}

export function createMemberSettingsStore(queries: Queries, clock: Clock): MemberSettingsStore {
  return {
    ...memberSettings(queries, clock),
    // What is chosen in two places at the same moment is kept both.
    change: (memberId, changes) =>
      writeTransaction(
        queries,
        (transaction) => memberSettings(transaction, clock).change(memberId, changes),
        `settings ${memberId}`,
      ),
  };
}

function memberSettings(queries: Queries, clock: Clock): MemberSettingsStore {
  const store: MemberSettingsStore = {
    async of(memberId) {
      const row = await queries
        .selectFrom("member_settings")
        .selectAll()
        .where("discord_id", "=", memberId)
        .executeTakeFirst();
      if (row === undefined) return {};
      return {
        ...(row.zone !== null && { zone: row.zone }),
        ...(row.quiet !== null && { quiet: quietHoursSchema.parse(JSON.parse(row.quiet)) }),
        ...(row.card_mode !== null && { cardMode: row.card_mode }),
      };
    },
    async change(memberId, changes) {
      const before = await store.of(memberId);
      const zone = changes.zone === undefined ? (before.zone ?? null) : changes.zone;
      const quiet = changes.quiet === undefined ? (before.quiet ?? null) : changes.quiet;
      const cardMode = changes.cardMode === undefined ? (before.cardMode ?? null) : changes.cardMode;
      if (zone === null && quiet === null && cardMode === null) await store.forget(memberId);
      else {
        const settings = {
          zone,
          quiet: quiet === null ? null : JSON.stringify(quiet),
          card_mode: cardMode,
          changed_at: clock.now(),
        };
        await queries
          .insertInto("member_settings")
          .values({ discord_id: memberId, ...settings })
          .onConflict((conflict) => conflict.column("discord_id").doUpdateSet(settings))
          .execute();
      }
      return {
        ...(zone !== null && { zone }),
        ...(quiet !== null && { quiet }),
        ...(cardMode !== null && { cardMode }),
      };
    },
    async forget(memberId) {
      const { numDeletedRows } = await queries
        .deleteFrom("member_settings")
        .where("discord_id", "=", memberId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
  return store;
}
