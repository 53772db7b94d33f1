import type { Migration } from "../migrate.ts";

const CONVERSATIONS = `create table conversations (
      member_id text primary key,
      channel_id text not null
    ) strict, without rowid`;

/**
 * Stores the channel ids of direct messages, since Discord refuses a bot that opens many after each start. Also makes
 * members' waiting notes deliverable however late.
 */
export const delivery: Migration = {
  number: 12,
  name: "delivery",
  sqlite: [
    CONVERSATIONS,
    `update deliveries set useful_until = 9007199254740991
      where state in ('due', 'sending', 'failed', 'held') and exists (
        select 1 from reminders where reminders.id = deliveries.reminder_id and purpose = 'personal'
          and thing is null and json_valid(content) and json_extract(content, '$.subject.kind') = 'note')`,
  ],
  postgres: [CONVERSATIONS],
};
