import type { Migration } from "../migrate.ts";

/** Servers' settings; without a row, the defaults. */
export const guilds: Migration = {
  number: 7,
  name: "guilds",
  sqlite: [
    `create table guilds (
      guild_id text primary key,
      revision integer not null,
      settings text not null,
      changed_by text not null,
      changed_at integer not null
    ) strict, without rowid`,
  ],
};
