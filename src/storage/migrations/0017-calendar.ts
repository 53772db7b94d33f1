import type { Migration } from "../migrate.ts";

/** Entries in servers' Events, one per dated subject. */
export const calendar: Migration = {
  number: 17,
  name: "calendar",
  sqlite: [
    `create table calendar_entries (
      guild_id text not null,
      thing text not null,
      event_id text,
      title text not null,
      start_at integer not null,
      end_at integer not null,
      state text not null,
      missing_since integer,
      primary key (guild_id, thing)
    ) strict, without rowid`,
  ],
};
