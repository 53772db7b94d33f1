import type { Migration } from "../migrate.ts";

/** Discord's ids of the bot's conversations with members: opened anew after each start, they are refused as too many. */
export const conversations: Migration = {
  number: 12,
  name: "conversations",
  sqlite: [
    `create table conversations (
      member_id text primary key,
      channel_id text not null
    ) strict, without rowid`,
  ],
};
