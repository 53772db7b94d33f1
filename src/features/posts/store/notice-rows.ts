import type { Selectable } from "kysely";

import type { ReminderNoticesTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";

export type ReminderNoticeRow = Selectable<ReminderNoticesTable>;

/** Notices for members about trouble with their reminders; one per kind of trouble and reminder. */
export function reminderNotices(queries: Queries) {
  return {
    async add(row: ReminderNoticeRow) {
      const { target, reason, at } = row;
      await queries
        .insertInto("reminder_notices")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["member_id", "reminder_id", "what"]).doUpdateSet({ target, reason, at }),
        )
        .execute();
    },
    /** Oldest first. */
    of: (memberId: string, limit: number) =>
      queries
        .selectFrom("reminder_notices")
        .selectAll()
        .where("member_id", "=", memberId)
        .orderBy("at")
        .orderBy("reminder_id")
        .limit(limit)
        .execute(),
    /** Deletes a notice that was shown or is outdated. */
    async remove({ member_id, reminder_id, what }: ReminderNoticeRow) {
      const ofMember = queries.deleteFrom("reminder_notices").where("member_id", "=", member_id);
      await ofMember.where("reminder_id", "=", reminder_id).where("what", "=", what).execute();
    },
    async removeBefore(instant: number) {
      const old = queries.deleteFrom("reminder_notices").where("at", "<", instant);
      return Number((await old.executeTakeFirst()).numDeletedRows);
    },
  };
}
