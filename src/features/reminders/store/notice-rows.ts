import type { Selectable } from "kysely";

import type { ReminderNoticesTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";

export type ReminderNoticeRow = Selectable<ReminderNoticesTable>;

/** Notices for members about trouble with their reminders; one for each kind of trouble of a reminder. */
export interface ReminderNotices {
  add(row: ReminderNoticeRow): Promise<void>;
  /** Oldest first. */
  of(memberId: string, limit: number): Promise<readonly ReminderNoticeRow[]>;
  /** It was shown, or its trouble is over. */
  remove(
    of: Pick<ReminderNoticeRow, "reminder_id" | "what"> & { readonly member_id?: string },
  ): Promise<void>;
  removeBefore(instant: number): Promise<number>;
}

export function reminderNotices(queries: Queries): ReminderNotices {
  return {
    async add(row) {
      const { target, reason, at } = row;
      await queries
        .insertInto("reminder_notices")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["member_id", "reminder_id", "what"]).doUpdateSet({ target, reason, at }),
        )
        .execute();
    },
    of: (memberId, limit) =>
      queries
        .selectFrom("reminder_notices")
        .selectAll()
        .where("member_id", "=", memberId)
        .orderBy("at")
        .orderBy("reminder_id")
        .limit(limit)
        .execute(),
    async remove({ member_id, reminder_id, what }) {
      const all = queries
        .deleteFrom("reminder_notices")
        .where("reminder_id", "=", reminder_id)
        .where("what", "=", what);
      await (member_id === undefined ? all : all.where("member_id", "=", member_id)).execute();
    },
    async removeBefore(instant) {
      const result = await queries
        .deleteFrom("reminder_notices")
        .where("at", "<", instant)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
