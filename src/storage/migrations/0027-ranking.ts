import type { Migration } from "../migrate.ts";

const tables = [
  `create table ranking_values (
      origin text not null,
      membership_id text not null,
      day integer not null,
      stats text not null,
      primary key (origin, membership_id, day)
    ) strict, without rowid`,
  `create table ranking_servers (
      guild_id text primary key,
      asked_at integer not null
    ) strict, without rowid`,
];

const columns = `id, guild_id, channel_id, what, kind, locale, state, reason, told, post_id, posting_since, message_id,
      is_pinned, shown, shown_at, next_try, tries, held_since, deleted_at, made_by, made_at, is_v2`;

/**
 * Statistics of members who are visible in a server, one row a day; the servers that asked for a ranking; and boards of
 * one, whose kind is the statistic.
 */
export const ranking: Migration = {
  number: 27,
  name: "ranking",
  sqlite: [
    ...tables,
    `create table boards_of_all (
      id text primary key,
      guild_id text not null,
      channel_id text not null,
      what text not null check (what in ('trending', 'milestones', 'ranking')),
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
      is_v2 integer not null default 0,
      unique (channel_id, what, kind)
    ) strict, without rowid`,
    `insert into boards_of_all (${columns}) select ${columns} from boards`,
    `drop table boards`,
    `alter table boards_of_all rename to boards`,
    `create index boards_by_guild on boards (guild_id, made_at)`,
    `create index boards_untold on boards (made_by) where state <> 'live' and told is null`,
  ],
  postgres: [
    ...tables,
    `alter table boards drop constraint boards_what_check`,
    `alter table boards add constraint boards_what_check check (what in ('trending', 'milestones', 'ranking'))`,
  ],
};
