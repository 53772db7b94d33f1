import type { Migration } from "../migrate.ts";

const tables = [
  `create table temporary_secrets (
      id text primary key,
      origin text not null,
      kind text not null,
      name text not null,
      discord_id text not null,
      revision integer not null,
      key_kind text not null default 'mpk1' check (key_kind = 'mpk1'),
      key_id integer not null,
      content blob not null,
      expires_at integer not null,
      foreign key (key_kind, key_id) references keyring_checks (kind, key_id)
    ) strict, without rowid`,
  `create unique index temporary_secrets_by_name on temporary_secrets (origin, kind, name)`,
  `create index temporary_secrets_by_member on temporary_secrets (discord_id)`,
  `create index temporary_secrets_by_end on temporary_secrets (expires_at)`,
  `create index temporary_secrets_by_key on temporary_secrets (key_kind, key_id)`,
];

/** Sealed secrets that wait between two presses; and, with several processes, the keys each has. */
export const temporarySecrets: Migration = {
  number: 23,
  name: "temporary-secrets",
  sqlite: tables,
  postgres: [
    ...tables,
    `create table node_keys (node_id text primary key, host text not null, keys text not null)`,
  ],
};
