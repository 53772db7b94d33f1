import { DAY_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import { readContent, type ReminderContent } from "../../../schedule/subject.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import type { GuildSettings, GuildSettingsStore } from "../../kit/guild-settings.ts";
import { type NewEntry, serializeNewEntries } from "../content/describe-new-entries.ts";
import { allWaiting, type ReminderRow, reminderRows } from "../store/reminder-rows.ts";
import { type OccurrencePlan, writePlan } from "../store/write-occurrences.ts";
import { planNewEntries } from "./plan-occurrences.ts";

export interface WatchDeps {
  readonly queries: Queries;
  readonly guilds: Pick<GuildSettingsStore, "of">;
  readonly log: Log;
  readonly wake: () => void;
}

interface Telling {
  readonly watch: string;
  readonly now: number;
  /** Remembers what was seen. */
  readonly remember: (transaction: Queries) => Promise<void>;
  /** Returns what is new for a reminder; absent where nothing is. */
  readonly newFor?:
    | ((content: ReminderContent, guild: GuildSettings | undefined) => readonly NewEntry[])
    | undefined;
}

const USEFUL_MS = DAY_MS;

/**
 * Remembers what a watch saw, and plans posts about what is new, in one transaction, so that nothing is posted twice.
 */
export async function tellWatching(deps: WatchDeps, telling: Telling): Promise<void> {
  const { watch, now, remember, newFor } = telling;
  const isPlanned = await writeTransaction(deps.queries, async (transaction) => {
    await remember(transaction);
    if (newFor === undefined) return false;
    for await (const rows of allWaiting(reminderRows(transaction), { watch, isHeld: true })) {
      const plans = rows.flatMap((row) => planFor(deps, row, { now, newFor }) ?? []);
      for (const plan of plans) await writePlan(transaction, plan, now);
    }
    return true;
  });
  if (isPlanned) deps.wake();
}

function planFor(
  { guilds, log }: WatchDeps,
  row: ReminderRow,
  { now, newFor }: Required<Pick<Telling, "now" | "newFor">>,
): OccurrencePlan | undefined {
  try {
    const guild = row.guild_id === null ? undefined : guilds.of(row.guild_id);
    const wanted = newFor?.(readContent(row), guild) ?? [];
    if (wanted.length === 0) return undefined;
    return planNewEntries(row, { now, usefulUntil: now + USEFUL_MS, note: serializeNewEntries(wanted) });
  } catch (error) {
    log.warn("a reminder of what is new could not be read", { reference: row.id }, error);
    return undefined;
  }
}
