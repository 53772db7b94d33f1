import type { Clock } from "../../../base/clock.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import type { ReminderService, ReminderView } from "../reminder-service.ts";
import { type ReminderRow, reminderRows } from "./reminder-rows.ts";
import { viewOf } from "./reminder-view.ts";
import { repeatsAndSnoozes } from "./repeats-and-snoozes.ts";

/** A member's own reminders, also without a bot that posts them. */
export type MemberReminders = Pick<ReminderService, "ofMember" | "forgetMember">;

export function memberReminders(queries: Queries, clock: Clock): MemberReminders {
  const rows = reminderRows(queries);
  return {
    ofMember: async (memberId) =>
      reminderViews(queries, await rows.list({ ownerId: memberId }), "personal", clock),
    forgetMember: (memberId) =>
      writeTransaction(queries, async (transaction) => {
        await transaction.deleteFrom("reminder_notices").where("member_id", "=", memberId).execute();
        await transaction.deleteFrom("conversations").where("member_id", "=", memberId).execute();
        const result = await transaction
          .deleteFrom("reminders")
          .where("owner_id", "=", memberId)
          .where("purpose", "=", "personal")
          .executeTakeFirst();
        return Number(result.numDeletedRows);
      }),
  };
}

/** Returns the readable ones of one purpose. */
export async function reminderViews(
  queries: Queries,
  rows: readonly ReminderRow[],
  purpose: ReminderRow["purpose"],
  clock: Clock,
): Promise<readonly ReminderView[]> {
  const wanted = rows.filter((row) => row.purpose === purpose);
  const views = await Promise.all(wanted.map((row) => reminderView(queries, row, clock)));
  return views.filter((view) => view !== undefined);
}

/** Returns a reminder as members see it; undefined where its content can't be read. */
export async function reminderView(
  queries: Queries,
  row: ReminderRow,
  clock: Clock,
): Promise<ReminderView | undefined> {
  const view = viewOf(row, await reminderRows(queries).destinations(row.id));
  if (view === undefined || row.purpose !== "personal") return view;
  const snoozedUntil = await repeatsAndSnoozes(queries).snoozedUntil(row.id, clock.now());
  return { ...view, ...(snoozedUntil !== undefined && { snoozedUntil }) };
}
