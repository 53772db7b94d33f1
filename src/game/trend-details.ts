import type { TrendingEntry } from "../platform/resources/trending.ts";
import { type Article, toArticle } from "./article.ts";
import {
  type MilestoneContent,
  type PublicMilestone,
  toMilestone,
  toMilestoneContent,
} from "./milestones.ts";
import { toHash, toHashes, toText } from "./plain-value.ts";
import { toTerm } from "./times.ts";
import { fieldOf } from "./trend-kinds.ts";
import type { TrendRules } from "./trending.ts";

/** What an entry is all about; "plain": nothing is known beyond what a list shows. */
export type TrendDetails =
  | { readonly type: "article"; readonly article: Article }
  | { readonly type: "item"; readonly hash: number }
  | ActivityDetails
  | RitualDetails
  | CreationDetails
  | StreamDetails
  | { readonly type: "plain" };

interface ActivityDetails {
  readonly type: "activity";
  readonly hash: number;
  readonly challenges: readonly number[];
  readonly modifiers: readonly number[];
  readonly rewards: readonly Reward[];
}

interface Reward {
  readonly hash: number;
  readonly quantity: number;
}

interface RitualDetails {
  readonly type: "ritual";
  readonly subtitle?: string | undefined;
  readonly picture?: string | undefined;
  readonly icon?: string | undefined;
  readonly starts?: number | undefined;
  readonly ends?: number | undefined;
  readonly milestone?: PublicMilestone | undefined;
  readonly content?: MilestoneContent | undefined;
}

/** Made by a player. */
interface CreationDetails {
  readonly type: "creation";
  readonly author?: string | undefined;
  readonly authorId?: string | undefined;
  readonly picture?: string | undefined;
  /** May be HTML. */
  readonly body?: string | undefined;
  readonly votes?: number | undefined;
}

interface StreamDetails {
  readonly type: "stream";
  readonly picture?: string | undefined;
  /** The streamer's name at the partner service. */
  readonly channel?: string | undefined;
}

export function toTrendDetails(entry: TrendingEntry, rules: TrendRules): TrendDetails {
  return detailsIn(entry, rules) ?? { type: "plain" };
}

function detailsIn(entry: TrendingEntry, rules: TrendRules): TrendDetails | undefined {
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

function articleDetails(holder: TrendingEntry["news"], rules: TrendRules): TrendDetails | undefined {
  const item = holder?.article;
  return item === null || item === undefined
    ? undefined
    : { type: "article", article: toArticle(item, rules.article) };
}

function itemDetails({ gameItem }: TrendingEntry): TrendDetails | undefined {
  const hash = toHash(gameItem?.itemHash);
  return hash === undefined ? undefined : { type: "item", hash };
}

function activityDetails({ gameActivity }: TrendingEntry): ActivityDetails | undefined {
  const hash = toHash(gameActivity?.activityHash);
  if (hash === undefined) return undefined;
  const status = gameActivity?.status;
  return {
    type: "activity",
    hash,
    challenges: toHashes(status?.challengeObjectiveHashes),
    modifiers: toHashes(status?.modifierHashes),
    rewards: (status?.rewardTooltipItems ?? [])
      .filter((reward) => reward.itemHash !== 0)
      .map((reward) => ({ hash: reward.itemHash, quantity: reward.quantity ?? 1 })),
  };
}

function ritualDetails({ gameRitual: ritual }: TrendingEntry): RitualDetails | undefined {
  if (ritual === null || ritual === undefined) return undefined;
  const { milestoneDetails, eventContent } = ritual;
  return {
    type: "ritual",
    subtitle: toText(ritual.subtitle),
    picture: toText(ritual.image),
    icon: toText(ritual.icon),
    ...toTerm(ritual.dateStart, ritual.dateEnd),
    ...(milestoneDetails && { milestone: toMilestone(milestoneDetails) }),
    ...(eventContent && { content: toMilestoneContent(eventContent) }),
  };
}

function creationDetails({ creation }: TrendingEntry): CreationDetails | undefined {
  if (creation === null || creation === undefined) return undefined;
  return {
    type: "creation",
    author: toText(creation.author),
    authorId: creation.authorMembershipId ?? undefined,
    picture: toText(creation.media),
    body: toText(creation.body),
    votes: creation.upvotes ?? undefined,
  };
}

function streamDetails({ stream }: TrendingEntry): StreamDetails | undefined {
  if (stream === null || stream === undefined) return undefined;
  return {
    type: "stream",
    picture: toText(stream.image),
    channel: toText(stream.partnershipIdentifier),
  };
}
