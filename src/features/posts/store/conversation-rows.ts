import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";

/** The stored DM channel ids of members. */
export type ConversationRows = ReturnType<typeof conversationRows>;

export function conversationRows(queries: Queries) {
  return {
    async get(memberId: string) {
      const all = queries.selectFrom("conversations").select("channel_id");
      return (await all.where("member_id", "=", memberId).executeTakeFirst())?.channel_id;
    },
    /** Not stored for members without reminders: they may have been forgotten meanwhile. */
    async set(memberId: string, channelId: string) {
      await sql`insert into conversations (member_id, channel_id) select ${memberId}, ${channelId}
        where exists (select 1 from reminders where owner_id = ${memberId})
        on conflict (member_id) do update set channel_id = excluded.channel_id`.execute(queries);
    },
    delete: (memberId: string) =>
      queries.deleteFrom("conversations").where("member_id", "=", memberId).execute(),
    /** Returns members with a post due by then and no known DM channel, soonest first. */
    async lackingBy(
      instant: number,
      { except, limit }: { readonly except: readonly string[]; readonly limit: number },
    ): Promise<readonly string[]> {
      const { rows } = await sql<{ target: string }>`select target from reminders
        join destinations on destinations.reminder_id = reminders.id
        where reminders.state = 'active' and next_slot is not null and next_slot <= ${instant}
          and kind = 'dm' and destinations.state = 'open'
          and target not in (${sql.join([...except, ""])})
          and not exists (select 1 from conversations where member_id = target)
        order by next_slot limit ${limit}`.execute(queries);
      return [...new Set(rows.map(({ target }) => target))];
    },
    /** Deletes those of members without reminders. */
    async forgetUnused() {
      await sql`delete from conversations where not exists (
        select 1 from reminders where owner_id = member_id)`.execute(queries);
    },
  };
}
