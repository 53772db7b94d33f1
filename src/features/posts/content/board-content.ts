import { LRUCache } from "lru-cache";

import { HOUR_MS } from "../../../base/duration.ts";
import { phaseAt } from "../../../game/times.ts";
import { sortMilestones, toMilestone } from "../../../game/milestones.ts";
import type { Names } from "../../../game/names.ts";
import { isOfKind, type TrendChoice, trendChoices, trendKeyText } from "../../../game/trend-search.ts";
import { isCreation, type Trend } from "../../../game/trending.ts";
import type { BoardEntry, BoardList } from "./shown-content.ts";
import type { Age } from "../../kit/view/view-context.ts";
import { nameOf } from "../../kit/view/milestone-parts.ts";
import { tileOf } from "../../kit/view/entry-cards.ts";
import { kindName } from "../../kit/view/trend-title.ts";
import { ageOf, lookUpNames } from "../../kit/read/look-up-names.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";
import { offerOfMilestone, offerOfTrend } from "../../kit/read/remind-me-offers.ts";
import { type Background, systemContext, type BackgroundServices } from "../engine/system-context.ts";
import { hashesOf, mayBeShown, readTopOfFeed } from "../../kit/read/feed.ts";
import type { Clock } from "../../../base/clock.ts";
import { isMilepostError, type MilepostError } from "../../../base/errors.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import { hasCapability } from "../../kit/command/capabilities.ts";
import { boardNeeds, type BoardSubject } from "../board-service.ts";

/** How many lines a board has: a phone shows them without scrolling. */
const LINES = 10;
/** How long "everyone may see this entry" is remembered. */
const VERDICT_MS = HOUR_MS;
const MOST_VERDICTS = 2_000;

/** What a board wants of the list. */
interface BoardWish {
  readonly guildId: string;
  readonly stat?: string | undefined;
  readonly kind?: TrendChoice | undefined;
  readonly settings: Pick<GuildSettings, "kinds" | "areCreationsOn">;
}

/** What the platform lists, in one language, for all boards that show it. */
interface BoardSource {
  readonly age: Age;
  list(wish: BoardWish): Promise<BoardList>;
}

/** Entries that everyone may see, so that not every look asks again. */
type Verdicts = LRUCache<string, boolean>;

function boardVerdicts(): Verdicts {
  return new LRUCache({ max: MOST_VERDICTS, ttl: VERDICT_MS });
}

async function readMilestoneSource(context: Background): Promise<BoardSource> {
  const { platform, locale, signal, now } = context;
  const dated = await platform.milestonesPublic({ locale, signal });
  const all = sortMilestones(Object.values(dated.data).map(toMilestone), now).filter(
    (milestone) => phaseAt(milestone, now) !== "ended",
  );
  const shown = all.slice(0, LINES);
  const names = await lookUpNames(context, { milestone: shown.map(({ hash }) => hash) });
  const view = context.view;
  const entries = shown.map((milestone) => ({
    key: String(milestone.hash),
    title: nameOf("milestone", milestone.hash, { ...view, names }),
    starts: milestone.starts,
    ends: milestone.ends,
    offer: offerOfMilestone(context, milestone),
    art: {
      kind: "event",
      kindName: "",
      picture: names.of("milestone", milestone.hash)?.iconUrl,
      isIcon: true,
    },
  }));
  const { at, isStale, isMaintenance } = dated;
  return {
    age: { at, isStale, isMaintenance },
    list: async () => ({
      entries,
      keys: all.map(({ hash }) => String(hash)),
      more: all.length - entries.length,
      isOff: false,
    }),
  };
}

/** Age-gated entries are left out, wherever a board is. */
async function readTrendingSource(context: Background, verdicts: Verdicts): Promise<BoardSource> {
  const feed = await readTopOfFeed(context);
  const trends = feed.listed.map(({ trend }) => trend);
  const lists = new Map<string, Promise<BoardList>>();
  return {
    age: ageOf(feed.parts) ?? { at: context.now, isStale: false },
    list(wish) {
      const key = JSON.stringify([wish.kind, wish.settings.kinds, wish.settings.areCreationsOn]);
      const made = lists.get(key) ?? listOf(context, { trends, wish, verdicts });
      lists.set(key, made);
      return made;
    },
  };
}

interface Choosing {
  readonly trends: readonly Trend[];
  readonly wish: BoardWish;
  readonly verdicts: Verdicts;
}

