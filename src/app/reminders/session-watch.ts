import { isMilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { planOfNews } from "../../reminders/plan.ts";
import type { ReminderStore } from "../../reminders/ports.ts";
import type { SessionSummary } from "../../sessions/session.ts";
import type { ReminderRow } from "../../storage/tables/reminders.ts";
import type { ProbeAway } from "../open-away.ts";
import type { MemberSessions } from "../sessions.ts";
import type { Background } from "./asking.ts";

export interface SessionWatchParts {
  readonly store: ReminderStore;
  readonly sessions: MemberSessions;
  readonly probe: ProbeAway;
  readonly log: Log;
  readonly wake: () => void;
}

export const SESSION_WATCH = "session";
const DAY_MS = 86_400_000;
const USEFUL_MS = 7 * DAY_MS;
/** Sessions that are asked about in one look. */
const MOST_PROBED = 20;

/**
 * Tells members who asked for it that their session has died. Whether one that nobody used for a day still lives is
 * asked of the platform, where its member allowed the use while they are away.
 */
export function watchSessionsWith({ store, sessions, probe, log, wake }: SessionWatchParts) {
  return async ({ now, signal }: Background, watches: readonly string[]): Promise<void> => {
    if (!watches.includes(SESSION_WATCH)) return;
    let left = MOST_PROBED;
    for (const row of await store.reminders.waitingFor({ watch: SESSION_WATCH })) {
      const active = await activeOf(sessions, row);
      if (active === undefined) continue;
      if (isUnused(active, now) && left > 0) {
        left -= 1;
        await probe({ memberId: row.owner_id, for: "reminder", reference: row.id, signal }).catch(
          (error: unknown) => {
            if (!isMilepostError(error)) throw error;
            log.debug("a session could not be asked about", { code: error.code });
          },
        );
      }
      const later = await activeOf(sessions, row);
      if (later?.state !== "dead" || later.stateSince < row.made_at) continue;
      const plan = planOfNews(row, { now, slot: later.stateSince, usefulUntil: now + USEFUL_MS });
      if ((await store.occurrences.plan([plan], now)) > 0) wake();
    }
  };
}

async function activeOf({ store }: MemberSessions, row: ReminderRow): Promise<SessionSummary | undefined> {
  return (await store.list(row.owner_id)).find(({ isActive }) => isActive);
}

function isUnused({ state, consent, lastUsedAt }: SessionSummary, now: number): boolean {
  return state === "alive" && consent.away && now - lastUsedAt >= DAY_MS;
}
