import { MilepostError, isMilepostError } from "../../base/errors.ts";
import { toPlatformId } from "../../base/int64.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import { toPlayer, toRelation } from "../../game/player.ts";
import { ownEndedReply } from "../kit/view/empty-replies.ts";
import { noRelationReply, relationReply } from "./view/relation.ts";
import { isOnHere, mustBeOnHere } from "../kit/server-visibility.ts";
import { capabilities, requireCapability } from "../kit/capabilities.ts";
import { linkCalls } from "../kit/view/calls/link.ts";
import type { CommandContext } from "./services.ts";

/** Returns whether the button is offered: private commands are on, and players can be looked up. */
export function offersRelation(context: CommandContext): boolean {
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
