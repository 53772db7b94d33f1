import type { Queries } from "../../../storage/schema.ts";

/** What announcements' posts carry: one file each. */
export function postFileRows(queries: Queries) {
  return {
    async of(reminderId: string): Promise<Buffer | undefined> {
      const row = queries.selectFrom("post_files").select("content").where("reminder_id", "=", reminderId);
      return (await row.executeTakeFirst())?.content;
    },
    /** Returns how many of a server's announcements have one, apart from this one. */
    async countOthers(guildId: string, reminderId: string): Promise<number> {
      const { count } = await queries
        .selectFrom("post_files")
        .innerJoin("reminders", "reminders.id", "post_files.reminder_id")
        .where("guild_id", "=", guildId)
        .where("reminder_id", "<>", reminderId)
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** Stores it in place of the one before; null: removes that. */
    async put(reminderId: string, content: Buffer | null): Promise<void> {
      await queries.deleteFrom("post_files").where("reminder_id", "=", reminderId).execute();
      if (content === null) return;
      await queries.insertInto("post_files").values({ reminder_id: reminderId, content }).execute();
    },
  };
}
