import { HOUR_MS } from "../../../base/duration.ts";
import { isMilepostError } from "../../../base/errors.ts";
import type { SessionOf } from "../../../sessions/session.ts";
import type { MemberSessions } from "./member-sessions.ts";
import { useOpened } from "./session-in-use.ts";

/** In one round; a round is made every hour. */
const MOST_PROBED = 20;
/** Between two looks at one session. */
const PROBE_EVERY_MS = 6 * HOUR_MS;
const ROUND_WITHIN_MS = 60_000;
/** What uses it, as the member reads it among the last uses. */
const CHECK = "check";

/**
 * Asks whether sessions that died work again, for members who allowed the use while they are away: a platform in
 * trouble refuses sessions that live. A few in a round, one after the other, whoever waited longest first; a platform
 * that can't say ends the round.
 */
export async function probeDeadSessions(sessions: MemberSessions, ending: AbortSignal): Promise<void> {
  const { store, clock, log } = sessions;
  const signal = AbortSignal.any([ending, AbortSignal.timeout(ROUND_WITHIN_MS)]);
  const untouchedSince = clock.now() - PROBE_EVERY_MS;
  for (const of of await store.deadSessions({ untouchedSince, limit: MOST_PROBED })) {
    if (signal.aborted) return;
    try {
      await probe(sessions, of, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isMilepostError(error)) throw error;
      if (error.code === "sign-in-needed" || error.code === "unopenable") continue;
      log.debug("dead sessions could not be asked about", { code: error.code });
      return;
    }
  }
}

async function probe(sessions: MemberSessions, of: Required<SessionOf>, signal: AbortSignal): Promise<void> {
  const opened = await sessions.store.open(of, { command: CHECK, isAway: true, isProbe: true });
  if (opened !== undefined) await useOpened(sessions, opened).probe(signal);
}
