import { z } from "zod";

import {
  booleanField,
  dateTimeField,
  dictionary,
  int32Field,
  listOf,
  maybe,
  record,
  uint32Field,
} from "./wire.ts";

/** platform.md, Milestones: an activity a quest of a public milestone is done in. */
const PublicMilestoneActivity = record("PublicMilestoneActivity", {
  activityHash: uint32Field,
  modifierHashes: listOf(uint32Field),
  variants: listOf(record("PublicMilestoneVariant", { activityHash: uint32Field })),
});

const PublicMilestoneQuest = record("PublicMilestoneQuest", {
  questItemHash: uint32Field,
  activity: maybe(PublicMilestoneActivity),
  challenges: listOf(
    record("PublicMilestoneChallenge", { objectiveHash: uint32Field, activityHash: maybe(uint32Field) }),
  ),
});

/** interface.md, GameMilestone: `vendorHash`, `previewItemHash` nullable. */
export const GameMilestoneVendor = record("GameMilestoneVendor", {
  vendorHash: uint32Field,
  previewItemHash: maybe(uint32Field),
});

/**
 * interface.md names it GamePublicMilestone and leaves its fields open; platform.md, "Milestones everybody can
 * see", says them. Dates bound the time it is on.
 */
export type GamePublicMilestone = z.output<typeof GamePublicMilestone>;
export const GamePublicMilestone = record(
  "GamePublicMilestone",
  {
    milestoneHash: uint32Field,
    availableQuests: listOf(PublicMilestoneQuest),
    vendorHashes: listOf(uint32Field),
    vendors: listOf(GameMilestoneVendor),
    startDate: maybe(dateTimeField),
    endDate: maybe(dateTimeField),
    /** Later versions only. */
    activities: listOf(
      record("PublicMilestoneOpenActivity", {
        activityHash: uint32Field,
        challengeObjectiveHashes: listOf(uint32Field),
        modifierHashes: listOf(uint32Field),
      }),
    ),
    order: maybe(int32Field),
  },
  "milestoneHash",
);

/** interface.md names it GameMilestoneContent; platform.md says its fields. */
export type GameMilestoneContent = z.output<typeof GameMilestoneContent>;
export const GameMilestoneContent = record("GameMilestoneContent", {
  about: maybe(z.string()),
  status: maybe(z.string()),
  tips: listOf(z.string()),
  itemCategories: listOf(
    record("GameMilestoneContentItemCategory", { title: maybe(z.string()), itemHashes: listOf(uint32Field) }),
  ),
});

/** platform.md, Milestones: keyed by milestone hash. */
export type PublicMilestones = z.output<typeof PublicMilestones>;
export const PublicMilestones = dictionary(GamePublicMilestone);

/** interface.md names it GameMilestoneActivity; platform.md says its fields. */
export const GameMilestoneActivity = record("GameMilestoneActivity", {
  activityHash: uint32Field,
  activityModeHash: maybe(uint32Field),
  modifierHashes: listOf(uint32Field),
  variants: listOf(
    record("GameMilestoneActivityVariant", {
      activityHash: uint32Field,
      completionStatus: maybe(
        record("GameMilestoneActivityCompletion", {
          completed: maybe(booleanField),
          phases: listOf(
            record("GameMilestoneActivityPhase", {
              complete: maybe(booleanField),
              phaseHash: maybe(uint32Field),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** interface.md, GameMilestone: `earned && !redeemed` is a reward waiting to be claimed (platform.md). */
export type GameMilestoneRewardEntry = z.output<typeof GameMilestoneRewardEntry>;
export const GameMilestoneRewardEntry = record("GameMilestoneRewardEntry", {
  rewardEntryHash: maybe(uint32Field),
  earned: maybe(booleanField),
  redeemed: maybe(booleanField),
});

export const GameMilestoneRewardCategory = record("GameMilestoneRewardCategory", {
  rewardCategoryHash: maybe(uint32Field),
  entries: listOf(GameMilestoneRewardEntry),
});
