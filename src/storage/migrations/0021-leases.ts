import type { Migration } from "../migrate.ts";

/**
 * What several processes on one database hold in turn, and counters of what they keep in memory: each change of it adds
 * one. A process that needs the database for itself alone says so in its row.
 */
export const leases: Migration = {
  number: 21,
  name: "leases",
  sqlite: [],
  postgres: [
    `alter table nodes add column is_alone boolean not null default false`,
    `create table leases (
      name text primary key,
      term integer not null,
      holder text not null,
      until timestamptz not null
    )`,
    // Rises over all leases: a row may go, and a later one still has a later term.
    `create sequence lease_terms`,
    // Who was the first to act on something that more than one process may be told of.
    `create table first_claims (what text primary key, holder text not null, at timestamptz not null)`,
    `create table changes (what text primary key, seq integer not null)`,
  ],
};
