import type { Clock } from "../../../base/clock.ts";
import { type QuietHours, quietHoursSchema } from "../../../base/quiet-hours.ts";
import type { Queries } from "../../../storage/schema.ts";
import { memberSettingsRows } from "./member-settings-rows.ts";

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
  const rows = memberSettingsRows(queries);
  const memberSettings: MemberSettingsStore = {
    async of(memberId) {
      const row = await rows.find(memberId);
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
      if (zone === null && quiet === null) await rows.remove(memberId);
      else
        await rows.put({
          discord_id: memberId,
          zone,
          quiet: quiet === null ? null : JSON.stringify(quiet),
          changed_at: clock.now(),
        });
      return { ...(zone !== null && { zone }), ...(quiet !== null && { quiet }) };
    },
    forget: (memberId) => rows.remove(memberId),
  };
  return memberSettings;
}
