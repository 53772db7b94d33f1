import { DAY_MS } from "../../../base/duration.ts";
import { toMilestone } from "../../../game/milestones.ts";
import { resetsFrom } from "../../../game/progress-resets.ts";
import { toLine } from "../../../game/readable.ts";
import type { Term } from "../../../game/times.ts";
import { toTrendDetails } from "../../../game/trend-details.ts";
import { isSameTrend } from "../../../game/trend-search.ts";
import type { Dated } from "../../../platform/client.ts";
import { type Capability, capabilities, hasCapability } from "../../kit/command/capabilities.ts";
import type { CommandContext } from "../../kit/command/command-context.ts";
import { lookUpNames, readMilestoneContent } from "../../kit/read/look-up-names.ts";
import type { DatedSubject } from "../read/read-subject.ts";
import {
  type DatedKind,
  subjectOfKey,
  type SubjectOf,
  type TimedSubject,
} from "../../../schedule/subject.ts";
import { findListed, readTopOfFeed, rulesOf } from "../../kit/read/feed.ts";

/** A dated subject as a source gave it. */
export interface SeenSubject extends DatedSubject {
  /** When the platform made that answer; now, where it isn't asked. */
  readonly seenAt: number;
  /** Whether the answer came from a stale cache: then nothing is learned from it. */
  readonly isStale: boolean;
}

/** What is said about something besides its dates. */
interface DatedDetails {
  /** Empty where there is none. */
  readonly title: string;
  readonly about?: string | undefined;
  readonly pictureUrl?: string | undefined;
  /** The picture is wide: no icon. */
  readonly isBanner?: boolean;
  readonly pageUrl?: string | undefined;
}

/** What gives a kind of subject its dates, name, picture and rewards. Each of these throws the platform's failure. */
export interface DatedSource {
  /** The platform's list it is read from; absent where the platform isn't asked. */
  readonly list?: { readonly capability: Capability; ask(context: CommandContext): Promise<Dated<unknown>> };
  /** Returns all that has dates now; answers older than `maxAgeMs` are read again. */
  read(context: CommandContext, maxAgeMs?: number): Promise<readonly SeenSubject[]>;
  /** Returns what the list says about one. */
  details(context: CommandContext, subject: TimedSubject): Promise<DatedDetails>;
  /** Returns the hashes of one's reward items, each once, and a picture, from its own page. */
  rewards(
    context: CommandContext,
    subject: TimedSubject,
  ): Promise<{ readonly rewards: readonly number[]; readonly picture: string | undefined }>;
}

const milestones: DatedSource = {
  list: {
    capability: capabilities.milestones,
    ask: ({ platform, locale, signal }) => platform.milestonesPublic({ locale, signal }),
  },
  async read(context, maxAgeMs) {
    const { platform, locale, signal, now } = context;
    const asked = { locale, signal, ...(maxAgeMs !== undefined && { maxAgeMs }) };
    const { data, at: seenAt, isStale } = await platform.milestonesPublic(asked);
    const all = Object.values(data).map(toMilestone);
    const known = all.filter(({ starts, ends }) => starts !== undefined || ends !== undefined);
    const names = await lookUpNames(context, { milestone: known.map(({ hash }) => hash) });
    const { shared, remind } = context.messages(locale);
    const { weekly, daily } = resetsFrom(all, now);
    const reset = (every: "day" | "week", next: number | undefined, everyMs: number) => {
      const subject = { kind: "reset", every } as const;
      const label = remind.what.resets[every];
      return next === undefined ? [] : [{ subject, label, startAt: next, everyMs, seenAt, isStale }];
    };
    return [
      ...reset("week", weekly?.next, 7 * DAY_MS),
      ...reset("day", daily?.next, DAY_MS),
      ...known.map(({ hash, ...term }) => ({
        subject: { kind: "milestone", hash } as const,
        label: names.of("milestone", hash)?.name.trim() || shared.unnamed.milestone(String(hash)),
        ...datesOf(term),
        seenAt,
        isStale,
      })),
    ];
  },
  async details(context, { hash }: SubjectOf<"milestone">) {
    const names = await lookUpNames(context, { milestone: [hash] });
    const { name = "", description, iconUrl } = names.of("milestone", hash) ?? {};
    return { title: name.trim(), about: description, pictureUrl: iconUrl };
  },
  async rewards(context, { hash }: SubjectOf<"milestone">) {
    const names = await lookUpNames(context, { milestone: [hash] });
    const rewards = itemsOf(await readMilestoneContent(context, hash));
    return { rewards, picture: names.of("milestone", hash)?.iconUrl };
  },
};

