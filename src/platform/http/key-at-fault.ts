import { isUnder } from "../profile/hosts.ts";
import type { CodeClass, OperationId } from "../profile/schema.ts";
import type { PlatformRequest } from "./request.ts";

/** What a service may show to those who signed in alone, or to nobody but the player. */
const OF_THE_GAME: ReadonlySet<string> = new Set<OperationId>([
  "accounts.of",
  "characters",
  "progression",
  "stats.account",
  "stats.character",
]);

/** What a player may keep to themselves. */
const OF_A_PLAYER: ReadonlySet<string> = new Set([...OF_THE_GAME, "user.byId" satisfies OperationId]);

/**
 * Whether a call that was refused by its status alone means the application's key, which is wrong or missing: a public
 * call brings nothing else that could be refused.
 */
export function isKeyAtFault(
  { class: kind, operation, url }: Pick<PlatformRequest, "class" | "operation" | "url">,
  refusal: CodeClass | undefined,
  api: string,
): boolean {
  if (kind !== "public" || !isUnder(url, api)) return false;
  if (refusal === "signIn") return !OF_THE_GAME.has(operation);
  return refusal === "private" && !OF_A_PLAYER.has(operation);
}
