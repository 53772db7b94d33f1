import type { ExpiringMap } from "../../base/async/expiring-map.ts";
import type { Log } from "../../base/log.ts";
import type { OAuthClient } from "../../platform/oauth/oauth-client.ts";
import type { OpenSession } from "../store/save-session.ts";
import type { SessionStore } from "../store/session-store.ts";
import type { AllWaiting, OnceSession, Waiting } from "./waiting-secrets.ts";
import type { Credential } from "../../platform/credential.ts";
import { isSameAccount } from "../store/seal-session.ts";

interface Sessions {
  readonly store: Pick<SessionStore, "renew" | "reread" | "list">;
  readonly oauth?: OAuthClient | undefined;
  readonly waiting: AllWaiting;
  /** Renewals that the database did not accept, by session id. */
  readonly unsaved: ExpiringMap<OpenSession>;
  /** Tries to store them now, and every few seconds. */
  keepUnsavedSoon(): void;
  readonly log: Log;
}

/**
 * Stores a renewal; where the database fails, holds it in memory and tries again at the session's next use here and
 * every few seconds. Returns false where the session is gone: its tokens were then revoked.
 */
export async function keepRenewed(
  sessions: Sessions,
  session: OpenSession,
  reference?: string,
): Promise<boolean> {
  const { store, unsaved, log } = sessions;
  const { id, discordId, account } = session.summary;
  const { jar } = session;
  const waiting = unsaved.get(id);
  const isSameLink = waiting?.summary.linkedAt === session.summary.linkedAt;
  if (waiting !== undefined && isSameLink && waiting.jar !== jar) jar.adopt(waiting.jar.serialise());
  let isGone: boolean;
  try {
    await store.renew(session);
    isGone = jar.kind === "tokens" && (await store.reread(session.summary)) === undefined;
    if (isGone) await giveBack(sessions, discordId, { jar, account });
  } catch (error) {
    if (isSameLink) {
      unsaved.replace(id, session);
      return true;
    }
    unsaved.put(id, session);
    log.error("A renewed session could not be kept; it waits in memory", { reference }, error);
    sessions.keepUnsavedSoon();
    return true;
  }
  if (isSameLink) unsaved.drop(id);
  return !isGone;
}

/** Returns an opened session with renewals that could not be stored before. */
export function withUnsaved(
  { unsaved }: Pick<Sessions, "unsaved">,
  session: OpenSession,
): { readonly kept: OpenSession; readonly isRenewed: boolean } {
  const waiting = unsaved.get(session.summary.id);
  if (waiting === undefined || waiting.summary.linkedAt !== session.summary.linkedAt)
    return { kept: session, isRenewed: false };
  waiting.jar.adopt(session.jar.serialise());
  return { kept: { ...waiting, summary: session.summary }, isRenewed: true };
}

export async function keepUnsaved(sessions: Sessions): Promise<void> {
  for (const session of sessions.unsaved.values()) await keepRenewed(sessions, session);
}

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
 * member signs out, keys when their member deletes them.
 */
export async function revoke(
  oauth: OAuthClient | undefined,
  credential: Credential,
): Promise<boolean | undefined> {
  switch (credential.kind) {
    case "cookies":
    case "key":
      return undefined;
    case "tokens":
      return (await oauth?.revoke(credential)) ?? false;
  }
}

/** A few concurrent uses are usual; more means that something is wrong. */
const MOST_TRIES = 8;

/** Returns the current session that is used once; undefined where it has expired or was replaced. */
export async function rereadOnce(
  { waiting }: Pick<Sessions, "waiting">,
  { secret }: Waiting<OnceSession>,
): Promise<Waiting<OnceSession> | undefined> {
  const now = await waiting.once.get(secret.discordId);
  return now?.secret.id === secret.id ? now : undefined;
}

/**
 * Stores a renewal of a session that is used once. Returns false once that has expired. A failing database is logged:
 * the member then links again.
 */
export async function keepOnce(
  { waiting, log }: Pick<Sessions, "waiting" | "log">,
  once: Waiting<OnceSession>,
  { jar, reference }: { readonly jar: Credential; readonly reference?: string | undefined },
): Promise<boolean> {
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const now = await rereadOnce({ waiting }, once);
      if (now === undefined) return false;
      jar.adopt(now.value.jar.serialise());
      if (await waiting.once.change(now, { ...now.value, jar })) return true;
    }
  } catch (error) {
    log.error("A renewed session that is used once could not be kept", { reference }, error);
  }
  return true;
}
