import { HOUR_MS } from "../../../base/duration.ts";
import { trendOfEntry } from "../../../game/trending.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";
import { audienceFor, rulesOf } from "../../kit/read/feed.ts";
import type { ReminderContent } from "../../../schedule/subject.ts";
import { type FoldedText, foldText, isNamedIn, readScope, type Watched } from "../../../schedule/watched.ts";
import { orTrouble } from "../content/description.ts";
import { isWanted, type NewEntry } from "../content/describe-new-entries.ts";
import { type Appearing, createAppearingReader } from "../content/read-appearing.ts";
import { seenEntries } from "../store/platform-rows.ts";
import { MAX_TRIES, tellWatching, type WatchDeps } from "./new-entries-watch.ts";
import type { Background } from "./system-context.ts";

export interface NameWatchDeps extends WatchDeps {
  readonly background: (signal: AbortSignal, locale?: string) => Background;
}

/** Looks that don't show it for so long end an appearance: platforms flicker for hours. */
const GONE_MS = 12 * HOUR_MS;

/** Something new, ready to be looked for by name. */
interface Told {
  readonly entry: NewEntry;
  readonly trend: Appearing["trend"];
  readonly words: FoldedText;
}

/**
 * Returns a function that finds what newly came up for the watches of each kind and language, and plans posts for those
 * who wait for it. All of them share one look: what they cost is what newly appears, not how many there are.
 */
export function createNameWatch(deps: NameWatchDeps) {
  const read = createAppearingReader();
  const tries = new Map<string, ReadonlyMap<string, number>>();
  return async ({ signal }: Background, scopes: readonly string[]): Promise<void> => {
    for (const scope of scopes) {
      const watched = readScope(scope);
      if (watched === undefined) continue;
      const context = deps.background(signal, watched.language);
      const appearing = await read(context, watched.of);
      if (appearing !== undefined) await look(deps, { scope, of: watched.of, context, appearing, tries });
    }
  };
}

interface Look {
  readonly scope: string;
  readonly of: Watched;
  readonly context: Background;
  readonly appearing: readonly Appearing[];
  /** By scope and key: how often it could not be decided. */
  readonly tries: Map<string, ReadonlyMap<string, number>>;
}

async function look(deps: NameWatchDeps, looking: Look): Promise<void> {
  const { scope, context, appearing } = looking;
  const { now } = context;
  const keys = appearing.map(({ key }) => key);
  const seen = seenEntries(deps.queries);
  const lastLook = await seen.lastLook(scope);
  if (lastLook === undefined) {
    await seen.add(scope, keys, now);
    return;
  }
  const unseen = new Set(await seen.unseen(scope, keys, lastLook - GONE_MS));
  const { told, undecided } = await decide(
    appearing.filter(({ key }) => unseen.has(key)),
    looking,
  );
  await tellWatching(deps, {
    watch: scope,
    now,
    async remember(transaction) {
      const rows = seenEntries(transaction);
      // Nothing is known of the time between two looks: what is gone now was there until just before.
      await rows.keepUntil(scope, lastLook, now - 1);
      const decided = keys.filter((key) => !undecided.has(key));
      await rows.add(scope, decided, now);
    },
    ...(told.length > 0 && { newFor: (content, guild) => namedBy(content, guild, told) }),
  });
}

/** Returns what everyone may see of what is new; what is not known yet is looked at again. */
async function decide(fresh: readonly Appearing[], { scope, of, context, tries }: Look) {
  const told: Told[] = [];
  const undecided = new Map<string, number>();
  for (const { title, trend, ...one } of fresh) {
    const audience = trend === undefined ? "everyone" : await audienceFor(context, trend);
    if (audience === "age-gated") continue;
    const words = of === "creation" ? await authorOf(context, trend) : title;
    const times = (tries.get(scope)?.get(one.key) ?? 0) + 1;
    if (audience === "everyone" && title !== undefined && words !== undefined)
      told.push({ entry: { ...one, title }, trend, words: foldText(words) });
    else if (times < MAX_TRIES) undecided.set(one.key, times);
  }
  tries.set(scope, undecided);
  return { told, undecided };
}

/** Lists of stubs name no author: the entry does. */
async function authorOf(context: Background, trend: Appearing["trend"]): Promise<string | undefined> {
  if (trend === undefined || trend.author !== undefined) return trend?.author;
  const { type, id: identifier } = trend.key;
  const { platform, locale, signal } = context;
  if (type === "article" || !platform.offers("trending.entry")) return undefined;
  const read = await orTrouble(platform.trendingEntry({ type, identifier, locale, signal }));
  return typeof read === "string" ? undefined : trendOfEntry(read.data, rulesOf(context)).author;
}

/** Returns what a watch waits for, each name once. */
function namedBy(
  content: ReminderContent,
  guild: GuildSettings | undefined,
  told: readonly Told[],
): readonly NewEntry[] {
  const { subject } = content;
  if (subject.kind !== "watch") return [];
  const wanted = told.filter(
    ({ trend, words }) =>
      isNamedIn(words, subject.name) && (trend === undefined || isWanted(trend.kind, content, guild)),
  );
  return [...new Map(wanted.map(({ entry }) => [entry.title, entry])).values()];
}
