import type { Migration } from "../migrate.ts";

/** Members' own calendars: their secret addresses, and what was shown in them. */
export const ownCalendars: Migration = {
  number: 24,
  name: "own-calendars",
  sqlite: [
    `create table calendar_feeds (
      member_id text primary key,
      secret_hash text not null unique,
      locale text not null,
      made_at integer not null
    ) strict, without rowid`,
    `create table calendar_items (
      member_id text not null,
      key text not null,
      uid text not null,
      sequence integer not null,
      item text not null,
      is_canceled integer not null,
      changed_at integer not null,
      shown_at integer not null,
      missing_since integer,
      primary key (member_id, key)
    ) strict, without rowid`,
    `create index calendar_items_by_show on calendar_items (shown_at)`,
  ],
};
