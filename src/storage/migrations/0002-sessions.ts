import type { Migration } from "../migrate.ts";

/**
 * Members' sessions and their data. Every sealed row references its key, and the key its check row, so that a key in
 * use can't be retired, nor seal another row afterwards.
 */
export const sessions: Migration = {
  number: 2,
  name: "sessions",
  sqlite: [
    `alter table keyring_checks add column superseded_at integer`,
    `create table sessions (
      id text primary key,
      discord_id text not null,
      origin text not null,
      revision integer not null,
      key_kind text not null default 'mpk1' check (key_kind = 'mpk1'),
      key_id integer not null,
      cookies blob not null,
      account blob not null,
      is_active integer not null,
      state text not null,
      state_since integer not null,
      linked_at integer not null,
      last_used_at integer not null,
      renewed_at integer not null,
      expires_at integer,
      allows_away integer not null,
      keeps_snapshots integer not null,
      foreign key (key_kind, key_id) references keyring_checks (kind, key_id)
    ) strict, without rowid`,
    `create index sessions_by_member on sessions (discord_id, origin)`,
    `create index sessions_by_key on sessions (key_kind, key_id)`,
    `create unique index sessions_active on sessions (discord_id, origin) where is_active = 1`,
    `create table session_uses (
      id integer primary key,
      session_id text not null references sessions (id) on delete cascade,
      at integer not null,
      command text not null,
      is_away integer not null
    ) strict`,
    `create index session_uses_by_session on session_uses (session_id, id)`,
    `create table snapshots (
      id text primary key,
      session_id text not null references sessions (id) on delete cascade,
      taken_at integer not null,
      revision integer not null,
      key_kind text not null default 'mpk1' check (key_kind = 'mpk1'),
      key_id integer not null,
      content blob not null,
      foreign key (key_kind, key_id) references keyring_checks (kind, key_id)
    ) strict, without rowid`,
    `create index snapshots_by_session on snapshots (session_id, taken_at)`,
    `create index snapshots_by_key on snapshots (key_kind, key_id)`,
    `create table notices (
      id integer primary key,
      discord_id text not null,
      notice text not null,
      at integer not null
    ) strict`,
    `create unique index notices_once on notices (discord_id, notice)`,
  ],
};
