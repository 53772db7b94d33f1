import type { Clock } from "../../../base/clock.ts";
import { type QuietHours, quietHoursSchema } from "../../../base/quiet-hours.ts";
import type { Queries } from "../../../storage/schema.ts";

/** What a member chose for themselves, wherever they are. */
interface MemberSettings {
  /** IANA. Absent: the server's zone holds, else UTC. */
  readonly zone?: string;
  readonly quiet?: QuietHours;
}

/** Null takes the choice away. */
interface MemberChanges {
  readonly zone?: string | null;
  readonly quiet?: QuietHours | null;
}

export interface MemberSettingsStore {
  of(memberId: string): Promise<MemberSettings>;
  /** Gives what holds from now on. */
  change(memberId: string, changes: MemberChanges): Promise<MemberSettings>;
  /** Gives whether anything was kept. */
  forget(memberId: string): Promise<boolean>;
}

export function createMemberSettingsStore(queries: Queries, clock: Clock): MemberSettingsStore {
  const memberSettings: MemberSettingsStore = {
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
      };
    },
    async change(memberId, changes) {
      const before = await memberSettings.of(memberId);
      const zone = changes.zone === undefined ? (before.zone ?? null) : changes.zone;
      const quiet = changes.quiet === undefined ? (before.quiet ?? null) : changes.quiet;
      if (zone === null && quiet === null) await memberSettings.forget(memberId);
      else {
        const settings = {
          zone,
          quiet: quiet === null ? null : JSON.stringify(quiet),
          changed_at: clock.now(),
        };
        await queries
          .insertInto("member_settings")
          .values({ discord_id: memberId, ...settings })
          .onConflict((conflict) => conflict.column("discord_id").doUpdateSet(settings))
          .execute();
      }
      return { ...(zone !== null && { zone }), ...(quiet !== null && { quiet }) };
    },
    async forget(memberId) {
      const { numDeletedRows } = await queries
        .deleteFrom("member_settings")
        .where("discord_id", "=", memberId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
  return memberSettings;
}
