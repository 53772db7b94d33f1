import { z } from "zod";

import { readDate } from "./dates.ts";
import {
  booleanField,
  dateTimeField,
  enumField,
  int32Field,
  int64Field,
  listOf,
  maybe,
  record,
} from "./wire.ts";

/** interface.md, GeneralUser. `ignoreFlags` is an IgnoreStatus: bit flags (platform.md). */
const IgnoreResponse = record("IgnoreResponse", {
  isIgnored: maybe(booleanField),
  ignoreFlags: maybe(enumField("IgnoreStatus")),
});

/** interface.md, GeneralUser: how the signed-in member stands to this one. Shown to that member alone. */
const UserToUserContext = record("UserToUserContext", {
  isFollowing: maybe(booleanField),
  ignoreStatus: maybe(IgnoreResponse),
  globalIgnoreEndDate: maybe(dateTimeField),
});

/** interface.md, GeneralUser: a user's public profile. */
export type GeneralUser = z.output<typeof GeneralUser>;
export const GeneralUser = record("GeneralUser", {
  membershipId: int64Field,
  uniqueName: maybe(z.string()),
  normalizedName: maybe(z.string()),
  displayName: maybe(z.string()),
  profilePicture: maybe(int32Field),
  profileTheme: maybe(int32Field),
  userTitle: maybe(int32Field),
  successMessageFlags: maybe(int64Field),
  isDeleted: maybe(booleanField),
  about: maybe(z.string()),
  firstAccess: maybe(dateTimeField),
  lastUpdate: maybe(dateTimeField),
  legacyPortalUID: maybe(int64Field),
  context: maybe(UserToUserContext),
  consoleADisplayName: maybe(z.string()),
  consoleBDisplayName: maybe(z.string()),
  socialDisplayName: maybe(z.string()),
  showActivity: maybe(booleanField),
  locale: maybe(z.string()),
  localeInheritDefault: maybe(booleanField),
  lastBanReportId: maybe(int64Field),
  showGroupMessaging: maybe(booleanField),
  profilePicturePath: maybe(z.string()),
  profilePictureWidePath: maybe(z.string()),
  profileThemeName: maybe(z.string()),
  userTitleDisplay: maybe(z.string()),
  statusText: maybe(z.string()),
  statusDate: maybe(dateTimeField),
  profileBanExpire: maybe(dateTimeField),
  pcDisplayName: maybe(z.string()),
});

/** platform.md, the operations: one account of the game that belongs to a profile. */
export type GameAccount = z.output<typeof GameAccount>;
export const GameAccount = record("GameAccount", {
  membershipType: enumField("MembershipType"),
  id: int64Field,
  name: maybe(z.string()),
  /** When it was last played. */
  lastPlayed: maybe(dateTimeField),
});

/** The account played last first: of several that share one progress, the one the player knows. */
export function lastPlayedFirst(accounts: readonly GameAccount[]): readonly GameAccount[] {
  const playedAt = ({ lastPlayed }: GameAccount) => Date.parse(readDate(lastPlayed ?? "") ?? "") || 0;
  return accounts.toSorted((a, b) => playedAt(b) - playedAt(a));
}

/** platform.md, the operations: who is signed in. */
export const CurrentAccount = record("CurrentAccount", {
  name: maybe(z.string()),
  membershipId: int64Field,
  accounts: listOf(GameAccount),
});

/** platform.md, the operations: a character, with class or label where the service has one. */
export type Character = z.output<typeof Character>;
export const Character = record("Character", {
  id: int64Field,
  label: maybe(z.union([z.string(), z.number()])),
  /** When it was last played. */
  lastPlayed: maybe(dateTimeField),
});
