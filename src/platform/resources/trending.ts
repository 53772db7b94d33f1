import { z } from "zod";

import { ContentItemPublicContract } from "./content.ts";
import { ACTIVITY, GameMilestoneContent, GamePublicMilestone } from "./milestones.ts";
import {
  boolean,
  dateTime,
  enumOf,
  int32,
  int64,
  listOf,
  maybe,
  namedRecord,
  number,
  prose,
  record,
  text,
  uint32,
} from "./wire.ts";

/** TrendingEntryNews and TrendingEntrySupportArticle. */
const TrendingEntryNews = record("TrendingEntryNews", { article: maybe(ContentItemPublicContract) });
const TrendingEntrySupportArticle = record("TrendingEntrySupportArticle", {
  article: maybe(ContentItemPublicContract),
});

const ITEM = { table: "item", hash: "itemHash" } as const;

const TrendingEntryGameItem = namedRecord("TrendingEntryGameItem", ITEM, { itemHash: uint32 });

const GameItemQuantity = namedRecord("GameItemQuantity", ITEM, {
  itemHash: uint32,
  itemInstanceId: maybe(int64),
  quantity: maybe(int32),
});

const GamePublicActivityStatus = record("GamePublicActivityStatus", {
  challengeObjectiveHashes: listOf(uint32),
  modifierHashes: listOf(uint32),
  rewardTooltipItems: listOf(GameItemQuantity),
});

const TrendingEntryGameActivity = namedRecord("TrendingEntryGameActivity", ACTIVITY, {
  activityHash: uint32,
  status: maybe(GamePublicActivityStatus),
});

const TrendingEntryGameRitual = record("TrendingEntryGameRitual", {
  image: maybe(z.string()),
  icon: maybe(z.string()),
  title: maybe(z.string()),
  subtitle: maybe(prose),
  dateStart: maybe(dateTime),
  dateEnd: maybe(dateTime),
  milestoneDetails: maybe(GamePublicMilestone),
  eventContent: maybe(GameMilestoneContent),
});

/** TrendingEntryCommunityCreation: made by a player. */
const TrendingEntryCommunityCreation = record("TrendingEntryCommunityCreation", {
  media: maybe(z.string()),
  title: maybe(z.string()),
  author: maybe(z.string()),
  authorMembershipId: maybe(int64),
  postId: maybe(int64),
  body: maybe(prose),
  upvotes: maybe(int32),
});

const TrendingEntryCommunityStream = record("TrendingEntryCommunityStream", {
  image: maybe(z.string()),
  title: maybe(z.string()),
  partnershipIdentifier: maybe(z.string()),
  partnershipType: maybe(enumOf("PartnershipType")),
});

/**
 * TrendingEntry: the details of one entry, keyed by `entityType` AND `identifier`. The profile's
 * table of TrendingEntryType says which sub-object a type fills.
 */
export type TrendingEntry = z.output<typeof TrendingEntry>;
export const TrendingEntry = record("TrendingEntry", {
  identifier: text,
  entityType: enumOf("TrendingEntryType"),
  news: maybe(TrendingEntryNews),
  support: maybe(TrendingEntrySupportArticle),
  gameItem: maybe(TrendingEntryGameItem),
  gameActivity: maybe(TrendingEntryGameActivity),
  gameRitual: maybe(TrendingEntryGameRitual),
  creation: maybe(TrendingEntryCommunityCreation),
  stream: maybe(TrendingEntryCommunityStream),
});

/** What a list holds where a service lists stubs. */
const stubFields = {
  identifier: text,
  entityType: enumOf("TrendingEntryType"),
  displayName: maybe(z.string()),
  tagline: maybe(prose),
  image: maybe(z.string()),
  link: maybe(z.string()),
  startDate: maybe(dateTime),
  endDate: maybe(dateTime),
  isFeatured: maybe(boolean),
  weight: maybe(number),
};

export type TrendingStub = z.output<typeof TrendingStub>;
export const TrendingStub = record("TrendingStub", {
  ...stubFields,
  items: listOf(record("TrendingStubItem", stubFields)),
});
