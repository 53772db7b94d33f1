import { MilepostError } from "../../base/errors.ts";
import type { PlayerGame } from "../../game/player.ts";
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
import { playerName } from "../shared/view/player-name.ts";
import { ageOf } from "../shared/age.ts";
import { findMember, findPlayer, ownMembershipId, remember } from "./find-player.ts";
import type { FoundPlayer } from "../shared/find-player.ts";
import { readPlayerGame } from "./read-player-game.ts";
import { offersRelation } from "./relation.ts";
import type { CommandContext } from "../shared/command-context.ts";

/** Somebody a command names: by what was typed, or as a member of the server. */
export type Named = { readonly typed: string } | { readonly memberId: string };

/** Nobody, one, or two side by side. */
export async function showNamed(context: CommandContext, named: readonly Named[]): Promise<Reply> {
  const view = context.view;
  const [first, second, third] = named;
  if (third !== undefined) return tooManyReply(view);
  if (first === undefined) {
    return whoseProfileReply(context.isPrivate ? recentsOf(context) : undefined, view);
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
  /** What is said in its place; `other` is whom the one chosen is to be compared with. */
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

/** Whom to compare with: the presser's own account, and players they looked at. For them alone. */
export async function pickCompared(context: CommandContext, id: string): Promise<Reply> {
  const [{ player }, own] = await Promise.all([foundById(context, id), ownMembershipId(context)]);
  const view = context.view;
  const mine = own === undefined ? [] : [{ id: own, name: view.texts.profile.ownAccount }];
  const others = recentsOf(context).filter((recent) => recent.id !== own);
  const hasMembers = context.linking !== undefined && context.site.guildId !== undefined;
  const from = { recents: [...mine, ...others], hasMembers };
  return pickComparedReply({ id: player.id, name: playerName(player, view) }, from, view);
}

/** The same with a member of the server, chosen from everybody there. */
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

/** The players whoever asks looked at lately: nobody else's business. */
export function showRecents(context: CommandContext): Reply {
  return recentsReply(recentsOf(context), context.view);
}

/** The player a control carries; throws "bad-input" where it carries none. */
export function playerIn({ player = "" }: { readonly player: string | undefined }): string {
  if (!/^\d{1,20}$/.test(player)) throw new MilepostError("bad-input", { reason: "not a player" });
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
  // Found by their member, either would be found by their name alone.
  const isRepeatable = first.memberId === undefined && second.memberId === undefined;
  return compareReply({ ...comparison, isRepeatable }, context.view);
}

/** Whoever is gone or banned is not looked into. */
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
