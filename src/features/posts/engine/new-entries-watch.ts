import { isMilepostError } from "../../../base/errors.ts";
import { isOfKind, toTrendChoice, trendKeyText } from "../../../game/trend-search.ts";
import type { Trend } from "../../../game/trending.ts";
import { seenEntries } from "../store/platform-rows.ts";
import { titleOf } from "../../kit/view/trend-title.ts";
import { lookUpNames } from "../../kit/read/look-up-names.ts";
import { capabilities, hasCapability } from "../../kit/command/capabilities.ts";
import { audienceFor, hashesOf, readTopOfFeed } from "../../kit/read/feed.ts";
import type { Background } from "./system-context.ts";
import { isWanted, type NewEntry, serializeNewEntries } from "../content/describe-new-entries.ts";
import { DAY_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import { readContent, type ReminderContent } from "../../../schedule/subject.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import type { GuildSettings, GuildSettingsStore } from "../../kit/settings/settings.ts";
import { allWaiting, type ReminderRow, reminderRows } from "../store/reminder-rows.ts";
import { type OccurrencePlan, writePlan } from "../store/write-occurrences.ts";
import { planNewEntries } from "./plan-occurrences.ts";

type UnseenEntry = NewEntry & Pick<Trend, "kind">;

const ENTRIES = "entries";
/** How often the platform is asked who may see an entry before the entry is skipped. */
export const MAX_TRIES = 24;

/**
 * Returns a function that finds trending entries new to each watch and plans posts about them. A watch's first poll
 * only remembers what is listed. Entries and plans are written in one transaction, so that none is posted twice.
 */
export function createNewEntriesWatch(parts: WatchDeps) {
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

async function findNew(deps: WatchDeps, looking: Search): Promise<void> {
  const { context, watch, listed } = looking;
  const { now } = context;
  const kind = watch === ENTRIES ? undefined : toTrendChoice(watch.slice(ENTRIES.length + 1));
  const mine = listed.filter((trend) => isOfKind(trend, kind));
  const keys = mine.flatMap((trend) => trendKeyText(trend.key) ?? []);
  const seen = seenEntries(deps.queries);
  if ((await seen.lastLook(watch)) === undefined) {
    await seen.add(watch, keys, now);
    return;
  }
  const unseen = new Set(await seen.unseen(watch, keys));
  const mineUnseen = mine.filter((trend) => unseen.has(trendKeyText(trend.key) ?? ""));
  const { fresh, undecided } = await publicEntriesOf(mineUnseen, looking);
  const decided = keys.filter((key) => !undecided.has(key));
  await tellWatching(deps, {
    watch,
    now,
    remember: (transaction) => seenEntries(transaction).add(watch, decided, now),
    ...(fresh.length > 0 && {
      newFor: (content, guild) => fresh.filter((entry) => isWanted(entry.kind, content, guild)),
    }),
  });
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
