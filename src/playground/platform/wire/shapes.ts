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

export interface Field {
  readonly name: string;
  readonly type: string;
}

const parsed = new Map<string, readonly Field[]>();

/** Returns a record's fields in order; undefined for what is no record. */
export function fieldsOf(record: string): readonly Field[] | undefined {
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
