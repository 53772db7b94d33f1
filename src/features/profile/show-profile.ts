import { MilepostError, isMilepostError } from "../../base/errors.ts";
import { toPlatformId, type PlatformId } from "../../base/int64.ts";
import { type PlayerGame, toPlayer, toRelation } from "../../game/player.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import { compareReply, noMemberToCompareReply, pickComparedReply } from "./view/compare.ts";
import {
  matchesReply,
  noMemberReply,
  profileReply,
  recentsReply,
  tooManyReply,
  whoseProfileReply,
} from "./view/profile.ts";
import { playerName } from "../kit/view/view-context.ts";
import { ageOf } from "../kit/read/look-up-names.ts";
import { findMember, findPlayer, ownMembershipId, remember } from "./find-player.ts";
import type { FoundPlayer } from "../kit/read/find-player.ts";
import type { CommandContext } from "./services.ts";
import { withDeadline } from "../../base/async/deadline.ts";
import { labelOf } from "../../game/progress.ts";
import { headlines, readAccountStats, type Units } from "../../game/stats.ts";
import type { OperationId } from "../../platform/profile/schema.ts";
import type { PlayerData } from "../../sessions/use/private-data.ts";
import { fromPublicData } from "./with-player-data.ts";
import { ownEndedReply } from "../kit/view/own-data.ts";
import { noRelationReply, relationReply } from "./view/relation.ts";
import { isOnHere, mustBeOnHere } from "../kit/settings/server-visibility.ts";
import { capabilities, requireCapability } from "../kit/command/capabilities.ts";
import { linkCalls } from "../kit/view/calls/link.ts";

/** Returns whether the button is offered: private commands are on, and players can be looked up. */
function offersRelation(context: CommandContext): boolean {
  const { linking, platform } = context;
  return linking !== undefined && platform.offers("user.byId") && isOnHere(context);
}

/**
 * Shows what is between the member and a player, read with the member's own session. For them alone: throws in a public
 * reply.
 */
export async function showRelation(context: CommandContext, player: string): Promise<Reply> {
  requireCapability(context, capabilities.profile);
  mustBeOnHere(context);
  const { linking, isPrivate, signal, now } = context;
  if (linking === undefined) {
    throw new MilepostError("not-offered", { reason: "private commands are off" });
  }
  if (!isPrivate) throw new MilepostError("internal", { reason: "a relation is never shown to others" });
  const membershipId = toPlatformId(player, context.profile.wire.ids);
  if (membershipId === undefined) throw new MilepostError("bad-input", { reason: "not a player" });
  const view = context.view;
  const link = linkCalls.begin({});
  try {
    const own = await linking.openPrivate(context, "profile");
    if (own === undefined) return noRelationReply("not-linked", link, view);
    if (own.account.membershipId === membershipId) return noRelationReply("self", undefined, view);
    const { data } = await own.user({ membershipId, signal });
    return relationReply({ player: toPlayer(data, now), relation: toRelation(data, now) }, view);
  } catch (error) {
    if (!isMilepostError(error, "sign-in-needed")) throw error;
    return ownEndedReply(link, view);
  }
}

/** What takes longer is left out of the profile. */
const WITHIN_MS = 1_500;

/** Returns a player's public game data, or why it is missing; undefined where the platform shows none. Never fails. */
async function readPlayerGame(context: CommandContext, id: PlatformId): Promise<PlayerGame | undefined> {
  const { platform, profile } = context;
  const isOwn = (operation: OperationId) => profile.operations[operation]?.class === "private";
  const isPublic = (operation: OperationId) => platform.offers(operation) && !isOwn(operation);
  const has = {
    characters: isPublic("characters"),
    figures: isPublic("stats.account"),
    units: profile.units,
  };
  if (isOwn("accounts.of") || (!has.characters && !has.figures)) return undefined;
  try {
    return await withDeadline({ ms: WITHIN_MS, late, signal: context.signal }, (signal) =>
      fromPublicData({ ...context, signal }, { id, name: undefined }, (data) => readData(data, has, signal)),
    );
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    if (error.code === "not-found" || error.code === "not-offered") return undefined;
    return error.code === "private" ? { state: "private" } : { state: "failed", code: error.code };
  }
}

const late = () => new MilepostError("run-timeout");

async function readData(
  data: PlayerData,
  has: { readonly characters: boolean; readonly figures: boolean; readonly units: Units },
  signal: AbortSignal,
): Promise<PlayerGame> {
  const [characters, stats] = await Promise.all([
    has.characters ? data.characters({ signal }) : undefined,
    has.figures ? data.statsAccount({ signal }) : undefined,
  ]);
  return {
    state: "shown",
    characters: (characters?.data ?? []).map(labelOf),
    figures: stats === undefined ? [] : headlines(readAccountStats(stats.data, has.units)),
  };
}

/** A player named by text, or a member of the server. */
export type Named = { readonly typed: string } | { readonly memberId: string };

