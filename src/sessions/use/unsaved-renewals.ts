import type { ExpiringMap } from "../../base/async/expiring-map.ts";
import type { Log } from "../../base/log.ts";
import type { OAuthClient } from "../../platform/oauth/oauth-client.ts";
import type { OpenSession } from "../store/save-session.ts";
import type { SessionStore } from "../store/session-store.ts";
import { giveBack } from "./give-back.ts";
import type { AllWaiting } from "./waiting-secrets.ts";

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
