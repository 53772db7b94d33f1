import { DAY_MS } from "../../../base/duration.ts";
import type { Log } from "../../../base/log.ts";
import { isMilepostError } from "../../../base/errors.ts";
import { isOfKind, toTrendChoice, trendKeyText } from "../../../game/trend-search.ts";
import type { Trend } from "../../../game/trending.ts";
import { planOfNews } from "./plan-occurrences.ts";
import { readContent } from "../../shared/schedule/subject.ts";
import type { Queries } from "../../../storage/schema.ts";
import { type Plan, writePlan } from "../store/write-plan.ts";
import { allWaiting, type ReminderRow, reminderRows } from "../store/reminder-rows.ts";
import { seenEntries } from "../store/seen-entry-rows.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import { titleOf } from "../../shared/view/trend-title.ts";
import type { GuildSettingsStore } from "../../shared/guild-settings.ts";
import { lookUpNames } from "../../shared/look-up-names.ts";
import { capabilities, hasCapability } from "../../shared/capabilities.ts";
import { audienceFor } from "../../shared/trending/audience.ts";
import { readFeed, hashesOf } from "../../shared/trending/feed.ts";
import type { Background } from "../../shared/system-context.ts";
import { isWanted, writeNews } from "../content/news.ts";

export interface NewsParts {
  readonly queries: Queries;
  readonly guilds: Pick<GuildSettingsStore, "of">;
  readonly log: Log;
  readonly wake: () => void;
}

/** One entry that nobody saw before. */
interface Fresh {
  readonly trend: Trend;
  readonly key: string;
  readonly title: string;
}

const ENTRIES = "entries";
const ENOUGH_LISTED = 100;
const USEFUL_MS = DAY_MS;
/** An entry of which the platform can't say who may see it is asked about so often; then it is passed over. */
const MOST_ASKED = 24;

/**
 * Looks for trending entries that are new to each watch. Its first look only remembers. What is new and what is
 * planned about it are written down together: neither a crash nor a second look tells of it twice.
 */
export function createNewsWatch(parts: NewsParts) {
  const asked: Looking["asked"] = new Map();
  return async (context: Background, watches: readonly string[]): Promise<void> => {
    const wanted = watches.filter((watch) => watch === ENTRIES || watch.startsWith(`${ENTRIES}:`));
    if (wanted.length === 0 || !hasCapability(context, capabilities.trending)) return;
    const listed = await readListed(context);
    if (listed.length === 0) return;
    for (const watch of wanted) await lookFor(parts, { context, watch, listed, asked });
  };
}

/** An old answer, or none, tells of nothing new. */
async function readListed(context: Background): Promise<readonly Trend[]> {
  try {
    const feed = await readFeed(context, ({ listed }) => listed.length >= ENOUGH_LISTED);
    if (feed.parts.some((part) => part.isStale)) return [];
    return feed.listed.map(({ trend }) => trend);
  } catch (error) {
    if (isMilepostError(error)) return [];
    throw error;
  }
}

interface Looking {
  readonly context: Background;
  readonly watch: string;
  readonly listed: readonly Trend[];
  /** By watch: how often entries that are still undecided were asked about in vain, by key. */
  readonly asked: Map<string, ReadonlyMap<string, number>>;
}

async function lookFor({ queries, guilds, log, wake }: NewsParts, looking: Looking): Promise<void> {
  const { context, watch } = looking;
  const { now } = context;
  const kind = watch === ENTRIES ? undefined : toTrendChoice(watch.slice(ENTRIES.length + 1));
  const mine = looking.listed.filter((trend) => isOfKind(trend, kind));
  const keys = mine.flatMap((trend) => trendKeyText(trend.key) ?? []);
  const seen = seenEntries(queries);
  if (!(await seen.hasBegun(watch))) {
    await seen.add(watch, keys, now);
    return;
  }
  const unseen = new Set(await seen.unseen(watch, keys));
  const { fresh, undecided } = await freshOf(
    mine.filter((trend) => unseen.has(trendKeyText(trend.key) ?? "")),
    looking,
  );
  const isPlanned = await writeTransaction(queries, async (transaction) => {
    const decided = keys.filter((key) => !undecided.has(key));
    await seenEntries(transaction).add(watch, decided, now);
    if (fresh.length === 0) return false;
    for await (const rows of allWaiting(reminderRows(transaction), { watch })) {
      const plans = rows.flatMap((row) => plansFor(row, fresh, { now, guilds, log }));
      for (const plan of plans) await writePlan(transaction, plan, now);
    }
    return true;
  });
  if (isPlanned) wake();
}

/** Those that everybody may see. Of others nothing is ever told. */
async function freshOf(
  trends: readonly Trend[],
  { context, watch, asked }: Looking,
): Promise<{ readonly fresh: readonly Fresh[]; readonly undecided: ReadonlyMap<string, number> }> {
  const fresh: Fresh[] = [];
  const undecided = new Map<string, number>();
  const names = await lookUpNames(context, hashesOf(trends));
  for (const trend of trends) {
    const key = trendKeyText(trend.key);
    if (key === undefined) continue;
    const audience = await audienceFor(context, trend);
    if (audience === "everyone") fresh.push({ trend, key, title: titleOf(trend, names, context.view) });
    const times = (asked.get(watch)?.get(key) ?? 0) + 1;
    if (audience === "unknown" && times < MOST_ASKED) undecided.set(key, times);
  }
  asked.set(watch, undecided);
  return { fresh, undecided };
}

function plansFor(
  row: ReminderRow,
  fresh: readonly Fresh[],
  { now, guilds, log }: { readonly now: number } & Pick<NewsParts, "guilds" | "log">,
): readonly Plan[] {
  try {
    const content = readContent(row);
    const guild = row.guild_id === null ? undefined : guilds.of(row.guild_id);
    const told = fresh.filter(({ trend }) => isWanted(trend.kind, content, guild));
    if (told.length === 0) return [];
    const note = writeNews(told.map(({ key, title, trend }) => ({ key, title, kind: trend.kind })));
    return [planOfNews(row, { now, usefulUntil: now + USEFUL_MS, note })];
  } catch (error) {
    log.warn("a reminder of new entries could not be read", { reference: row.id }, error);
    return [];
  }
}
