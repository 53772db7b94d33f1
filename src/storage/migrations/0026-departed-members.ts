import type { Migration } from "../migrate.ts";

/** Members who took the application from their account. */
export const departedMembers: Migration = {
  number: 26,
  name: "departed-members",
  sqlite: [
    `create table departed_members (
      discord_id text primary key,
      since integer not null
    ) strict, without rowid`,
  ],
};
