import { toPlatformId } from "../../../base/int64.ts";
import { type Player, toPlayer } from "../../../game/player.ts";
import type { Dated } from "../../../platform/client.ts";
import type { GeneralUser } from "../../../platform/resources/user.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import { orElse } from "../../../base/errors.ts";
import type { KitServices } from "../command/services.ts";
import { playerName, type ViewContext } from "../view/view-context.ts";

/** A player, with the age of the data. */
export interface FoundPlayer {
  readonly player: Player;
  readonly dated: Dated<GeneralUser>;
  /** The member of this server whose account this is, if they chose to be visible here. */
  readonly memberId?: string | undefined;
}

/** Returns the player with this id; undefined if there is none. */
export async function playerById(
  context: Pick<KitServices, "platform" | "profile"> & Pick<InvocationContext, "signal" | "now">,
  id: string,
): Promise<FoundPlayer | undefined> {
  const { platform, profile, signal, now } = context;
  const { ids } = profile.wire;
  const membershipId = toPlatformId(id, ids);
  if (membershipId === undefined || !platform.offers("user.byId")) return undefined;
  // What was typed may be a name, which a service whose ids are text refuses in ways of its own.
  const isUnsure = ids === "text" && platform.offers("user.search");
  const refusals = isUnsure
    ? (["not-found", "bad-input", "platform-error"] as const)
    : (["not-found"] as const);
  const dated = await orElse(platform.userById({ membershipId, signal }), undefined, ...refusals);
  return dated && { player: toPlayer(dated.data, now), dated };
}

/** Returns the name that finds this player; undefined for one that is deleted or has no name. */
export function nameToBeFoundBy(
  { view }: { readonly view: ViewContext },
  player: Player,
): string | undefined {
  const isGone = player.standing.state === "deleted" || player.name === undefined;
  return isGone ? undefined : playerName(player, view);
}
