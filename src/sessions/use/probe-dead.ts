import { HOUR_MS } from "../../base/duration.ts";
import { isMilepostError } from "../../base/errors.ts";
import type { SessionOf } from "../session.ts";
import type { MemberSessions } from "./member-sessions.ts";
import { useOpened } from "./session-in-use.ts";

/** Per round; there is one every hour. */
const MOST_PROBED = 20;
/** Between two probes of one session. */
const PROBE_EVERY_MS = 6 * HOUR_MS;
const ROUND_WITHIN_MS = 60_000;
/** The purpose shown under the member's last uses. */
const CHECK = "check";

/**
 * Probes sessions that ended, with their members' consent to background use, since a platform in trouble refuses valid
 * ones. A few per round, those that waited longest first; a platform that can't say ends the round.
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
