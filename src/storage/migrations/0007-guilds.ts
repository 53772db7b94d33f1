import type { Migration } from "../migrate.ts";

/** What servers' admins chose. A server that chose nothing has no row. */
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
