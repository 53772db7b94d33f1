import { foldCase } from "../base/text.ts";
import { readDate } from "../platform/resources/dates.ts";
import type { GeneralUser } from "../platform/resources/user.ts";
import { toText } from "./plain-value.ts";
import { toTime } from "./times.ts";

/** A player's public profile. Texts are the player's own unless said otherwise. */
export interface Player {
  readonly id: string;
  readonly name?: string | undefined;
  /** The name that tells players of one display name apart. */
  readonly uniqueName?: string | undefined;
  /** Given by the service. */
  readonly title?: string | undefined;
  readonly status?: { readonly text: string; readonly since?: number | undefined } | undefined;
  readonly about?: string | undefined;
  readonly platformNames: readonly PlatformName[];
  readonly theme?: string | undefined;
  readonly firstSeen?: number | undefined;
  readonly lastSeen?: number | undefined;
  readonly picture?: string | undefined;
  readonly widePicture?: string | undefined;
  readonly standing: Standing;
}

interface PlatformName {
  readonly platform: "consoleA" | "consoleB" | "pc" | "social";
  readonly name: string;
}

type Standing =
  | { readonly state: "active" }
  | { readonly state: "deleted" }
  | { readonly state: "banned"; readonly until: number };

export function toPlayer(user: GeneralUser, now: number): Player {
  const status = toText(user.statusText);
  const uniqueName = uniqueNameOf(user);
  return {
    id: user.membershipId,
    name: toText(user.displayName) ?? uniqueName,
    uniqueName,
    title: toText(user.userTitleDisplay),
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

/** Some services put the membership id there: that is no name. */
function uniqueNameOf(user: GeneralUser): string | undefined {
  const name = toText(user.uniqueName);
  return name === user.membershipId ? undefined : name;
}

function platformNamesOf(user: GeneralUser): readonly PlatformName[] {
  const names = [
    ["consoleA", user.consoleADisplayName],
    ["consoleB", user.consoleBDisplayName],
    ["pc", user.pcDisplayName],
    ["social", user.socialDisplayName],
  ] as const;
  return names.flatMap(([platform, value]) => {
    const name = toText(value);
    return name === undefined ? [] : [{ platform, name }];
  });
}

/** A ban that is over is no ban; one the service keeps for ever is far in the future. */
function standingOf(user: GeneralUser, now: number): Standing {
  if (user.isDeleted === true) return { state: "deleted" };
  const until = banEnd(user.profileBanExpire);
  return until !== undefined && until > now ? { state: "banned", until } : { state: "active" };
}

/** Unlike other dates, "9999-..." means something here: no end. */
function banEnd(value: string | null | undefined): number | undefined {
  const time = Date.parse(readDate(value ?? "") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** Those of a search whose name is just the one typed, without regard to case; else all of them. */
export function bestMatches(players: readonly Player[], typed: string): readonly Player[] {
  const wanted = foldCase(typed);
  const exact = players.filter((player) => foldCase(player.uniqueName ?? "") === wanted);
  if (exact.length > 0) return exact;
  const shown = players.filter((player) => foldCase(player.name ?? "") === wanted);
  return shown.length > 0 ? shown : players;
}
