import type { Migration } from "../migrate.ts";

/** Members' settings; without a row, the defaults. */
export const memberSettings: Migration = {
  number: 8,
  name: "member-settings",
  sqlite: [
    `create table member_settings (
      discord_id text primary key,
      zone text,
      quiet text,
      changed_at integer not null
    ) strict, without rowid`,
  ],
};
