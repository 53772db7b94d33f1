import { DAY_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import { isMilepostError } from "../../../base/errors.ts";
import { isOfKind, toTrendChoice, trendKeyText } from "../../../game/trend-search.ts";
import type { Trend } from "../../../game/trending.ts";
import { planNewEntries } from "./plan-occurrences.ts";
import { readContent } from "../../../schedule/subject.ts";
import type { Queries } from "../../../storage/schema.ts";
import { type OccurrencePlan, writePlan } from "../store/write-occurrences.ts";
import { allWaiting, type ReminderRow, reminderRows } from "../store/reminder-rows.ts";
import { seenEntries } from "../store/platform-rows.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import { titleOf } from "../../kit/view/trend-title.ts";
import type { GuildSettingsStore } from "../../kit/guild-settings.ts";
import { lookUpNames } from "../../kit/look-up-names.ts";
import { capabilities, hasCapability } from "../../kit/capabilities.ts";
import { audienceFor } from "../../kit/trending/audience.ts";
import { readTopOfFeed, hashesOf } from "../../kit/trending/feed.ts";
import type { Background } from "./system-context.ts";
import { isWanted, type NewEntry, serializeNewEntries } from "../content/describe-new-entries.ts";

export interface NewEntriesWatchDeps {
  readonly queries: Queries;
  readonly guilds: Pick<GuildSettingsStore, "of">;
  readonly log: Log;
  readonly wake: () => void;
}

type UnseenEntry = NewEntry & Pick<Trend, "kind">;

const ENTRIES = "entries";
const USEFUL_MS = DAY_MS;
/** How often the platform is asked who may see an entry before the entry is skipped. */
const MAX_TRIES = 24;

/**
 * Returns a function that finds trending entries new to each watch and plans posts about them. A watch's first poll
 * only remembers what is listed. Entries and plans are written in one transaction, so that none is posted twice.
 */
export function createNewEntriesWatch(parts: NewEntriesWatchDeps) {
  const tries: Search["tries"] = new Map();
  return async (context: Background, watches: readonly string[]): Promise<void> => {
    const wanted = watches.filter((watch) => watch === ENTRIES || watch.startsWith(`${ENTRIES}:`));
    if (wanted.length === 0 || !hasCapability(context, capabilities.trending)) return;
    const listed = await readListed(context);
    if (listed.length === 0) return;
    for (const watch of wanted) await findNew(parts, { context, watch, listed, tries });
  };
}

/** Returns none where the platform fails or its answer is stale: then nothing is known to be new. */
async function readListed(context: Background): Promise<readonly Trend[]> {
  try {
    const feed = await readTopOfFeed(context);
    if (feed.parts.some((part) => part.isStale)) return [];
    return feed.listed.map(({ trend }) => trend);
  } catch (error) {
    if (isMilepostError(error)) return [];
    throw error;
  }
}

interface Search {
  readonly context: Background;
  readonly watch: string;
  readonly listed: readonly Trend[];
  /** By watch and entry: how often the platform did not say who may see it. */
  readonly tries: Map<string, ReadonlyMap<string, number>>;
}

async function findNew({ queries, guilds, log, wake }: NewEntriesWatchDeps, looking: Search): Promise<void> {
  const { context, watch, listed } = looking;
  const { now } = context;
  const kind = watch === ENTRIES ? undefined : toTrendChoice(watch.slice(ENTRIES.length + 1));
  const mine = listed.filter((trend) => isOfKind(trend, kind));
  const keys = mine.flatMap((trend) => trendKeyText(trend.key) ?? []);
  const seen = seenEntries(queries);
  if (!(await seen.hasBegun(watch))) {
    await seen.add(watch, keys, now);
    return;
  }
  const unseen = new Set(await seen.unseen(watch, keys));
  const mineUnseen = mine.filter((trend) => unseen.has(trendKeyText(trend.key) ?? ""));
  const { fresh, undecided } = await publicEntriesOf(mineUnseen, looking);
  const isPlanned = await writeTransaction(queries, async (transaction) => {
    const decided = keys.filter((key) => !undecided.has(key));
    await seenEntries(transaction).add(watch, decided, now);
    if (fresh.length === 0) return false;
    for await (const rows of allWaiting(reminderRows(transaction), { watch, isHeld: true })) {
      const plans = rows.flatMap((row) => plansFor(row, fresh, { now, guilds, log }));
      for (const plan of plans) await writePlan(transaction, plan, now);
    }
    return true;
  });
  if (isPlanned) wake();
}

/** Returns the entries everyone may see; the others are never posted. */
async function publicEntriesOf(
  trends: readonly Trend[],
  { context, watch, tries }: Search,
): Promise<{ readonly fresh: readonly UnseenEntry[]; readonly undecided: ReadonlyMap<string, number> }> {
  const fresh: UnseenEntry[] = [];
  const undecided = new Map<string, number>();
  const names = await lookUpNames(context, hashesOf(trends));
  for (const trend of trends) {
    const key = trendKeyText(trend.key);
    if (key === undefined) continue;
    const audience = await audienceFor(context, trend);
    if (audience === "everyone")
      fresh.push({ key, kind: trend.kind, title: titleOf(trend, { ...context.view, names }) });
    const times = (tries.get(watch)?.get(key) ?? 0) + 1;
    if (audience === "unknown" && times < MAX_TRIES) undecided.set(key, times);
  }
  tries.set(watch, undecided);
  return { fresh, undecided };
}

function plansFor(
  row: ReminderRow,
  fresh: readonly UnseenEntry[],
  { now, guilds, log }: { readonly now: number } & Pick<NewEntriesWatchDeps, "guilds" | "log">,
): readonly OccurrencePlan[] {
  try {
    const content = readContent(row);
    const guild = row.guild_id === null ? undefined : guilds.of(row.guild_id);
    const wanted = fresh.filter(({ kind }) => isWanted(kind, content, guild));
    if (wanted.length === 0) return [];
    return [planNewEntries(row, { now, usefulUntil: now + USEFUL_MS, note: serializeNewEntries(wanted) })];
  } catch (error) {
    log.warn("a reminder of new entries could not be read", { reference: row.id }, error);
    return [];
  }
}
