import type { Migration } from "../migrate.ts";

export const initial: Migration = {
  number: 1,
  name: "initial",
  sqlite: [
    `create table facts (
      name text primary key,
      value text not null
    ) strict, without rowid`,
    `create table definitions (
      table_name text not null,
      locale text not null,
      hash integer not null,
      record text,
      fetched_at integer not null,
      primary key (table_name, locale, hash)
    ) strict, without rowid`,
    `create table definition_files (
      table_name text not null,
      locale text not null,
      version text not null,
      synced_at integer not null,
      primary key (table_name, locale)
    ) strict, without rowid`,
    `create table control_states (
      key text primary key,
      state text not null,
      expires_at integer not null
    ) strict, without rowid`,
    `create index control_states_expiry on control_states (expires_at)`,
    `create table keyring_checks (
      kind text not null,
      key_id integer not null,
      fingerprint text not null,
      primary key (kind, key_id)
    ) strict, without rowid`,
  ],
};
