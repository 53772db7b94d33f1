import { sql } from "kysely";

import { DAY_MS } from "../../../base/duration.ts";
import type { WorkerDeps } from "./ports.ts";
import { datingOf, subjectOfKey } from "../../../schedule/subject.ts";
import type { Queries } from "../../../storage/schema.ts";
import { deliveryRows } from "../store/delivery-rows.ts";
import { knownDateRows, seenEntries } from "../store/platform-rows.ts";
import { reminderRows } from "../store/reminder-rows.ts";
import { sweepOwnItems } from "../store/own-calendar-rows.ts";
import { conversationRows, reminderNotices } from "../store/member-rows.ts";

interface SweepDeps extends Pick<WorkerDeps, "clock" | "log"> {
  readonly queries: Queries;
}

/** How long the ledger is kept. */
const HISTORY_MS = 30 * DAY_MS;
/** How long something is remembered that the platform no longer shows. */
const UNSEEN_MS = 90 * DAY_MS;
const NOTICES_MS = 30 * DAY_MS;
const ENDED_KEPT_MS = 30 * DAY_MS;
/** An event that ended doesn't return; a milestone may, weeks later. */
const OVER_AFTER_MS = { once: 7 * DAY_MS, other: 60 * DAY_MS };

/** Deletes what has been kept for as long as promised, and ends reminders whose subject is long over. */
export async function sweepReminders({ queries, clock, log }: SweepDeps): Promise<void> {
  const now = clock.now();
  await endOver(queries, now);
  const forgotten = await deliveryRows(queries).forgetBefore(now - HISTORY_MS);
  await reminderNotices(queries).removeBefore(now - NOTICES_MS);
  await seenEntries(queries).forgetUnseenSince(now - UNSEEN_MS);
  await knownDateRows(queries).forgetUnseenSince(now - UNSEEN_MS);
  await conversationRows(queries).forgetUnused();
  await sweepOwnItems(queries, now - HISTORY_MS);
  const removed = await removeEnded(queries, now - ENDED_KEPT_MS);
  const count = forgotten + removed;
  if (count > 0) log.debug("Forgot old reminders and what was posted of them", { count });
}

/** Deletes reminders that ended long ago and have no history. Returns how many. */
async function removeEnded(queries: Queries, before: number): Promise<number> {
  const { numAffectedRows: removed = 0n } = await sql`delete from reminders
    where state = 'ended' and changed_at < ${before} and not exists (
      select 1 from occurrences where occurrences.reminder_id = reminders.id)`.execute(queries);
  return Number(removed);
}

/** Ends reminders of a subject that ended long ago and was not seen since. */
async function endOver(queries: Queries, now: number): Promise<void> {
  const { keys } = await reminderRows(queries).awaited();
  for (const key of keys) {
    const row = await knownDateRows(queries).get(key);
    const over = row?.end_at ?? row?.start_at ?? undefined;
    if (row === undefined || row.every_ms !== null || over === undefined) continue;
    const subject = subjectOfKey(key);
    const isOnce = subject !== undefined && datingOf(subject) === "once";
    const after = isOnce ? OVER_AFTER_MS.once : OVER_AFTER_MS.other;
    if (Math.max(over, row.seen_at) + after > now) continue;
    await queries
      .updateTable("reminders")
      .set({ state: "ended", changed_at: now })
      .where("thing", "=", key)
      .where("state", "=", "active")
      .where("next_slot", "is", null)
      .execute();
  }
}