/** Shows the member's own profile for no name, or asks whose, a profile for one, a comparison for two. */
export async function showNamed(context: CommandContext, named: readonly Named[]): Promise<Reply> {
  const view = context.view;
  const [first, second, third] = named;
  if (third !== undefined) return tooManyReply(view);
  if (first === undefined) {
    const own = context.isPrivate ? await ownMembershipId(context) : undefined;
    if (own !== undefined) return showOne(context, { memberId: context.member.id });
    const recents = context.isPrivate ? recentsOf(context) : undefined;
    return whoseProfileReply({ recents, canLink: context.linking !== undefined }, view);
  }
  if (second === undefined) return showOne(context, first);
  const [one, other] = await Promise.all([search(context, first), search(context, second)]);
  if ("reply" in one && "reply" in other) return one.reply(undefined);
  if ("reply" in one) return one.reply("found" in other ? other.found.player.id : undefined);
  if ("reply" in other) return other.reply(one.found.player.id);
  return showComparison(context, one.found, other.found);
}

type Searched =
  | { readonly found: FoundPlayer }
  /** Returns the reply to show instead; `other`: whom the picked player is compared with. */
  | { readonly reply: (other: string | undefined) => Reply };

async function search(context: CommandContext, named: Named): Promise<Searched> {
  if ("memberId" in named) {
    const found = await findMember(context, named.memberId);
    return found === undefined ? { reply: () => noMemberReply(context.view) } : { found };
  }
  const searched = await findPlayer(context, named.typed);
  if (searched.found !== undefined) return { found: searched.found };
  return { reply: (other) => matchesReply(named.typed, { ...searched, other }, context.view) };
}

export async function showOne(context: CommandContext, named: Named): Promise<Reply> {
  const searched = await search(context, named);
  if ("reply" in searched) return searched.reply(undefined);
  const { player, dated, memberId } = searched.found;
  remember(context, player);
  const pageUrl = context.pageLinks.profile(player.id, context.locale);
  const game = await gameOf(context, searched.found);
  const view = { player, game, pageUrl, age: dated, memberId, hasRelation: offersRelation(context) };
  return profileReply(view, context.view);
}

/** Shows whom to compare with: the member's own account and recent players. Private. */
export async function pickCompared(context: CommandContext, id: string): Promise<Reply> {
  const [{ player }, own] = await Promise.all([foundById(context, id), ownMembershipId(context)]);
  const view = context.view;
  const mine = own === undefined ? [] : [{ id: own, name: view.texts.profile.ownAccount }];
  const others = recentsOf(context).filter((recent) => recent.id !== own);
  const hasMembers = context.linking !== undefined && context.site.guildId !== undefined;
  const from = { recents: [...mine, ...others], hasMembers };
  return pickComparedReply({ id: player.id, name: playerName(player, view) }, from, view);
}

export async function compareWithMember(
  context: CommandContext,
  id: string,
  memberId: string,
): Promise<Reply> {
  const [one, other] = await Promise.all([foundById(context, id), findMember(context, memberId)]);
  if (other === undefined) return noMemberToCompareReply(id, context.view);
  return showComparison(context, one, other);
}

export async function compareById(context: CommandContext, first: string, second: string): Promise<Reply> {
  const [one, other] = await Promise.all([foundById(context, first), foundById(context, second)]);
  return showComparison(context, one, other);
}

/** Shows the member's recent players. Private. */
export function showRecents(context: CommandContext): Reply {
  return recentsReply(recentsOf(context), context.view);
}

/** Returns the player in a control's state; throws "bad-input" without one. */
export function playerIn(
  { profile }: CommandContext,
  { player = "" }: { readonly player: string | undefined },
): string {
  if (toPlatformId(player, profile.wire.ids) === undefined)
    throw new MilepostError("bad-input", { reason: "not a player" });
  return player;
}

function recentsOf({ recentPlayers, member }: CommandContext) {
  return recentPlayers.of(member.id);
}

async function showComparison(
  context: CommandContext,
  first: FoundPlayer,
  second: FoundPlayer,
): Promise<Reply> {
  remember(context, second.player);
  remember(context, first.player);
  const age = ageOf([first.dated, second.dated]);
  const games = await Promise.all([gameOf(context, first), gameOf(context, second)]);
  const comparison = { first: first.player, second: second.player, games, age };
  // A player found as a member would have to be found by name the next time.
  const isRepeatable = first.memberId === undefined && second.memberId === undefined;
  return compareReply({ ...comparison, isRepeatable }, context.view);
}

/** Banned and deleted players have no game data. */
async function gameOf(
  context: CommandContext,
  { player, dated }: FoundPlayer,
): Promise<PlayerGame | undefined> {
  if (player.standing.state !== "active") return undefined;
  return readPlayerGame(context, dated.data.membershipId);
}

async function foundById(context: CommandContext, id: string): Promise<FoundPlayer> {
  const { found } = await findPlayer(context, id);
  if (found === undefined) throw new MilepostError("not-found", { operation: "user.byId" });
  return found;
}
