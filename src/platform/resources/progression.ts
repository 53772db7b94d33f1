import { z } from "zod";

import { GameMilestoneActivity, GameMilestoneRewardCategory, GameMilestoneVendor } from "./milestones.ts";
import {
  booleanField,
  dateTimeField,
  dictionaryOf,
  enumField,
  essential,
  int32Field,
  int64Field,
  listOf,
  maybe,
  numberField,
  record,
  uint32Field,
} from "./wire.ts";

/**
 * interface.md, GameObjectiveProgress. `completionValue`, the goal, comes with later versions; else it stands
 * in the objective's definition (platform.md, Progress).
 */
export type GameObjectiveProgress = z.output<typeof GameObjectiveProgress>;
export const GameObjectiveProgress = record("GameObjectiveProgress", {
  objectiveHash: uint32Field,
  destinationHash: maybe(uint32Field),
  activityHash: maybe(uint32Field),
  progress: maybe(int32Field),
  completionValue: maybe(int32Field),
  complete: maybe(booleanField),
});

export type GameQuestStatus = z.output<typeof GameQuestStatus>;
export const GameQuestStatus = record("GameQuestStatus", {
  questHash: uint32Field,
  stepHash: maybe(uint32Field),
  stepObjectives: listOf(GameObjectiveProgress),
  tracked: maybe(booleanField),
  itemInstanceId: maybe(int64Field),
  completed: maybe(booleanField),
  redeemed: maybe(booleanField),
  started: maybe(booleanField),
  vendorHash: maybe(uint32Field),
});

const progressionFields = {
  progressionHash: uint32Field,
  dailyProgress: maybe(int32Field),
  dailyLimit: maybe(int32Field),
  weeklyProgress: maybe(int32Field),
  weeklyLimit: maybe(int32Field),
  currentProgress: maybe(int32Field),
  level: maybe(int32Field),
  levelCap: maybe(int32Field),
  stepIndex: maybe(int32Field),
  progressToNextLevel: maybe(int32Field),
  nextLevelAt: maybe(int32Field),
};

/** interface.md, GameProgression: points, levels, daily and weekly limits. */
export type GameProgression = z.output<typeof GameProgression>;
export const GameProgression = record("GameProgression", progressionFields, "progressionHash");

const GameFactionProgression = record(
  "GameFactionProgression",
  {
    ...progressionFields,
    factionHash: uint32Field,
    factionVendorIndex: maybe(int32Field),
  },
  "factionHash",
);

export type GameMilestoneQuest = z.output<typeof GameMilestoneQuest>;
export const GameMilestoneQuest = record("GameMilestoneQuest", {
  questItemHash: uint32Field,
  status: maybe(GameQuestStatus),
  activity: maybe(GameMilestoneActivity),
  challenges: listOf(record("GameChallengeStatus", { objective: maybe(GameObjectiveProgress) })),
});

/** interface.md, GameMilestone: one character's view of a milestone. */
export type GameMilestone = z.output<typeof GameMilestone>;
export const GameMilestone = record(
  "GameMilestone",
  {
    milestoneHash: uint32Field,
    availableQuests: listOf(GameMilestoneQuest),
    values: dictionaryOf(numberField),
    vendorHashes: listOf(uint32Field),
    vendors: listOf(GameMilestoneVendor),
    rewards: listOf(GameMilestoneRewardCategory),
    startDate: maybe(dateTimeField),
    endDate: maybe(dateTimeField),
  },
  "milestoneHash",
);

/** interface.md, GameCharacterProgressionComponent: dictionaries by definition hash. */
export type GameCharacterProgressionComponent = z.output<typeof GameCharacterProgressionComponent>;
export const GameCharacterProgressionComponent = record("GameCharacterProgressionComponent", {
  progressions: dictionaryOf(GameProgression),
  factions: dictionaryOf(GameFactionProgression),
  milestones: dictionaryOf(GameMilestone),
  quests: listOf(GameQuestStatus),
  uninstancedItemObjectives: dictionaryOf(z.array(GameObjectiveProgress)),
});

/**
 * interface.md, DictionaryComponentResponse: `data` by character id (int64 as text). A private component may
 * leave `data` out or empty; `privacy` alone does not tell (platform.md, "None" has several spellings).
 */
export type CharacterProgressions = z.output<typeof CharacterProgressions>;
export const CharacterProgressions = record("CharacterProgressions", {
  data: essential(dictionaryOf(GameCharacterProgressionComponent)),
  privacy: maybe(enumField("ComponentPrivacySetting")),
});
