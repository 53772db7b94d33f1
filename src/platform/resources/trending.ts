import { z } from "zod";

import { ContentItemPublicContract } from "./content.ts";
import { GameMilestoneContent, GamePublicMilestone } from "./milestones.ts";
import {
  booleanField,
  dateTimeField,
  enumField,
  int32Field,
  int64Field,
  listOf,
  maybe,
  numberField,
  record,
  textField,
  uint32Field,
} from "./wire.ts";

/** interface.md, TrendingEntryNews and TrendingEntrySupportArticle. */
const TrendingEntryNews = record("TrendingEntryNews", { article: maybe(ContentItemPublicContract) });
const TrendingEntrySupportArticle = record("TrendingEntrySupportArticle", {
  article: maybe(ContentItemPublicContract),
});

const TrendingEntryGameItem = record("TrendingEntryGameItem", { itemHash: uint32Field });

const GameItemQuantity = record("GameItemQuantity", {
  itemHash: uint32Field,
  itemInstanceId: maybe(int64Field),
  quantity: maybe(int32Field),
});

const GamePublicActivityStatus = record("GamePublicActivityStatus", {
  challengeObjectiveHashes: listOf(uint32Field),
  modifierHashes: listOf(uint32Field),
  rewardTooltipItems: listOf(GameItemQuantity),
});

const TrendingEntryGameActivity = record("TrendingEntryGameActivity", {
  activityHash: uint32Field,
  status: maybe(GamePublicActivityStatus),
});

const TrendingEntryGameRitual = record("TrendingEntryGameRitual", {
  image: maybe(z.string()),
  icon: maybe(z.string()),
  title: maybe(z.string()),
  subtitle: maybe(z.string()),
  dateStart: maybe(dateTimeField),
  dateEnd: maybe(dateTimeField),
  milestoneDetails: maybe(GamePublicMilestone),
  eventContent: maybe(GameMilestoneContent),
});

/** interface.md, TrendingEntryCommunityCreation: made by a player. */
const TrendingEntryCommunityCreation = record("TrendingEntryCommunityCreation", {
  media: maybe(z.string()),
  title: maybe(z.string()),
  author: maybe(z.string()),
  authorMembershipId: maybe(int64Field),
  postId: maybe(int64Field),
  body: maybe(z.string()),
  upvotes: maybe(int32Field),
});

const TrendingEntryCommunityStream = record("TrendingEntryCommunityStream", {
  image: maybe(z.string()),
  title: maybe(z.string()),
  partnershipIdentifier: maybe(z.string()),
  partnershipType: maybe(enumField("PartnershipType")),
});

/**
 * interface.md, TrendingEntry: the details of one entry, keyed by `entityType` AND `identifier`. The profile's
 * table of TrendingEntryType says which sub-object a type fills.
 */
export type TrendingEntry = z.output<typeof TrendingEntry>;
export const TrendingEntry = record("TrendingEntry", {
  identifier: textField,
  entityType: enumField("TrendingEntryType"),
  news: maybe(TrendingEntryNews),
  support: maybe(TrendingEntrySupportArticle),
  gameItem: maybe(TrendingEntryGameItem),
  gameActivity: maybe(TrendingEntryGameActivity),
  gameRitual: maybe(TrendingEntryGameRitual),
  creation: maybe(TrendingEntryCommunityCreation),
  stream: maybe(TrendingEntryCommunityStream),
});

/** What a list holds where a service lists stubs (platform.md, Trending). */
const stubFields = {
  identifier: textField,
  entityType: enumField("TrendingEntryType"),
  displayName: maybe(z.string()),
  tagline: maybe(z.string()),
  image: maybe(z.string()),
  link: maybe(z.string()),
  startDate: maybe(dateTimeField),
  endDate: maybe(dateTimeField),
  isFeatured: maybe(booleanField),
  weight: maybe(numberField),
};

export type TrendingStub = z.output<typeof TrendingStub>;
export const TrendingStub = record("TrendingStub", {
  ...stubFields,
  items: listOf(record("TrendingStubItem", stubFields)),
});
