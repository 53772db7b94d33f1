import type { Player } from "../../../game/player.ts";
import { type ViewContext, inPlain } from "./view-context.ts";

const NAME_LENGTH = 60;

export function playerName(player: Player, context: ViewContext): string {
  const { profile } = context.texts;
  if (player.name !== undefined) return inPlain(player.name, NAME_LENGTH);
  return player.standing.state === "deleted" ? profile.deletedName : profile.nameless;
}
