import type { RefusalName } from "../../discord/rest/refusal.ts";

/** What stands in servers' own calendars, kept like the platform's dates; absent where the operator has it off. */
export interface ServerCalendar {
  /** Looks after one server's now, as it was switched on or off, for so long once nothing else does. */
  refresh(guildId: string, withinMs: number): Promise<void>;
  /** Why the last entry could not be made or changed. */
  troubleOf(guildId: string): RefusalName | undefined;
}
