import { describe, expect, test } from "vitest";
import type { z } from "zod";

import { VaultItem } from "../../../src/platform/resources/vault.ts";
import { answers, isOf, recordFields } from "../../../src/platform/resources/answers.ts";
import { int64, isOwnName, meaningOf, number, uint32 } from "../../../src/platform/resources/wire.ts";

/** The contract, "Resources and their fields", record by record. `i64` int64 and uint64, `i32`, `u32`, `date`, `enum`. */
const contract: Readonly<Record<string, string>> = {
  TrendingEntry: "identifier entityType:enum news support gameItem gameActivity gameRitual creation stream",
  TrendingEntryNews: "article",
  TrendingEntrySupportArticle: "article",
  TrendingEntryGameItem: "itemHash:u32",
  TrendingEntryGameActivity: "activityHash:u32 status",
  GamePublicActivityStatus: "challengeObjectiveHashes modifierHashes rewardTooltipItems",
  GameItemQuantity: "itemHash:u32 itemInstanceId:i64 quantity:i32",
  TrendingEntryGameRitual:
    "image icon title subtitle dateStart:date dateEnd:date milestoneDetails eventContent",
  TrendingEntryCommunityCreation: "media title author authorMembershipId:i64 postId:i64 body upvotes:i32",
  TrendingEntryCommunityStream: "image title partnershipIdentifier partnershipType:enum",
  ContentItemPublicContract:
    "contentId:i64 cType cmsPath creationDate:date modifyDate:date allowComments hasAgeGate minimumAge:i32 ratingImagePath author autoEnglishPropertyFallback properties representations tags commentSummary",
  ContentRepresentation: "name path validationString",
  CommentSummary: "topicId:i64 commentCount:i32",
  GeneralUser:
    "membershipId:i64 uniqueName normalizedName displayName profilePicture:i32 profileTheme:i32 userTitle:i32 successMessageFlags:i64 isDeleted about firstAccess:date lastUpdate:date legacyPortalUID:i64 context consoleADisplayName consoleBDisplayName socialDisplayName showActivity locale localeInheritDefault lastBanReportId:i64 showGroupMessaging profilePicturePath profilePictureWidePath profileThemeName userTitleDisplay statusText statusDate:date profileBanExpire:date pcDisplayName",
  UserToUserContext: "isFollowing ignoreStatus globalIgnoreEndDate:date",
  IgnoreResponse: "isIgnored ignoreFlags:enum",
  GameHistoricalStatsWithMerged: "results merged",
  GameHistoricalStatsByPeriod: "allTime allTimeTier1 allTimeTier2 allTimeTier3 daily monthly",
  GameHistoricalStatsValue: "statId basic pga weighted activityId:i64",
  GameHistoricalStatsPeriodGroup: "period:date activityDetails values",
  CharacterProgressions: "data privacy:enum",
  GameCharacterProgressionComponent: "progressions factions milestones quests uninstancedItemObjectives",
  GameProgression:
    "progressionHash:u32 dailyProgress:i32 dailyLimit:i32 weeklyProgress:i32 weeklyLimit:i32 currentProgress:i32 level:i32 levelCap:i32 stepIndex:i32 progressToNextLevel:i32 nextLevelAt:i32",
  GameFactionProgression:
    "progressionHash:u32 dailyProgress:i32 dailyLimit:i32 weeklyProgress:i32 weeklyLimit:i32 currentProgress:i32 level:i32 levelCap:i32 stepIndex:i32 progressToNextLevel:i32 nextLevelAt:i32 factionHash:u32 factionVendorIndex:i32",
  GameMilestone:
    "milestoneHash:u32 availableQuests values vendorHashes vendors rewards startDate:date endDate:date",
  GameMilestoneQuest: "questItemHash:u32 status activity challenges",
  GameChallengeStatus: "objective",
  GameMilestoneVendor: "vendorHash:u32 previewItemHash:u32",
  GameMilestoneRewardCategory: "rewardCategoryHash:u32 entries",
  GameMilestoneRewardEntry: "rewardEntryHash:u32 earned redeemed",
  GameQuestStatus:
    "questHash:u32 stepHash:u32 stepObjectives tracked itemInstanceId:i64 completed redeemed started vendorHash:u32",
  GameObjectiveProgress: "objectiveHash:u32 destinationHash:u32 activityHash:u32 progress:i32 complete",
};

