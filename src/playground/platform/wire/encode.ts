import { type EnumRow, enumTables } from "../../../platform/profile/enum-tables.ts";
import type { Profile } from "../../../platform/profile/schema.ts";
import { hash32 } from "../game-data/random.ts";
import type { Place } from "../../../platform/resources/place.ts";
import { isBag, setAt } from "./paths.ts";

/** The two shapes of every record. */
export type Shape = "neutral" | "real";
type Bag = Record<string, unknown>;

/** JSON.rawJSON keeps all digits of a 64-bit integer. */
const rawJson = (text: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);

export class Encoder {
  readonly #profile: Profile;
  readonly #shape: Shape;

  constructor(profile: Profile, shape: Shape) {
    this.#profile = profile;
    this.#shape = shape;
  }

  get #omits(): boolean {
    return this.#shape === "real";
  }

  /** Returns a value in wire form. `type`: a record, `T[]`, `{T}`, or a leaf. */
  encode(type: string, value: unknown): unknown {
    if (value === undefined || value === null) return this.#nothing(type);
    if (type.endsWith("[]") && Array.isArray(value)) {
      return value.map((one) => this.encode(type.slice(0, -2), one));
    }
    if (type.startsWith("{") && isBag(value)) {
      const inner = type.slice(1, -1);
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.encode(inner, one)]));
    }
    if (type === "int64" && typeof value === "string") return this.int64(value);
    if (type.startsWith("#")) return this.enumValue(type.slice(1), Number(value));
    return isBag(value) ? this.#record(type, value) : value;
  }

  int64(value: string): unknown {
    const { int64 } = this.#profile.wire;
    if (int64 === "string") return value;
    if (int64 === "number") return rawJson(value);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }

  /** Returns a value's name where the profile sends names and has one, else its number. */
  enumValue(name: string, value: number): unknown {
    if (this.#profile.wire.enums === "number") return value;
    const tables: Readonly<Record<string, readonly EnumRow[] | undefined>> = enumTables(this.#profile);
    return tables[name]?.find((one) => one.value === value)?.name ?? value;
  }

  #record(type: string, record: Bag): unknown {
    const fields = fieldsOf(type);
    if (fields === undefined) return record;
    const source = this.#shape === "real" ? thinned(type, record) : plain(type, record);
    const renames = this.#renames(type);
    const encoded: Bag = {};
    const listed = new Set(fields.map(({ name }) => name));
    for (const { name, type: fieldType } of fields) {
      const value = this.encode(fieldType, source[name]);
      if (value === undefined || (this.#omits && isEmpty(value))) continue;
      const path = renames[name] ?? name;
      // A plain value at the record's own path replaces the record.
      if (path === "" && value !== null && !isBag(value)) return value;
      if (path === "") Object.assign(encoded, value);
      else setAt(encoded, path, value);
    }
    for (const [name, value] of Object.entries(source)) {
      if (!listed.has(name) && value !== undefined) setAt(encoded, renames[name] ?? name, value);
    }
    if (this.#shape === "real") Object.assign(encoded, EXTRAS[type]);
    return encoded;
  }

  /** Returns an absent value as the wire has it: null, left out, a zero hash, or a date of the year 1. */
  #nothing(type: string): unknown {
    // The contract has no null here.
    if (type === "givenDate") return this.#profile.wire.noDates[0] ?? null;
    if (!this.#omits) return emptyOf(type);
    if (type === "hash") return this.#profile.wire.noHashes[0];
    if (type !== "noDate") return undefined;
    return this.#profile.wire.noDates[0];
  }

  #renames(type: string): Readonly<Record<string, Place>> {
    const { renames } = this.#profile;
    const alias = type === "CharacterProgressions" ? "DictionaryComponentResponse" : type;
    return renames[type] ?? renames[alias] ?? {};
  }
}

/** Returns null only where the contract allows it. */
function emptyOf(type: string): unknown {
  if (type.endsWith("[]")) return [];
  if (type.startsWith("{")) return {};
  return type === "text" ? "" : null;
}

/** Members that are in no contract, as services add them over the years. */
const EXTRAS: Readonly<Record<string, Readonly<Bag>>> = {
  GeneralUser: { cachedDisplayNameCode: 4411, crossSaveOverride: 0 },
  TrendingEntry: { feature: { rank: 1, notes: [] } },
  ContentItemPublicContract: { schemaVersion: 3 },
  GamePublicMilestone: { revision: "2" },
  GameMilestone: { revision: "2" },
  GameQuestStatus: { lastProgressed: "2026-01-01T00:00:00Z" },
  GameHistoricalStatsByPeriod: { source: "archive" },
};

/** Returns the record as the contract has it, without members that services added later. */
function plain(type: string, record: Bag): Bag {
  if (type !== "GameObjectiveProgress") return record;
  const { completionValue: _, ...rest } = record;
  return rest;
}

/** Returns the record as thinly as real services send it, by a recorded answer. */
function thinned(type: string, record: Bag): Bag {
  if (type === "GameMilestone" || type === "GamePublicMilestone") {
    const { availableQuests, vendors: _, ...rest } = record;
    const keeps = hash32(String(record["milestoneHash"])) % 22 < 9;
    return keeps ? { ...rest, availableQuests } : rest;
  }
  if (type === "GameHistoricalStatsValue") {
    const { pga, weighted: _, ...rest } = record;
    return hash32(String(record["statId"])) % 804 < 468 ? { ...rest, pga } : rest;
  }
  return record;
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * All records of the contract with their fields, independent of the client's schemas. A field has a
 * name and, unless plain, a type: `int64`, `#Enum`, `hash`, `date`, `noDate`, a record's name, `T[]`, `{T}`. A
 * `givenDate` is never null: without a date it has the profile's value for that.
 */
const records: Readonly<Record<string, string>> = {
  TrendingEntry:
    "identifier entityType:#TrendingEntryType news:TrendingEntryNews support:TrendingEntrySupportArticle gameItem:TrendingEntryGameItem gameActivity:TrendingEntryGameActivity gameRitual:TrendingEntryGameRitual creation:TrendingEntryCommunityCreation stream:TrendingEntryCommunityStream",
  TrendingStub:
    "identifier entityType:#TrendingEntryType displayName tagline image link startDate:date endDate:date isFeatured weight items:TrendingStubItem[]",
  TrendingStubItem:
    "identifier entityType:#TrendingEntryType displayName tagline image link startDate:date endDate:date isFeatured weight",
  TrendingEntryNews: "article:ContentItemPublicContract",
  TrendingEntrySupportArticle: "article:ContentItemPublicContract",
  TrendingEntryGameItem: "itemHash",
  TrendingEntryGameActivity: "activityHash status:GamePublicActivityStatus",
  GamePublicActivityStatus: "challengeObjectiveHashes modifierHashes rewardTooltipItems:GameItemQuantity[]",
  GameItemQuantity: "itemHash itemInstanceId:int64 quantity",
  TrendingEntryGameRitual:
    "image icon title subtitle dateStart:date dateEnd:date milestoneDetails:GamePublicMilestone eventContent:GameMilestoneContent",
  TrendingEntryCommunityCreation: "media title author authorMembershipId:int64 postId:int64 body upvotes",
  TrendingEntryCommunityStream: "image title partnershipIdentifier partnershipType:#PartnershipType",
  ContentItemPublicContract:
    "contentId:int64 cType cmsPath creationDate:date modifyDate:date allowComments hasAgeGate minimumAge ratingImagePath author:GeneralUser autoEnglishPropertyFallback properties representations:ContentRepresentation[] tags commentSummary:CommentSummary",
  ContentRepresentation: "name path validationString",
  CommentSummary: "topicId:int64 commentCount",
  GeneralUser:
    "membershipId:int64 uniqueName:text normalizedName:text displayName:text profilePicture profileTheme userTitle successMessageFlags:int64 isDeleted about:text firstAccess:date lastUpdate:date legacyPortalUID:int64 context:UserToUserContext consoleADisplayName:text consoleBDisplayName:text socialDisplayName:text showActivity locale:text localeInheritDefault lastBanReportId:int64 showGroupMessaging profilePicturePath:text profilePictureWidePath:text profileThemeName:text userTitleDisplay:text statusText:text statusDate:givenDate profileBanExpire:noDate pcDisplayName:text",
  UserToUserContext: "isFollowing ignoreStatus:IgnoreResponse globalIgnoreEndDate:date",
  IgnoreResponse: "isIgnored ignoreFlags:#IgnoreStatus",
  GameAccount: "membershipType:#MembershipType id:int64 name",
  CurrentAccount: "name membershipId:int64 accounts:GameAccount[]",
  Character: "id:int64 label lastPlayed:date",
  GameHistoricalStatsWithMerged: "results:{GameHistoricalStatsByPeriod} merged:GameHistoricalStatsByPeriod",
  GameHistoricalStatsByPeriod:
    "allTime:{GameHistoricalStatsValue} allTimeTier1:{GameHistoricalStatsValue} allTimeTier2:{GameHistoricalStatsValue} allTimeTier3:{GameHistoricalStatsValue} daily:GameHistoricalStatsPeriodGroup[] monthly:GameHistoricalStatsPeriodGroup[]",
  GameHistoricalStatsValue:
    "statId basic:GameHistoricalStatsValuePair pga:GameHistoricalStatsValuePair weighted:GameHistoricalStatsValuePair activityId:int64",
  GameHistoricalStatsValuePair: "value displayValue",
  GameHistoricalStatsPeriodGroup:
    "period:date activityDetails:GameHistoricalStatsActivity values:{GameHistoricalStatsValue}",
  GameHistoricalStatsActivity: "referenceId directorActivityHash:hash instanceId:int64 mode modes isPrivate",
  CharacterProgressions: "data:{GameCharacterProgressionComponent} privacy:#ComponentPrivacySetting",
  CharacterProgression: "data:GameCharacterProgressionComponent privacy:#ComponentPrivacySetting",
  GameCharacterProgressionComponent:
    "progressions:{GameProgression} factions:{GameFactionProgression} milestones:{GameMilestone} quests:GameQuestStatus[] uninstancedItemObjectives:{GameObjectiveProgress[]}",
  GameProgression:
    "progressionHash dailyProgress dailyLimit weeklyProgress weeklyLimit currentProgress level levelCap stepIndex progressToNextLevel nextLevelAt",
  GameFactionProgression:
    "progressionHash dailyProgress dailyLimit weeklyProgress weeklyLimit currentProgress level levelCap stepIndex progressToNextLevel nextLevelAt factionHash factionVendorIndex",
  GameMilestone:
    "milestoneHash availableQuests:GameMilestoneQuest[] values vendorHashes vendors:GameMilestoneVendor[] rewards:GameMilestoneRewardCategory[] startDate:date endDate:date",
  GameMilestoneQuest:
    "questItemHash status:GameQuestStatus activity:GameMilestoneActivity challenges:GameChallengeStatus[]",
  GameChallengeStatus: "objective:GameObjectiveProgress",
  GameMilestoneActivity:
    "activityHash activityModeHash:hash modifierHashes variants:GameMilestoneActivityVariant[]",
  GameMilestoneActivityVariant: "activityHash completionStatus:GameMilestoneActivityCompletion",
  GameMilestoneActivityCompletion: "completed phases:GameMilestoneActivityPhase[]",
  GameMilestoneActivityPhase: "complete phaseHash",
  GameMilestoneVendor: "vendorHash previewItemHash:hash",
  GameMilestoneRewardCategory: "rewardCategoryHash entries:GameMilestoneRewardEntry[]",
  GameMilestoneRewardEntry: "rewardEntryHash earned redeemed",
  GameQuestStatus:
    "questHash stepHash:hash stepObjectives:GameObjectiveProgress[] tracked itemInstanceId:int64 completed redeemed started vendorHash:hash",
  GameObjectiveProgress: "objectiveHash destinationHash:hash activityHash:hash progress complete",
  GamePublicMilestone:
    "milestoneHash availableQuests:PublicMilestoneQuest[] vendorHashes vendors:GameMilestoneVendor[] startDate:date endDate:date activities:PublicMilestoneOpenActivity[] order",
  PublicMilestoneQuest:
    "questItemHash activity:PublicMilestoneActivity challenges:PublicMilestoneChallenge[]",
  PublicMilestoneActivity: "activityHash modifierHashes variants:PublicMilestoneVariant[]",
  PublicMilestoneVariant: "activityHash",
  PublicMilestoneChallenge: "objectiveHash activityHash:hash",
  PublicMilestoneOpenActivity: "activityHash challengeObjectiveHashes modifierHashes",
  GameMilestoneContent: "about status tips itemCategories:GameMilestoneContentItemCategory[]",
  GameMilestoneContentItemCategory: "title itemHashes",
  Definition: "displayProperties:DisplayProperties hash",
  DisplayProperties: "name description icon hasIcon",
};

interface Field {
  readonly name: string;
  readonly type: string;
}

const parsed = new Map<string, readonly Field[]>();

/** Returns a record's fields in order; undefined for what is no record. */
function fieldsOf(record: string): readonly Field[] | undefined {
  const known = parsed.get(record);
  if (known !== undefined) return known;
  const text = records[record];
  if (text === undefined) return undefined;
  const fields = text.split(" ").map((part): Field => {
    const [name = "", type = "plain"] = part.split(":");
    return { name, type };
  });
  parsed.set(record, fields);
  return fields;
}
