import type { ExpiringMap } from "../../../base/async/expiring-map.ts";
import type { Log } from "../../../base/log.ts";
import type { OpenSession, SessionStore } from "../../../sessions/session.ts";

interface Sessions {
  readonly store: Pick<SessionStore, "renew">;
  /** What was renewed and the database did not take, by the session's id. */
  readonly unsaved: ExpiringMap<OpenSession>;
  readonly log: Log;
}

/**
 * Keeps what was renewed, or, where the database fails, holds it in memory for the session's next use and the next
 * sweep.
 */
export async function keepRenewed(
  { store, unsaved, log }: Sessions,
  session: OpenSession,
  reference?: string,
): Promise<void> {
  const { id } = session.summary;
  const waiting = unsaved.get(id);
  const isSameLink = waiting?.summary.linkedAt === session.summary.linkedAt;
  if (waiting !== undefined && isSameLink && waiting.jar !== session.jar)
    session.jar.adopt(waiting.jar.serialise());
  try {
    await store.renew(session);
  } catch (error) {
    unsaved.put(id, session);
    log.error("A renewed session could not be kept; it waits in memory", { reference }, error);
    return;
  }
  if (isSameLink) unsaved.drop(id);
}

/** A session as it was opened, with what could not be kept before. */
export function withUnsaved(
  { unsaved }: Sessions,
  session: OpenSession,
): { readonly kept: OpenSession; readonly isRenewed: boolean } {
  const waiting = unsaved.get(session.summary.id);
  if (waiting === undefined || waiting.summary.linkedAt !== session.summary.linkedAt)
    return { kept: session, isRenewed: false };
  waiting.jar.adopt(session.jar.serialise());
  return { kept: { ...waiting, summary: session.summary }, isRenewed: true };
}

/** Tries again to keep what waits. */
export async function keepUnsaved(sessions: Sessions): Promise<void> {
  for (const session of sessions.unsaved.values()) await keepRenewed(sessions, session);
}
