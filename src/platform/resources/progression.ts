import { z } from "zod";

import {
  GameMilestoneActivity,
  GameMilestoneRewardCategory,
  GameMilestoneVendor,
  MILESTONE,
  OBJECTIVE,
  QUEST_ITEM,
} from "./milestones.ts";
import {
  boolean,
  dateTime,
  dictionaryOf,
  enumOf,
  essential,
  hashDictionaryOf,
  int32,
  int64,
  listOf,
  maybe,
  namedRecord,
  number,
  record,
  uint32,
} from "./wire.ts";

/**
 * GameObjectiveProgress. `completionValue`, the goal, comes with later versions; else it stands
 * in the objective's definition.
 */
export type GameObjectiveProgress = z.output<typeof GameObjectiveProgress>;
export const GameObjectiveProgress = namedRecord("GameObjectiveProgress", OBJECTIVE, {
  objectiveHash: uint32,
  destinationHash: maybe(uint32),
  activityHash: maybe(uint32),
  progress: maybe(int32),
  completionValue: maybe(int32),
  complete: maybe(boolean),
});

export type GameQuestStatus = z.output<typeof GameQuestStatus>;
export const GameQuestStatus = namedRecord(
  "GameQuestStatus",
  { table: "quest", hash: "questHash" },
  {
    questHash: uint32,
    stepHash: maybe(uint32),
    stepObjectives: listOf(GameObjectiveProgress),
    tracked: maybe(boolean),
    itemInstanceId: maybe(int64),
    completed: maybe(boolean),
    redeemed: maybe(boolean),
    started: maybe(boolean),
    vendorHash: maybe(uint32),
  },
);

const progressionFields = {
  progressionHash: uint32,
  dailyProgress: maybe(int32),
  dailyLimit: maybe(int32),
  weeklyProgress: maybe(int32),
  weeklyLimit: maybe(int32),
  currentProgress: maybe(int32),
  level: maybe(int32),
  levelCap: maybe(int32),
  stepIndex: maybe(int32),
  progressToNextLevel: maybe(int32),
  nextLevelAt: maybe(int32),
};

/** GameProgression: points, levels, daily and weekly limits. */
export type GameProgression = z.output<typeof GameProgression>;
export const GameProgression = namedRecord(
  "GameProgression",
  { table: "progression", hash: "progressionHash" },
  progressionFields,
  "progressionHash",
);

const GameFactionProgression = namedRecord(
  "GameFactionProgression",
  { table: "faction", hash: "factionHash" },
  {
    ...progressionFields,
    factionHash: uint32,
    factionVendorIndex: maybe(int32),
  },
  "factionHash",
);

export type GameMilestoneQuest = z.output<typeof GameMilestoneQuest>;
export const GameMilestoneQuest = namedRecord("GameMilestoneQuest", QUEST_ITEM, {
  questItemHash: uint32,
  status: maybe(GameQuestStatus),
  activity: maybe(GameMilestoneActivity),
  challenges: listOf(record("GameChallengeStatus", { objective: maybe(GameObjectiveProgress) })),
});

/** GameMilestone: one character's view of a milestone. */
export type GameMilestone = z.output<typeof GameMilestone>;
export const GameMilestone = namedRecord(
  "GameMilestone",
  MILESTONE,
  {
    milestoneHash: uint32,
    availableQuests: listOf(GameMilestoneQuest),
    values: dictionaryOf(number),
    vendorHashes: listOf(uint32),
    vendors: listOf(GameMilestoneVendor),
    rewards: listOf(GameMilestoneRewardCategory),
    startDate: maybe(dateTime),
    endDate: maybe(dateTime),
  },
  "milestoneHash",
);

/** GameCharacterProgressionComponent: dictionaries by definition hash. */
export type GameCharacterProgressionComponent = z.output<typeof GameCharacterProgressionComponent>;
export const GameCharacterProgressionComponent = record("GameCharacterProgressionComponent", {
  progressions: dictionaryOf(GameProgression),
  factions: dictionaryOf(GameFactionProgression),
  milestones: dictionaryOf(GameMilestone),
  quests: listOf(GameQuestStatus),
  uninstancedItemObjectives: hashDictionaryOf(z.array(GameObjectiveProgress)),
});

/**
 * DictionaryComponentResponse: `data` by character id (int64 as text). A private component may
 * leave `data` out or empty; `privacy` alone does not tell.
 */
export type CharacterProgressions = z.output<typeof CharacterProgressions>;
export const CharacterProgressions = record("CharacterProgressions", {
  data: essential(dictionaryOf(GameCharacterProgressionComponent)),
  privacy: maybe(enumOf("ComponentPrivacySetting")),
});
