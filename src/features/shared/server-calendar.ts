import type { RefusalName } from "../../discord/rest/refusal.ts";

/** What stands in servers' own calendars, kept like the platform's dates; absent where the operator has it off. */
export interface ServerCalendar {
  /** Looks after one server's now: it was switched on or off. */
  refresh(guildId: string, signal: AbortSignal): Promise<void>;
  /** Why the last entry could not be made or changed. */
  troubleOf(guildId: string): RefusalName | undefined;
}
