import type { OAuthClient } from "../../../platform/oauth/oauth-client.ts";
import type { SessionStore } from "../../../sessions/store/session-store.ts";
import type { AllWaiting, OnceSession } from "./waiting-secrets.ts";
import { isSameAccount } from "../../../sessions/store/seal-session.ts";

interface Deps {
  readonly oauth?: OAuthClient | undefined;
  readonly store: Pick<SessionStore, "list">;
  /** What else waits for this member. */
  readonly waiting: Pick<AllWaiting, "pending" | "once">;
}

/**
 * Revokes tokens that nobody keeps, unless the member has the same account linked or about to be: services treat both
 * as one grant and would end it. Returns whether the platform revoked them; true where there was nothing to revoke.
 */
export async function giveBack(
  { oauth, store, waiting }: Deps,
  discordId: string,
  { jar, account }: OnceSession,
): Promise<boolean> {
  const { tokens } = jar;
  if (tokens === undefined) return true;
  if (oauth === undefined) return false;
  const linked = (await store.list(discordId)).filter(({ state }) => state !== "dead");
  const [pending, once] = await Promise.all([waiting.pending.get(discordId), waiting.once.get(discordId)]);
  const others = [...linked, pending?.value, once?.value].filter(
    (one) => one !== undefined && "account" in one,
  );
  const isShared = others.some((one) => isSameAccount(one.account, account));
  return isShared || oauth.revoke(tokens);
}
