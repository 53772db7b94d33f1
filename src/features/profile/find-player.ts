import { MilepostError, orElse } from "../../base/errors.ts";
import { type Player, bestMatches, toPlayer } from "../../game/player.ts";
import type { GeneralUser } from "../../platform/resources/user.ts";
import { type FoundPlayer, nameToBeFoundBy, playerById } from "../kit/read/find-player.ts";
import { capabilities, requireCapability } from "../kit/command/capabilities.ts";
import type { CommandContext } from "./services.ts";

export type PlayerSearch =
  | { readonly found: FoundPlayer }
  | { readonly found?: never; readonly players: readonly Player[]; readonly hasMore: boolean };

const NAME_LENGTH = 100;

/** Finds a player by a suggestion's value, a membership id or a name; a name that fits several returns all of them. */
export async function findPlayer(context: CommandContext, typed: string): Promise<PlayerSearch> {
  if (context.profile.features.profiles === false) requireCapability(context, capabilities.profile);
  const byId = await playerById(context, typed);
  if (byId !== undefined) return { found: byId };
  const { platform, now } = context;
  if (!platform.offers("user.search")) {
    const reason = "players are known by id only";
    throw new MilepostError("not-offered", { operation: "user.search", reason });
  }
  const { data, ...age } = await usersNamed(context, typed);
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

/** Reads the second page where the first is empty but not the last: some services filter after paging. */
async function usersNamed(context: CommandContext, typed: string) {
  const first = await pageOfUsers(context, typed, 0);
  const isBlank = first.data.hasMore && first.data.entries.length === 0;
  return isBlank ? pageOfUsers(context, typed, 1) : first;
}

/** A service that only finds whole names may answer "not found" for nobody. */
async function pageOfUsers({ platform, signal, now }: CommandContext, typed: string, page: number) {
  const nobody = { data: { entries: [], hasMore: false }, at: now, isStale: false };
  const name = typed.slice(0, NAME_LENGTH);
  return orElse(platform.userSearch({ name, page, signal }), nobody, "not-found");
}

/**
 * Returns the account of a member who is visible in this server; to the member themselves, also without that. Undefined
 * for everyone else, so that nobody can tell an unlinked member from a hidden one.
 */
export async function findMember(
  context: CommandContext,
  discordId: string,
): Promise<FoundPlayer | undefined> {
  requireCapability(context, capabilities.profile);
  const { linking, member, isPrivate, site, namedHere } = context;
  if (linking === undefined) return undefined;
  const { sessions } = linking;
  const isHere = namedHere?.has(discordId) === true;
  const { guildId } = site;
  const row = guildId === undefined || !isHere ? undefined : await sessions.found.find(guildId, discordId);
  if (row !== undefined) {
    const found = await playerById(context, row.membershipId);
    if (found === undefined) return undefined;
    await sessions.found.called(row, nameToBeFoundBy(context, found.player));
    return { ...found, memberId: discordId };
  }
  if (discordId !== member.id || !isPrivate) return undefined;
  const own = await ownMembershipId(context);
  return own === undefined ? undefined : playerById(context, own);
}

/** Returns the membership id of the account in use, where the platform says it. */
export async function ownMembershipId({ linking, member }: CommandContext): Promise<string | undefined> {
  const linked = await linking?.sessions.store.list(member.id);
  return linked?.find(({ isActive }) => isActive)?.account.membershipId;
}

/** Remembers a player for the member's suggestions, unless it is deleted. */
export function remember(context: CommandContext, player: Player): void {
  const name = nameToBeFoundBy(context, player);
  if (name !== undefined) context.recentPlayers.add(context.member.id, { id: player.id, name });
}
