import type { Credential } from "../../platform/credential.ts";
import type { OAuthClient } from "../../platform/oauth/oauth-client.ts";
import type { SessionStore } from "../store/session-store.ts";
import type { AllWaiting, OnceSession } from "./waiting-secrets.ts";
import { isSameAccount } from "../store/seal-session.ts";

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
  if (jar.kind !== "tokens") return true;
  const linked = (await store.list(discordId)).filter(({ state }) => state !== "dead");
  const [pending, once] = await Promise.all([waiting.pending.get(discordId), waiting.once.get(discordId)]);
  const others = [...linked, pending?.value, once?.value].filter(
    (one) => one !== undefined && "account" in one,
  );
  const isShared = others.some((one) => isSameAccount(one.account, account));
  return isShared || (await revoke(oauth, jar)) === true;
}

/**
 * Returns whether the platform revoked a credential; undefined where it has nothing to revoke: cookies end when their
 * member signs out.
 */
export async function revoke(
  oauth: OAuthClient | undefined,
  credential: Credential,
): Promise<boolean | undefined> {
  switch (credential.kind) {
    case "cookies":
      return undefined;
    case "tokens":
      return (await oauth?.revoke(credential)) ?? false;
  }
}
