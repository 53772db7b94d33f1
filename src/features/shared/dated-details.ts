import { toLine } from "../../game/readable.ts";
import { toTrendDetails } from "../../game/trend-details.ts";
import { isSameTrend } from "../../game/trend-search.ts";
import { capabilities, hasCapability } from "./capabilities.ts";
import type { CommandContext } from "./command-context.ts";
import { lookUpNames } from "./look-up-names.ts";
import { readMilestoneContent } from "./read-milestone-content.ts";
import type { Subject } from "./schedule/subject.ts";
import { findListed, rulesOf } from "./trending/feed.ts";

export type PlatformSubject = Extract<Subject, { kind: "milestone" | "ritual" }>;

/** What the platform says about something besides its dates. */
interface DatedDetails {
  /** Empty where there is none. */
  readonly title: string;
  readonly about?: string | undefined;
  readonly pictureUrl?: string | undefined;
  readonly pageUrl?: string | undefined;
}

/** Returns the details from the platform's list; throws the platform's failure. */
export async function readDatedDetails(
  context: CommandContext,
  subject: PlatformSubject,
): Promise<DatedDetails> {
  if (subject.kind === "milestone") {
    const names = await lookUpNames(context, { milestone: [subject.hash] });
    const { name = "", description, iconUrl } = names.of("milestone", subject.hash) ?? {};
    return { title: name.trim(), about: description, pictureUrl: iconUrl };
  }
  const trend = await readListedEvent(context, subject);
  return {
    title: toLine(trend?.title ?? ""),
    about: trend?.tagline,
    pictureUrl: context.platform.imageUrl(trend?.picture),
    pageUrl: context.pageLinks.of(trend?.link),
  };
}

async function readListedEvent(context: CommandContext, subject: Extract<Subject, { kind: "ritual" }>) {
  if (!hasCapability(context, capabilities.trending)) return undefined;
  const key = { type: Number(subject.type), id: subject.id };
  const trend = (await findListed(context, key)).found?.trend;
  const isShown = trend !== undefined && isSameTrend(trend.key, key) && trend.audience !== "age-gated";
  return isShown ? trend : undefined;
}

/** Returns its reward items and picture from its own page; throws the platform's failure. */
export async function readRewards(context: CommandContext, subject: Subject) {
  const event = await readEvent(context, subject);
  const content =
    subject.kind === "milestone" ? await readMilestoneContent(context, subject.hash) : event?.content;
  return {
    rewards: [...new Set((content?.rewards ?? []).flatMap(({ items }) => items))],
    picture: context.platform.imageUrl(event?.picture),
  };
}

async function readEvent(context: CommandContext, subject: Subject) {
  const { platform, locale, signal } = context;
  if (subject.kind !== "ritual" || !platform.offers("trending.entry")) return undefined;
  const { type, id: identifier } = subject;
  const { data } = await platform.trendingEntry({ type: Number(type), identifier, locale, signal });
  const details = toTrendDetails(data, rulesOf(context));
  return details.type === "ritual" ? details : undefined;
}
