import type { Migration } from "../migrate.ts";

/** The picture or file that an announcement's posts carry; it goes with the announcement. */
export const postFiles: Migration = {
  number: 28,
  name: "post-files",
  sqlite: [
    `create table post_files (
      reminder_id text primary key references reminders (id) on delete cascade,
      content blob not null
    ) strict`,
  ],
};
