import { isMilepostError } from "../../base/errors.ts";
import type { PlatformId } from "../../base/int64.ts";
import type { ActionCall, Reply } from "../../discord/reply/reply.ts";
import { capabilities, type Capability, isOnlyOwn, requireCapability } from "../kit/command/capabilities.ts";
import { noSnapshots, type PlayerData } from "../../sessions/use/private-data.ts";
import { withOwnData } from "../kit/own-data/with-own-data.ts";
import { playerName } from "../kit/view/view-context.ts";
import { findMember, findPlayer, remember } from "./find-player.ts";
import { noPlayerDataReply } from "../kit/view/own-data.ts";
import { matchesReply, noMemberReply, oneOnlyReply } from "./view/profile.ts";
import type { CommandContext } from "./services.ts";

interface PlayerAsked {
  /** A name, or a membership id. */
  readonly player: string;
  readonly capability: Capability;
  /** The call for the picked player, where a name fits several. */
  readonly choose: ActionCall;
}

/**
 * Replies with a player's public data, read with the application's key alone. Says so where the name fits several or
 * nobody, or the player hides it. Throws "not-offered" where the platform can't answer.
 */
async function withPlayerData(
  context: CommandContext,
  { player: typed, capability, choose }: PlayerAsked,
  answer: (data: PlayerData, player: string) => Promise<Reply>,
): Promise<Reply> {
  requireCapability(context, capability);
  const { view, profile } = context;
  const searched = await findPlayer(context, typed);
  if (searched.found === undefined) return matchesReply(typed, { ...searched, choose }, view);
  const { player, dated } = searched.found;
  remember(context, player);
  const name = playerName(player, view);
  if (isOnlyOwn(profile, capability)) return noPlayerDataReply("private", name, view);
  try {
    const whose = { id: dated.data.membershipId, name };
    const reply = await fromPublicData(context, whose, (data) => answer(data, player.id));
    return reply ?? noPlayerDataReply("none", name, view);
  } catch (error) {
    const isPrivate = isMilepostError(error, "private") || isMilepostError(error, "sign-in-needed");
    if (isPrivate) return noPlayerDataReply("private", name, view);
    throw error;
  }
}

interface DataAsked extends Pick<PlayerAsked, "choose"> {
  readonly command: "progress" | "stats";
  readonly player: string | undefined;
}

/** Replies with the member's own data, or a named player's, then with their membership id. */
export function withDataOf(
  context: CommandContext,
  { command, player, choose }: DataAsked,
  answer: (data: PlayerData, player?: string) => Promise<Reply>,
): Promise<Reply> {
  return player === undefined
    ? withOwnData(context, command, answer)
    : withPlayerData(context, { player, capability: capabilities[command], choose }, answer);
}

/**
 * Replies for the player or member a command names; undefined for the member themselves. Says nothing of members who
 * are not visible here.
 */
export async function withNamedPlayer(
  context: CommandContext,
  { player, member }: { readonly player?: string | undefined; readonly member?: string | undefined },
  answer: (player: string | undefined) => Promise<Reply>,
): Promise<Reply> {
  if (member === undefined || member === context.member.id) return answer(player);
  if (player !== undefined) return oneOnlyReply(context.view);
  const found = await findMember(context, member);
  return found === undefined ? noMemberReply(context.view, "progress") : answer(found.player.id);
}

/**
 * Returns what `read` makes of the game account last played, or of the next where the platform can't answer about that
 * one; undefined without any.
 */
export async function fromPublicData<T>(
  { platform, signal }: CommandContext,
  { id, name }: { readonly id: PlatformId; readonly name: string | undefined },
  read: (data: PlayerData) => Promise<T>,
): Promise<T | undefined> {
  const accounts = (await platform.accountsOf({ membershipId: id, signal })).data;
  let failure: unknown;
  for (const { membershipType, id: accountId } of accounts) {
    const who = { membershipType, id: accountId };
    try {
      return await read({
        account: { name, membershipId: id },
        snapshots: noSnapshots,
        characters: (query) => platform.characters({ ...who, ...query }),
        progression: (query) => platform.progression({ ...who, ...query }),
        statsAccount: (query) => platform.statsAccount({ ...who, ...query }),
        statsCharacter: (query) => platform.statsCharacter({ ...who, ...query }),
      });
    } catch (error) {
      if (!isAboutOne(error)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** Whether the platform itself says that it can't answer about an account; others may work. */
function isAboutOne(error: unknown): boolean {
  if (isMilepostError(error, "not-found")) return true;
  const isFailure =
    isMilepostError(error, "platform-unavailable") || isMilepostError(error, "platform-error");
  return isFailure && error.details.platformCode !== undefined;
}
