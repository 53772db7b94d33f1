import type { Migration } from "../migrate.ts";

/**
 * Members who are visible in a server by one of their sessions' accounts. A row is deleted with its session. Names are
 * unencrypted, since suggestions search them.
 */
export const foundMembers: Migration = {
  number: 4,
  name: "found-members",
  sqlite: [
    `create table found_members (
      origin text not null,
      guild_id text not null,
      discord_id text not null,
      session_id text not null references sessions (id) on delete cascade,
      membership_id text not null,
      name text,
      folded text,
      since integer not null,
      primary key (origin, guild_id, discord_id)
    ) strict, without rowid`,
    `create index found_members_by_name on found_members (origin, guild_id, folded) where folded is not null`,
    `create index found_members_by_member on found_members (discord_id, origin)`,
    `create index found_members_by_session on found_members (session_id)`,
  ],
};
