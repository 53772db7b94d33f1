import type { ErrorCode } from "../base/errors.ts";
import { foldCase } from "../base/text.ts";
import { readDate } from "../platform/resources/dates.ts";
import type { GeneralUser } from "../platform/resources/user.ts";
import { toText } from "./plain-value.ts";
import { toLine, toName } from "./readable.ts";
import type { Stat } from "./stats.ts";
import { toTime } from "./times.ts";

/** A player's public profile. Texts are the player's own unless noted. */
export type Player = ReturnType<typeof toPlayer>;

export function toPlayer(user: GeneralUser, now: number) {
  const status = toText(user.statusText);
  const uniqueName = uniqueNameOf(user);
  return {
    id: user.membershipId,
    name: toName(user.displayName) ?? uniqueName,
    /** Distinguishes players with one display name. */
    uniqueName,
    /** Given by the platform. */
    title: toText(toLine(user.userTitleDisplay ?? "")),
    status: status === undefined ? undefined : { text: status, since: toTime(user.statusDate) },
    about: toText(user.about),
    platformNames: platformNamesOf(user),
    theme: toText(user.profileThemeName),
    firstSeen: toTime(user.firstAccess),
    lastSeen: toTime(user.lastUpdate),
    picture: toText(user.profilePicturePath),
    widePicture: toText(user.profilePictureWidePath),
    standing: standingOf(user, now),
  };
}

/** Some services put the membership id there, which is no name. */
function uniqueNameOf(user: GeneralUser): string | undefined {
  const name = toName(user.uniqueName);
  return name === user.membershipId ? undefined : name;
}

function platformNamesOf(user: GeneralUser) {
  const names = [
    ["consoleA", user.consoleADisplayName],
    ["consoleB", user.consoleBDisplayName],
    ["pc", user.pcDisplayName],
    ["social", user.socialDisplayName],
  ] as const;
  return names.flatMap(([platform, value]) => {
    const name = toName(value);
    return name === undefined ? [] : [{ platform, name }];
  });
}

/** An expired ban is ignored; a permanent one is far in the future. */
function standingOf(user: GeneralUser, now: number) {
  if (user.isDeleted === true) return { state: "deleted" } as const;
  const until = banEnd(user.profileBanExpire);
  return until !== undefined && until > now
    ? ({ state: "banned", until } as const)
    : ({ state: "active" } as const);
}

/** Unlike elsewhere, "9999-..." means something here: no end. */
function banEnd(value: string | null | undefined): number | undefined {
  const time = Date.parse(readDate(value ?? "") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

export type PlayerGame =
  | {
      readonly state: "shown";
      readonly characters: readonly {
        readonly label?: string | undefined;
        readonly lastPlayed?: number | undefined;
      }[];
      /** A few all-time statistics. */
      readonly figures: readonly Stat[];
    }
  | { readonly state: "private" }
  | { readonly state: "failed"; readonly code: ErrorCode };

/** What is between the signed-in member and a player. Undefined: the platform doesn't say. */
export type Relation = NonNullable<ReturnType<typeof toRelation>>;

/** Returns undefined where the platform says nothing. */
export function toRelation({ context }: GeneralUser, now: number) {
  if (context === null || context === undefined) return undefined;
  const { isFollowing, ignoreStatus, globalIgnoreEndDate } = context;
  const until = toTime(globalIgnoreEndDate);
  const relation = {
    isFollowing: isFollowing ?? undefined,
    isIgnored: ignoreStatus?.isIgnored ?? undefined,
    /** Until when the platform hides this player from everyone. */
    hiddenUntil: until !== undefined && until > now ? until : undefined,
  };
  return Object.values(relation).every((part) => part === undefined) ? undefined : relation;
}

/** Returns the players with exactly the typed name, regardless of case; else all of them. */
export function bestMatches(players: readonly Player[], typed: string): readonly Player[] {
  const wanted = foldCase(typed);
  const exact = players.filter((player) => foldCase(player.uniqueName ?? "") === wanted);
  if (exact.length > 0) return exact;
  const shown = players.filter((player) => foldCase(player.name ?? "") === wanted);
  return shown.length > 0 ? shown : players;
}
