import type { Player } from "../../../game/player.ts";
import { type ViewContext, inName } from "./view-context.ts";

export function playerName(player: Player, context: ViewContext): string {
  const { profile } = context.texts;
  if (player.name !== undefined) return inName(player.name);
  return player.standing.state === "deleted" ? profile.deletedName : profile.nameless;
}