const events: DatedSource = {
  list: {
    capability: capabilities.trending,
    ask: ({ platform, locale, signal }) => platform.trendingList({ page: 0, locale, signal }),
  },
  async read(context) {
    const feed = await readTopOfFeed(context);
    const seenAt = Math.min(...feed.parts.map(({ at }) => at));
    const isStale = feed.parts.some((part) => part.isStale);
    const { kinds } = context.messages(context.locale).trending;
    return feed.listed.flatMap(({ trend }) => {
      const { kind, key, starts, ends, title, audience } = trend;
      if (kind !== "event" || key.type === "article" || audience === "age-gated") return [];
      if (starts === undefined && ends === undefined) return [];
      const subject = { kind: "ritual", type: String(key.type), id: key.id } as const;
      return [{ subject, label: toLine(title ?? "") || kinds.event, ...datesOf(trend), seenAt, isStale }];
    });
  },
  async details(context, subject: SubjectOf<"ritual">) {
    const trend = await readListedEvent(context, subject);
    return {
      title: toLine(trend?.title ?? ""),
      about: trend?.tagline,
      pictureUrl: context.platform.imageUrl(trend?.picture),
      isBanner: true,
      pageUrl: context.pageLinks.of(trend?.link),
    };
  },
  async rewards(context, subject: SubjectOf<"ritual">) {
    const event = await readEvent(context, subject);
    return { rewards: itemsOf(event?.content), picture: context.platform.imageUrl(event?.picture) };
  },
};

/** What each kind is read from. A new kind with dates doesn't compile without an entry here. */
const SOURCES: Readonly<Record<DatedKind, DatedSource>> = {
  milestone: milestones,
  reset: milestones,
  ritual: events,
};

export function sourceOf({ kind }: TimedSubject): DatedSource {
  return SOURCES[kind];
}

/** Returns what the subjects with these keys are read from; all sources where no keys are given. */
export function sourcesOf(keys?: readonly string[]): readonly DatedSource[] {
  const kinds = keys && new Set<string | undefined>(keys.map((key) => subjectOfKey(key)?.kind));
  const wanted = Object.entries(SOURCES).filter(([kind]) => kinds?.has(kind) ?? true);
  return [...new Set(wanted.map(([, source]) => source))];
}

function datesOf({ starts, ends }: Term): Pick<DatedSubject, "startAt" | "endAt"> {
  return { ...(starts !== undefined && { startAt: starts }), ...(ends !== undefined && { endAt: ends }) };
}

function itemsOf(content?: { readonly rewards: readonly { readonly items: readonly number[] }[] }) {
  return [...new Set((content?.rewards ?? []).flatMap(({ items }) => items))];
}

async function readListedEvent(context: CommandContext, { type, id }: SubjectOf<"ritual">) {
  if (!hasCapability(context, capabilities.trending)) return undefined;
  const key = { type: Number(type), id };
  const trend = (await findListed(context, key)).found?.trend;
  const isShown = trend !== undefined && isSameTrend(trend.key, key) && trend.audience !== "age-gated";
  return isShown ? trend : undefined;
}

async function readEvent(context: CommandContext, { type, id: identifier }: SubjectOf<"ritual">) {
  const { platform, locale, signal } = context;
  if (!platform.offers("trending.entry")) return undefined;
  const { data } = await platform.trendingEntry({ type: Number(type), identifier, locale, signal });
  const details = toTrendDetails(data, rulesOf(context));
  return details.type === "ritual" ? details : undefined;
}
