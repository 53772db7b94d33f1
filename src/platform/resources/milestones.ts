import { z } from "zod";

import {
  boolean,
  dateTime,
  dictionary,
  int32,
  listOf,
  maybe,
  namedRecord,
  prose,
  record,
  uint32,
} from "./wire.ts";

/** What records are about, and where its hash is. */
export const ACTIVITY = { table: "activity", hash: "activityHash" } as const;
export const MILESTONE = { table: "milestone", hash: "milestoneHash" } as const;
export const OBJECTIVE = { table: "objective", hash: "objectiveHash" } as const;
export const QUEST_ITEM = { table: "quest", hash: "questItemHash" } as const;
const VENDOR = { table: "vendor", hash: "vendorHash" } as const;

/** An activity a quest of a public milestone is done in. */
const PublicMilestoneActivity = namedRecord("PublicMilestoneActivity", ACTIVITY, {
  activityHash: uint32,
  modifierHashes: listOf(uint32),
  variants: listOf(namedRecord("PublicMilestoneVariant", ACTIVITY, { activityHash: uint32 })),
});

const PublicMilestoneQuest = namedRecord("PublicMilestoneQuest", QUEST_ITEM, {
  questItemHash: uint32,
  activity: maybe(PublicMilestoneActivity),
  challenges: listOf(
    namedRecord("PublicMilestoneChallenge", OBJECTIVE, {
      objectiveHash: uint32,
      activityHash: maybe(uint32),
    }),
  ),
});

/** GameMilestone: `vendorHash`, `previewItemHash` nullable. */
export const GameMilestoneVendor = namedRecord("GameMilestoneVendor", VENDOR, {
  vendorHash: uint32,
  previewItemHash: maybe(uint32),
});

/**
 * GamePublicMilestone, whose fields the contract leaves open. Dates bound the time it is on.
 */
export type GamePublicMilestone = z.output<typeof GamePublicMilestone>;
export const GamePublicMilestone = namedRecord(
  "GamePublicMilestone",
  MILESTONE,
  {
    milestoneHash: uint32,
    availableQuests: listOf(PublicMilestoneQuest),
    vendorHashes: listOf(uint32),
    vendors: listOf(GameMilestoneVendor),
    startDate: maybe(dateTime),
    endDate: maybe(dateTime),
    /** Only in later versions. */
    activities: listOf(
      namedRecord("PublicMilestoneOpenActivity", ACTIVITY, {
        activityHash: uint32,
        challengeObjectiveHashes: listOf(uint32),
        modifierHashes: listOf(uint32),
      }),
    ),
    order: maybe(int32),
  },
  "milestoneHash",
);

/** GameMilestoneContent, whose fields the contract leaves open. */
export type GameMilestoneContent = z.output<typeof GameMilestoneContent>;
export const GameMilestoneContent = record("GameMilestoneContent", {
  about: maybe(prose),
  status: maybe(prose),
  tips: listOf(z.string()),
  itemCategories: listOf(
    record("GameMilestoneContentItemCategory", { title: maybe(z.string()), itemHashes: listOf(uint32) }),
  ),
});

/** Keyed by milestone hash. */
export type PublicMilestones = z.output<typeof PublicMilestones>;
export const PublicMilestones = dictionary(GamePublicMilestone);

/** GameMilestoneActivity, whose fields the contract leaves open. */
export const GameMilestoneActivity = namedRecord("GameMilestoneActivity", ACTIVITY, {
  activityHash: uint32,
  activityModeHash: maybe(uint32),
  modifierHashes: listOf(uint32),
  variants: listOf(
    namedRecord("GameMilestoneActivityVariant", ACTIVITY, {
      activityHash: uint32,
      completionStatus: maybe(
        record("GameMilestoneActivityCompletion", {
          completed: maybe(boolean),
          phases: listOf(
            record("GameMilestoneActivityPhase", {
              complete: maybe(boolean),
              phaseHash: maybe(uint32),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** GameMilestone: `earned && !redeemed` is a reward waiting to be claimed. */
export type GameMilestoneRewardEntry = z.output<typeof GameMilestoneRewardEntry>;
export const GameMilestoneRewardEntry = record("GameMilestoneRewardEntry", {
  rewardEntryHash: maybe(uint32),
  earned: maybe(boolean),
  redeemed: maybe(boolean),
});

export const GameMilestoneRewardCategory = record("GameMilestoneRewardCategory", {
  rewardCategoryHash: maybe(uint32),
  entries: listOf(GameMilestoneRewardEntry),
});
