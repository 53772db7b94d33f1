import { MilepostError } from "../../base/errors.ts";
import type { InvocationContext } from "../../discord/command/command.ts";
import type { ActionState, Reply } from "../../discord/reply/reply.ts";
import { compareReply, noMemberToCompareReply, pickComparedReply } from "./view/compare.ts";
import {
  matchesReply,
  noMemberReply,
  playerName,
  profileReply,
  recentsReply,
  tooManyReply,
  whoseProfileReply,
} from "./view/profile.ts";
import { ageOf } from "../shared/age.ts";
import { viewContext } from "../shared/create-view-context.ts";
import { type FoundPlayer, findMember, findPlayer, ownMembershipId, remember } from "./find-player.ts";
import { offersRelation } from "./relation.ts";
import type { Services } from "../services.ts";

type Context = Services & InvocationContext;

/** Somebody a command names: by what was typed, or as a member of the server. */
export type Named = { readonly typed: string } | { readonly memberId: string };

/** Nobody, one, or two side by side. */
export async function showNamed(context: Context, named: readonly Named[]): Promise<Reply> {
  const view = viewContext(context);
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

async function search(context: Context, named: Named): Promise<Searched> {
  if ("memberId" in named) {
    const found = await findMember(context, named.memberId);
    return found === undefined ? { reply: () => noMemberReply(viewContext(context)) } : { found };
  }
  const searched = await findPlayer(context, named.typed);
  if (searched.found !== undefined) return { found: searched.found };
  return { reply: (other) => matchesReply(named.typed, { ...searched, other }, viewContext(context)) };
}

export async function showOne(context: Context, named: Named): Promise<Reply> {
  const searched = await search(context, named);
  if ("reply" in searched) return searched.reply(undefined);
  const { player, dated, memberId } = searched.found;
  remember(context, player);
  const pageUrl = context.pageLinks.profile(player.id, context.locale);
  const view = { player, pageUrl, age: dated, memberId, hasRelation: offersRelation(context) };
  return profileReply(view, viewContext(context));
}

/** Whom to compare with: the presser's own account, and players they looked at. For them alone. */
export async function pickCompared(context: Context, id: string): Promise<Reply> {
  const [{ player }, own] = await Promise.all([foundById(context, id), ownMembershipId(context)]);
  const view = viewContext(context);
  const mine = own === undefined ? [] : [{ id: own, name: view.texts.profile.ownAccount }];
  const others = recentsOf(context).filter((recent) => recent.id !== own);
  const hasMembers = context.sessions !== undefined && context.site.guildId !== undefined;
  const from = { recents: [...mine, ...others], hasMembers };
  return pickComparedReply({ id: player.id, name: playerName(player, view) }, from, view);
}

/** The same with a member of the server, chosen from everybody there. */
export async function compareWithMember(context: Context, id: string, memberId: string): Promise<Reply> {
  const [one, other] = await Promise.all([foundById(context, id), findMember(context, memberId)]);
  if (other === undefined) return noMemberToCompareReply(id, viewContext(context));
  return showComparison(context, one, other);
}

export async function compareById(context: Context, first: string, second: string): Promise<Reply> {
  const [one, other] = await Promise.all([foundById(context, first), foundById(context, second)]);
  return showComparison(context, one, other);
}

/** The players whoever asks looked at lately: nobody else's business. */
export function showRecents(context: Context): Reply {
  return recentsReply(recentsOf(context), viewContext(context));
}

/** The player a control carries. */
export function playerIn({ player }: ActionState): string {
  if (typeof player !== "string" || !/^\d{1,20}$/.test(player)) {
    throw new MilepostError("bad-input", { reason: "not a player" });
  }
  return player;
}

function recentsOf({ recentPlayers, member }: Context) {
  return recentPlayers.of(member.id);
}

function showComparison(context: Context, first: FoundPlayer, second: FoundPlayer): Reply {
  remember(context, second.player);
  remember(context, first.player);
  const age = ageOf([first.dated, second.dated]);
  return compareReply({ first: first.player, second: second.player, age }, viewContext(context));
}

async function foundById(context: Context, id: string): Promise<FoundPlayer> {
  const { found } = await findPlayer(context, id);
  if (found === undefined) throw new MilepostError("not-found", { operation: "user.byId" });
  return found;
}
