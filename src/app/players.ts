import { MilepostError, isMilepostError } from "../base/errors.ts";
import { toInt64 } from "../base/int64.ts";
import type { Asked } from "../discord/command.ts";
import type { Suggestion } from "../discord/options.ts";
import { type Player, bestMatches, toPlayer } from "../game/player.ts";
import type { Dated } from "../platform/client.ts";
import type { GeneralUser } from "../platform/resources/user.ts";
import { playerName } from "../views/profile.ts";
import { lookOf } from "./look.ts";
import { mustOffer } from "./offered.ts";
import type { Services } from "./services.ts";

type Context = Services & Asked;

/** A player with the age of what is known. */
export interface FoundPlayer {
  readonly player: Player;
  readonly dated: Dated<GeneralUser>;
}

export type PlayerSearch =
  | { readonly found: FoundPlayer }
  | { readonly found?: never; readonly players: readonly Player[]; readonly hasMore: boolean };

const SUGGESTIONS = 25;
const NAME_LENGTH = 100;

/**
 * The player a member typed: a suggestion's value and a membership id are taken by id, anything else as a name.
 * A name that fits several gives all of them.
 */
export async function findPlayer(context: Context, typed: string): Promise<PlayerSearch> {
  if (context.profile.features.profiles === false) mustOffer(context, "profile");
  const byId = await playerById(context, typed);
  if (byId !== undefined) return { found: byId };
  const { platform, signal, now } = context;
  if (!platform.offers("user.search")) {
    throw new MilepostError("not-offered", {
      operation: "user.search",
      reason: "players are known by id only",
    });
  }
  const { data, ...age } = await platform.userSearch({ name: typed.slice(0, NAME_LENGTH), signal });
  const users = new Map<string, GeneralUser>(data.entries.map((user) => [user.membershipId, user]));
  const players = bestMatches(
    [...users.values()].map((user) => toPlayer(user, now)),
    typed,
  );
  const [only] = players;
  const user = only === undefined ? undefined : users.get(only.id);
  if (only === undefined || players.length > 1 || user === undefined) {
    return { players, hasMore: data.hasMore && players.length === users.size };
  }
  const whole = await playerById(context, only.id);
  return { found: whole ?? { player: only, dated: { data: user, ...age } } };
}

/** The player of this id, remembered as looked at; undefined where there is none. */
async function playerById(context: Context, id: string): Promise<FoundPlayer | undefined> {
  const membershipId = /^\d{1,20}$/.test(id) ? toInt64(id) : undefined;
  const { platform, signal, now } = context;
  if (membershipId === undefined || !platform.offers("user.byId")) return undefined;
  try {
    const dated = await platform.userById({ membershipId, signal });
    return { player: toPlayer(dated.data, now), dated };
  } catch (error) {
    if (isMilepostError(error, "not-found")) return undefined;
    throw error;
  }
}

/** Remembers a player for the member's next suggestions. Deleted ones are not worth suggesting. */
export function remember(context: Context, player: Player): void {
  if (player.standing.state === "deleted" || player.name === undefined) return;
  context.recentPlayers.add(context.member.id, { id: player.id, name: playerName(player, lookOf(context)) });
}

/** The member's recents first, then the platform's finds. */
export async function suggestPlayers(
  context: Context & { readonly typed: string },
): Promise<readonly Suggestion[]> {
  const typed = context.typed.trim();
  const recents = context.recentPlayers
    .of(context.member.id)
    .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
    .map(({ id, name }) => ({ name, value: id }));
  const found = await searchSuggestions(context, typed);
  const known = new Set(recents.map(({ value }) => value));
  return [...recents, ...found.filter(({ value }) => !known.has(value))].slice(0, SUGGESTIONS);
}

/** Recents are suggested even while the platform fails. */
async function searchSuggestions(context: Context, typed: string): Promise<readonly Suggestion[]> {
  const { platform, signal, now } = context;
  if (typed === "" || !platform.offers("user.search")) return [];
  try {
    const { data } = await platform.userSearch({ name: typed.slice(0, NAME_LENGTH), signal });
    const look = lookOf(context);
    const players = data.entries.map((user) => toPlayer(user, now));
    const names = players.map((player) => playerName(player, look));
    return players.map(({ id, uniqueName }, index) => {
      const name = names[index] ?? id;
      const isAlone = names.indexOf(name) === names.lastIndexOf(name);
      return { name: isAlone ? name : `${name} (${uniqueName ?? id})`, value: id };
    });
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return [];
  }
}
