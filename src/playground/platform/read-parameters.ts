import { toInt64 } from "../../base/int64.ts";
import { enumTables } from "../../platform/profile/enum-tables.ts";
import { areUsersAccounts } from "../../platform/profile/game-accounts.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { isoDate } from "./game-data/calendar.ts";
import type { GameData } from "./game-data/game-data.ts";
import type { AccountRef } from "./game-data/players.ts";
import { modes, type Period } from "./game-data/statistics.ts";
import { wholeNumber } from "./paging.ts";
import { nothingThere } from "./refusal.ts";
import type { Parameters } from "./routes.ts";

interface PlayersOf {
  readonly profile: Profile;
  readonly gameData: GameData;
}

/** Returns the modes of a list such as `5,7`; 0 and `None` mean all together. Throws a Refusal for unknown ones. */
export function modesIn(profile: Profile, given = "0"): readonly { readonly mode?: number }[] {
  return given.split(",").map((one) => {
    const mode = profile.enums.ActivityMode?.find(({ name }) => name === one)?.value ?? wholeNumber(one);
    if (mode === 0 || one === "None") return {};
    if (!modes.some(({ value }) => value === mode)) throw nothingThere("No such mode.");
    return { mode };
  });
}

/** By the period's number in the contract; "none" means all time. */
const PERIODS: readonly Period[] = ["allTime", "daily", "allTime", "activity"];

/** Returns the period, given by number or name; by default all time. Throws a Refusal for others. */
export function periodIn(profile: Profile, given: string | undefined): Period {
  if (given === undefined) return "allTime";
  const asked = given.toLowerCase();
  const row = enumTables(profile).PeriodType?.find(
    ({ name, value }) => name.toLowerCase() === asked || String(value) === asked,
  );
  const meant = PERIODS.find((period) => period.toLowerCase() === (row?.field ?? asked).toLowerCase());
  const numbered = row?.field === undefined ? PERIODS[row?.value ?? wholeNumber(given)] : undefined;
  const period = meant ?? numbered;
  if (period === undefined) throw nothingThere("No such period.");
  return period;
}

/** Returns a day in milliseconds since 1970; undefined without one. Throws a Refusal for invalid ones. */
export function dayIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // JavaScript reads February 30 as March 2.
  if (Number.isNaN(at) || isoDate(at).slice(0, 10) !== text)
    throw nothingThere("A day is written YYYY-MM-DD.");
  return at;
}

/** Returns an id as text; throws a Refusal for invalid ones. */
export function idIn(parameters: Parameters, name: string): string {
  const id = toInt64(parameters[name]);
  if (id === undefined) throw nothingThere("That is not an id.");
  return id;
}

/** Returns the player with this membershipId, or with this account of that type; throws a Refusal where there is none. */
export function memberIn({ profile, gameData: { players } }: PlayersOf, parameters: Parameters): number {
  const id = idIn(parameters, "membershipId");
  const type = membershipTypeIn(profile, parameters["membershipType"]);
  const player = players.byMembershipId(id) ?? players.account(type, id)?.player;
  if (player === undefined) throw nothingThere("No such member.", 217);
  return player;
}

/**
 * Returns the account with this id and, if given, type; a user's first one where the profile has no accounts of its
 * own. Throws a Refusal where there is none.
 */
export function accountIn({ profile, gameData }: PlayersOf, parameters: Parameters): AccountRef {
  const given = parameters["membershipType"];
  const asked = idIn(parameters, "id");
  const user = areUsersAccounts(profile) ? gameData.players.byMembershipId(asked) : undefined;
  const id = (user === undefined ? undefined : gameData.players.accounts(user)[0]?.id) ?? asked;
  const types = membershipTypesOf(profile);
  for (const type of given === undefined ? types : [membershipTypeIn(profile, given)]) {
    const account = gameData.players.account(type, id);
    if (account !== undefined) return account;
  }
  throw nothingThere("No such account.", 1601);
}

/** Throws a Refusal where the account has no such character. */
export function checkCharacter({ gameData }: PlayersOf, account: AccountRef, id: string): void {
  if (!gameData.players.playing(account).some((one) => one.id === id))
    throw nothingThere("No such character.", 1620);
}

/** Returns the membership types of the two providers' accounts, with defaults the profile may lack. */
export function membershipTypesOf({ providers }: Profile): readonly [number, number] {
  return [providers.ProviderA?.membershipType ?? 2, providers.ProviderB?.membershipType ?? 1];
}

/** Returns the number of a membership type, given by number or by the profile's name. */
export function membershipTypeIn(profile: Profile, given: string | undefined): number {
  return profile.enums.MembershipType?.find(({ name }) => name === given)?.value ?? wholeNumber(given);
}
