import type { Migration } from "../migrate.ts";

/** Live boards. `post_id` is in the message; `posting_since` marks a post whose outcome is unknown. */
export const boards: Migration = {
  number: 9,
  name: "boards",
  sqlite: [
    `create table boards (
      id text primary key,
      guild_id text not null,
      channel_id text not null,
      what text not null check (what in ('trending', 'milestones')),
      kind text not null,
      locale text not null,
      state text not null check (state in ('live', 'held', 'disabled')),
      reason text,
      told text,
      post_id text not null,
      posting_since integer,
      message_id text,
      is_pinned integer not null,
      shown text,
      shown_at integer,
      next_try integer not null,
      tries integer not null,
      held_since integer,
      deleted_at text not null,
      made_by text not null,
      made_at integer not null,
      unique (channel_id, what, kind)
    ) strict, without rowid`,
    `create index boards_by_guild on boards (guild_id, made_at)`,
    `create index boards_untold on boards (made_by) where state <> 'live' and told is null`,
  ],
};
