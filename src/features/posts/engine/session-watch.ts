import { DAY_MS } from "../../../base/duration.ts";
import { isMilepostError } from "../../../base/errors.ts";
import { planNewEntries } from "./plan-occurrences.ts";
import type { WorkerDeps } from "./ports.ts";
import type { SessionSummary } from "../../../sessions/session.ts";
import type { SessionStore } from "../../../sessions/store/session-store.ts";
import { allWaiting, type ReminderRow } from "../store/reminder-rows.ts";
import type { ProbeAway } from "../../../sessions/use/private-data.ts";
import type { Background } from "./system-context.ts";

export interface SessionWatchDeps extends Pick<WorkerDeps, "store" | "log"> {
  readonly sessions: Pick<SessionStore, "list">;
  readonly probe: ProbeAway;
  readonly wake: () => void;
}

const SESSION_WATCH = "session";
const USEFUL_MS = 7 * DAY_MS;
/** How many sessions one poll asks the platform about. */
const MAX_PROBED = 20;

/**
 * Returns a function that plans a post for members whose session has ended, if they asked for one. A session unused for
 * a day is probed at the platform, if its member turned background use on.
 */
export function createSessionWatch(parts: SessionWatchDeps) {
  return async (context: Background, watches: readonly string[]): Promise<void> => {
    if (!watches.includes(SESSION_WATCH)) return;
    let probesLeft = MAX_PROBED;
    for await (const rows of allWaiting(parts.store.reminders, { watch: SESSION_WATCH })) {
      for (const row of rows) {
        const wasAsked = await checkSession(parts, row, { context, mayProbe: probesLeft > 0 }).catch(
          (error: unknown) => {
            // A session that can't be opened is skipped.
            if (!isMilepostError(error, "unopenable")) throw error;
            parts.log.warn("a session could not be opened to look at it", { reference: row.id });
            return false;
          },
        );
        if (wasAsked) probesLeft -= 1;
      }
    }
  };
}

/** Returns whether the platform was asked. */
async function checkSession(
  { store, sessions, probe, wake, log }: SessionWatchDeps,
  row: ReminderRow,
  { context: { now, signal }, mayProbe }: { readonly context: Background; readonly mayProbe: boolean },
): Promise<boolean> {
  const active = await activeOf(sessions, row);
  const isAsked = mayProbe && active !== undefined && isUnused(active, now);
  if (isAsked) {
    const request = { memberId: row.owner_id, for: "reminder", reference: row.id, signal };
    await probe(request).catch((error: unknown) => {
      if (!isMilepostError(error)) throw error;
      log.debug("a session could not be asked about", { code: error.code });
    });
  }
  const later = isAsked ? await activeOf(sessions, row) : active;
  if (later?.state !== "dead" || later.stateSince < row.made_at) return isAsked;
  const { stateSince: slot } = later;
  if (now >= slot + USEFUL_MS) return isAsked;
  const plan = planNewEntries(row, { now, slot, usefulUntil: slot + USEFUL_MS });
  if ((await store.occurrences.plan([plan], now)) > 0) wake();
  return isAsked;
}

async function activeOf(
  sessions: Pick<SessionStore, "list">,
  row: ReminderRow,
): Promise<SessionSummary | undefined> {
  return (await sessions.list(row.owner_id)).find(({ isActive }) => isActive);
}

function isUnused({ state, consent, lastUsedAt }: SessionSummary, now: number): boolean {
  return state === "alive" && consent.away && now - lastUsedAt >= DAY_MS;
}
