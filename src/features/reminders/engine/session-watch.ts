import { DAY_MS } from "../../../base/duration.ts";
import { isMilepostError } from "../../../base/errors.ts";
import type { Log } from "../../../base/log.ts";
import { planOfNews } from "./plan-occurrences.ts";
import type { ReminderStore } from "./ports.ts";
import type { SessionStore, SessionSummary } from "../../../sessions/session.ts";
import { allWaiting, type ReminderRow } from "../store/reminder-rows.ts";
import type { ProbeAway } from "../../shared/own-data/private-data.ts";
import type { Background } from "../../shared/system-context.ts";

export interface SessionWatchParts {
  readonly store: ReminderStore;
  readonly sessions: Pick<SessionStore, "list">;
  readonly probe: ProbeAway;
  readonly log: Log;
  readonly wake: () => void;
}

const SESSION_WATCH = "session";
const USEFUL_MS = 7 * DAY_MS;
/** Sessions that are asked about in one look. */
const MOST_PROBED = 20;

/**
 * Tells members who asked for it that their session has died. Whether one that nobody used for a day still lives is
 * asked of the platform, where its member allowed the use while they are away.
 */
export function createSessionWatch(parts: SessionWatchParts) {
  const { store } = parts;
  return async (context: Background, watches: readonly string[]): Promise<void> => {
    if (!watches.includes(SESSION_WATCH)) return;
    let left = MOST_PROBED;
    for await (const rows of allWaiting(store.reminders, { watch: SESSION_WATCH })) {
      for (const row of rows) left -= (await lookAtOne(parts, row, { context, mayProbe: left > 0 })) ? 1 : 0;
    }
  };
}

interface Looking {
  readonly context: Background;
  readonly mayProbe: boolean;
}

/** A session that can't be opened keeps none of the others from being looked at. */
async function lookAtOne(parts: SessionWatchParts, row: ReminderRow, looking: Looking): Promise<boolean> {
  try {
    return await lookAt(parts, row, looking);
  } catch (error) {
    if (!isMilepostError(error, "unopenable")) throw error;
    parts.log.warn("a session could not be opened to look at it", { reference: row.id });
    return false;
  }
}

/** Gives whether the platform was asked. */
async function lookAt(
  { store, sessions, probe, wake, log }: SessionWatchParts,
  row: ReminderRow,
  { context: { now, signal }, mayProbe }: Looking,
): Promise<boolean> {
  const active = await activeOf(sessions, row);
  const isAsked = mayProbe && active !== undefined && isUnused(active, now);
  if (isAsked) {
    const asked = { memberId: row.owner_id, for: "reminder", reference: row.id, signal };
    await probe(asked).catch((error: unknown) => {
      if (!isMilepostError(error)) throw error;
      log.debug("a session could not be asked about", { code: error.code });
    });
  }
  const later = isAsked ? await activeOf(sessions, row) : active;
  if (later?.state !== "dead" || later.stateSince < row.made_at) return isAsked;
  const plan = planOfNews(row, { now, slot: later.stateSince, usefulUntil: now + USEFUL_MS });
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
