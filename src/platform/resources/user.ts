import { z } from "zod";

import { readTime } from "./dates.ts";
import { boolean, dateTime, enumOf, essential, int32, int64, listOf, maybe, prose, record } from "./wire.ts";

/** GeneralUser. `ignoreFlags` is an IgnoreStatus: bit flags. */
const IgnoreResponse = record("IgnoreResponse", {
  isIgnored: maybe(boolean),
  ignoreFlags: maybe(enumOf("IgnoreStatus")),
});

/** GeneralUser: how the signed-in member stands to this one. Shown to that member alone. */
const UserToUserContext = record("UserToUserContext", {
  isFollowing: maybe(boolean),
  ignoreStatus: maybe(IgnoreResponse),
  globalIgnoreEndDate: maybe(dateTime),
});

/** GeneralUser: a user's public profile. */
export type GeneralUser = z.output<typeof GeneralUser>;
export const GeneralUser = record("GeneralUser", {
  membershipId: int64,
  uniqueName: maybe(z.string()),
  normalizedName: maybe(z.string()),
  displayName: maybe(z.string()),
  profilePicture: maybe(int32),
  profileTheme: maybe(int32),
  userTitle: maybe(int32),
  successMessageFlags: maybe(int64),
  isDeleted: maybe(boolean),
  about: maybe(prose),
  firstAccess: maybe(dateTime),
  lastUpdate: maybe(dateTime),
  legacyPortalUID: maybe(int64),
  context: maybe(UserToUserContext),
  consoleADisplayName: maybe(z.string()),
  consoleBDisplayName: maybe(z.string()),
  socialDisplayName: maybe(z.string()),
  showActivity: maybe(boolean),
  locale: maybe(z.string()),
  localeInheritDefault: maybe(boolean),
  lastBanReportId: maybe(int64),
  showGroupMessaging: maybe(boolean),
  profilePicturePath: maybe(z.string()),
  profilePictureWidePath: maybe(z.string()),
  profileThemeName: maybe(z.string()),
  userTitleDisplay: maybe(z.string()),
  statusText: maybe(z.string()),
  statusDate: maybe(dateTime),
  profileBanExpire: maybe(dateTime),
  pcDisplayName: maybe(z.string()),
});

/** One account of the game that belongs to a profile. */
export type GameAccount = z.output<typeof GameAccount>;
export const GameAccount = record("GameAccount", {
  membershipType: enumOf("MembershipType"),
  id: int64,
  name: maybe(z.string()),
  /** When it was last played. */
  lastPlayed: maybe(dateTime),
});

/** Returns the accounts, the last played first: with shared progress it is the one the player knows. */
export function lastPlayedFirst(accounts: readonly GameAccount[]): readonly GameAccount[] {
  const playedAt = ({ lastPlayed }: GameAccount) => readTime(lastPlayed ?? "") ?? 0;
  return accounts.toSorted((a, b) => playedAt(b) - playedAt(a));
}

export const CurrentAccount = record("CurrentAccount", {
  name: maybe(z.string()),
  membershipId: int64,
  accounts: essential(listOf(GameAccount)),
});

/** A character, with class or label where the service has one. */
export type Character = z.output<typeof Character>;
export const Character = record("Character", {
  id: int64,
  label: maybe(z.union([z.string(), z.number()])),
  /** When it was last played. */
  lastPlayed: maybe(dateTime),
});
