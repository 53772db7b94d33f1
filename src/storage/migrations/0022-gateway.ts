import type { Migration } from "../migrate.ts";

const SESSIONS = `create table gateway_sessions (
  shard_count integer not null,
  shard integer not null,
  bot text not null,
  session_id text not null,
  sequence integer not null,
  resume_url text not null,
  saved_at integer not null,
  primary key (shard_count, shard)
) strict, without rowid`;
const COUNTS = `create table shard_counts (
  bot text not null primary key,
  shard_count integer not null
) strict, without rowid`;

/**
 * Each shard's session and position, the number of shards, and when the next may log in. `bot` identifies the token:
 * another one has none of this.
 */
export const gateway: Migration = {
  number: 22,
  name: "gateway",
  sqlite: [SESSIONS, COUNTS],
  postgres: [
    SESSIONS,
    COUNTS,
    `create table identify_slots (bucket integer primary key, next_at timestamptz not null)`,
  ],
};
