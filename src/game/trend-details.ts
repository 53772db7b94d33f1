import type { TrendingEntry } from "../platform/resources/trending.ts";
import { toArticle } from "./article.ts";
import { toMilestone, toMilestoneContent } from "./milestones.ts";
import { toHash, toHashes, toText } from "./plain-value.ts";
import { toName } from "./readable.ts";
import { toTerm } from "./times.ts";
import { fieldOf } from "./trend-kinds.ts";
import type { TrendRules } from "./trending.ts";

/** An entry's details; "plain": nothing beyond the list is known. */
export type TrendDetails = ReturnType<typeof toTrendDetails>;

export function toTrendDetails(entry: TrendingEntry, rules: TrendRules) {
  return detailsIn(entry, rules) ?? ({ type: "plain" } as const);
}

function detailsIn(entry: TrendingEntry, rules: TrendRules) {
  switch (fieldOf(entry, rules.types)) {
    case "news":
      return articleDetails(entry.news, rules);
    case "support":
      return articleDetails(entry.support, rules);
    case "gameItem":
      return itemDetails(entry);
    case "gameActivity":
      return activityDetails(entry);
    case "gameRitual":
      return ritualDetails(entry);
    case "creation":
      return creationDetails(entry);
    case "stream":
      return streamDetails(entry);
    case undefined:
      return undefined;
  }
}

function articleDetails(holder: TrendingEntry["news"], rules: TrendRules) {
  const item = holder?.article;
  return item ? { type: "article" as const, article: toArticle(item, rules.article) } : undefined;
}

function itemDetails({ gameItem }: TrendingEntry) {
  const hash = toHash(gameItem?.itemHash);
  return hash === undefined ? undefined : { type: "item" as const, hash };
}

function activityDetails({ gameActivity }: TrendingEntry) {
  const hash = toHash(gameActivity?.activityHash);
  if (hash === undefined) return undefined;
  const status = gameActivity?.status;
  return {
    type: "activity" as const,
    hash,
    challenges: toHashes(status?.challengeObjectiveHashes),
    modifiers: toHashes(status?.modifierHashes),
    rewards: (status?.rewardTooltipItems ?? [])
      .filter((reward) => reward.itemHash !== 0)
      .map((reward) => ({ hash: reward.itemHash, quantity: reward.quantity ?? 1 })),
  };
}

function ritualDetails({ gameRitual: ritual }: TrendingEntry) {
  if (!ritual) return undefined;
  const { milestoneDetails, eventContent } = ritual;
  return {
    type: "ritual" as const,
    subtitle: toText(ritual.subtitle),
    picture: toText(ritual.image),
    icon: toText(ritual.icon),
    ...toTerm(ritual.dateStart, ritual.dateEnd),
    milestone: milestoneDetails ? toMilestone(milestoneDetails) : undefined,
    content: eventContent ? toMilestoneContent(eventContent) : undefined,
  };
}

function creationDetails({ creation }: TrendingEntry) {
  if (!creation) return undefined;
  return {
    type: "creation" as const,
    author: toName(creation.author),
    authorId: creation.authorMembershipId ?? undefined,
    picture: toText(creation.media),
    /** May be HTML. */
    body: toText(creation.body),
    votes: creation.upvotes ?? undefined,
  };
}

function streamDetails({ stream }: TrendingEntry) {
  if (!stream) return undefined;
  return {
    type: "stream" as const,
    picture: toText(stream.image),
    /** The streamer's name at the partner service. */
    channel: toText(stream.partnershipIdentifier),
  };
}