/** What real services add to records of the contract. */
const later: Readonly<Record<string, readonly string[]>> = { GameObjectiveProgress: ["completionValue"] };
const short = {
  int64: "i64",
  int32: "i32",
  uint32: "u32",
  date: "date",
  number: "number",
  text: "",
} as const;

function collect(schema: z.core.$ZodType, found: Map<string, readonly string[]>): void {
  const { def } = schema._zod;
  const { record, dictionary } = meaningOf(schema);
  if (dictionary !== undefined) collect(dictionary, found);
  if (isOf(def, "object") && record !== undefined && !found.has(record)) {
    found.set(
      record,
      Object.entries(def.shape)
        // The name a record may carry is a profile's own addition.
        .filter(([, member]) => !isOwnName(member))
        .map(([name, member]) => name + kindOf(member)),
    );
    for (const member of Object.values(def.shape)) collect(member, found);
  }
  if (isOf(def, "array")) collect(def.element, found);
  if (isOf(def, "record")) collect(def.valueType, found);
  if (isOf(def, "optional") || isOf(def, "nullable")) collect(def.innerType, found);
}

function kindOf(schema: z.core.$ZodType): string {
  const { def } = schema._zod;
  if (isOf(def, "optional") || isOf(def, "nullable")) return kindOf(def.innerType);
  const { leaf, enum: name } = meaningOf(schema);
  if (name !== undefined) return ":enum";
  const kind = leaf === undefined || leaf === "boolean" ? "" : short[leaf];
  return kind === "" ? "" : `:${kind}`;
}

describe("the records", () => {
  const found = new Map<string, readonly string[]>();
  for (const schema of [...Object.values(answers), VaultItem]) collect(schema, found);

  test.each(Object.entries(contract))("%s has the fields and types of the contract", (record, fields) => {
    const extra = later[record] ?? [];
    const names = (found.get(record) ?? []).filter((field) => !extra.includes(field.split(":")[0] ?? ""));
    expect(names).toEqual(fields.split(" "));
  });

  test("can all be renamed by a profile", () => {
    expect([...recordFields().keys()].sort()).toEqual([...found.keys()].sort());
  });
});

describe("the leaves", () => {
  test.each([
    ["4611686018442057913", "4611686018442057913"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["18446744073709551615", "18446744073709551615"],
    [42, "42"],
    ["007", "7"],
  ])("%j is the 64-bit integer %s", (value, text) => {
    expect(int64.parse(value)).toBe(text);
  });

  test.each([4.611686018442058e18, 2 ** 53, 1.5, "18446744073709551616", "1e5", "", " 1", "0x1", true, null])(
    "%j is none",
    (value) => {
      expect(int64.safeParse(value).success).toBe(false);
    },
  );

  test.each([0, 4294967295, "1", "4294967295"])("%j is a hash", (value) => {
    expect(uint32.parse(value)).toBe(Number(value));
  });

  test.each([4294967296, -1, 1.5, "4294967296", "-1", "1.5", "007", "0x1", "", true, null])(
    "%j is no hash",
    (value) => {
      expect(uint32.safeParse(value).success).toBe(false);
    },
  );

  test("a number may have come as text, as JSON writes it", () => {
    const spelled = ["12345678901234567", "1", "1.5", "-0.25", "1e3", "6.02E+23"];
    expect(spelled.map((text) => number.parse(text))).toEqual(spelled.map(Number));
    const others = ["", " 1", "007", "1.", ".5", "0x10", "1,5", "NaN", "Infinity", "1e999", Infinity, true];
    expect(others.filter((value) => number.safeParse(value).success)).toEqual([]);
  });
});