async function listOf(context: Background, { trends, wish, verdicts }: Choosing): Promise<BoardList> {
  const isOff = wish.kind === "creation" && !wish.settings.areCreationsOn;
  const wanted = trends.filter((trend) => trend.audience !== "age-gated" && isWanted(trend, wish));
  const shown: Trend[] = [];
  let looked = 0;
  while (shown.length < LINES && looked < wanted.length) {
    const next = wanted.slice(looked, looked + LINES - shown.length);
    looked += next.length;
    shown.push(...(await forEveryone(context, next, verdicts)));
  }
  const names = await lookUpNames(context, hashesOf(shown));
  return {
    entries: shown.flatMap((trend) => entryOf(trend, { names, wish, context })),
    keys: wanted.flatMap(({ key }) => trendKeyText(key) ?? []),
    more: wanted.length - looked,
    isOff,
  };
}

async function forEveryone(
  context: Background,
  trends: readonly Trend[],
  verdicts: Verdicts,
): Promise<readonly Trend[]> {
  const open = trends.filter((trend) => verdicts.get(verdictKey(trend)) === undefined);
  const found = await mayBeShown(context, open);
  for (const [index, trend] of open.entries()) {
    // Unknown ones are asked about again at the next look.
    if (found[index] === true) verdicts.set(verdictKey(trend), true);
  }
  return trends.filter((trend) => verdicts.get(verdictKey(trend)) === true);
}

function verdictKey({ key, title }: Trend): string {
  return JSON.stringify([key.type, key.id, title]);
}

function isWanted({ kind }: Trend, { kind: wanted, settings }: BoardWish): boolean {
  if (!isOfKind({ kind }, wanted)) return false;
  if (isCreation(kind) && !settings.areCreationsOn) return false;
  const { kinds } = settings;
  return kinds === "all" || trendChoices.some((one) => kinds.includes(one) && isOfKind({ kind }, one));
}

function entryOf(
  trend: Trend,
  { names, wish, context }: { readonly names: Names; readonly wish: BoardWish; readonly context: Background },
): readonly BoardEntry[] {
  const key = trendKeyText(trend.key);
  if (key === undefined) return [];
  const view = { ...context.view, names };
  const { starts, ends } = trend;
  const offer = offerOfTrend(context, trend);
  const { title, ...art } = tileOf(trend, view);
  const named = kindName(trend, view);
  // An entry without a title is called by its kind; a title that says the same by chance has its kind beside it.
  const isCalledSo = named === title && trend.title === undefined;
  const kind = wish.kind === undefined && !isCalledSo ? named : undefined;
  return [{ key, title, kind, starts, ends, offer, art }];
}

/** Returns what a server's ranking shows, at most so many entries, and the keys of all. */
export type RankingEntries = (
  context: Background,
  wanted: { readonly guildId: string; readonly stat?: string | undefined; readonly most: number },
) => Promise<{
  readonly entries: readonly { readonly key: string; readonly title: string }[];
  readonly keys: readonly string[];
}>;

/** Empty is certain here: whoever left must be gone at once. */
function rankingSource(context: Background, ranking: RankingEntries): BoardSource {
  return {
    age: { at: context.now, isStale: false },
    async list({ guildId, stat }) {
      const { entries, keys } = await ranking(context, { guildId, stat, most: LINES });
      return { entries, keys, more: keys.length - entries.length, isOff: keys.length === 0 };
    },
  };
}

export interface SourceParts {
  /** Absent where nobody can be visible. */
  readonly ranking?: RankingEntries | undefined;
  /** The services that read the content. */
  readonly services: BackgroundServices;
  readonly clock: Clock;
  readonly mention?: InvocationContext["mention"];
}

/** The list; or why it can't be read, undefined where the platform has no such list. */
export type Sourced = BoardSource | { readonly failure: MilepostError | undefined };

/** Reads public lists of the platform. */
export class BoardSources {
  readonly #parts: SourceParts;
  readonly #verdicts: Verdicts = boardVerdicts();

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  /** Returns a function that reads each list once per language. */
  look(signal: AbortSignal): (what: BoardSubject, locale: string) => Promise<Sourced> {
    const read = new Map<string, Promise<Sourced>>();
    return (what, locale) => {
      const key = `${what} ${locale}`;
      const known = read.get(key) ?? this.#read(what, this.context(locale, signal));
      read.set(key, known);
      return known;
    };
  }

  /** `guildId`: the server whose members will see it. */
  context(locale: string, signal: AbortSignal, guildId?: string): Background {
    const { services, clock, mention } = this.#parts;
    const asked = { services, now: clock.now(), locale, signal, guildId };
    return systemContext({ ...asked, ...(mention !== undefined && { mention }) });
  }

  async #read(what: BoardSubject, context: Background): Promise<Sourced> {
    const { ranking } = this.#parts;
    if (!hasCapability(context, boardNeeds[what])) return { failure: undefined };
    if (what === "ranking")
      return ranking === undefined ? { failure: undefined } : rankingSource(context, ranking);
    try {
      return what === "milestones"
        ? await readMilestoneSource(context)
        : await readTrendingSource(context, this.#verdicts);
    } catch (error) {
      if (!isMilepostError(error)) throw error;
      return { failure: error };
    }
  }
}
