import type { Migration } from "../migrate.ts";

/**
 * Leases that processes hold in turn, and counters of what they cache: each change adds one. A process that needs the
 * database for itself says so in its row.
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
    // Rises over all leases, so that a lease whose row was deleted still gets a higher term later.
    `create sequence lease_terms`,
    // The first process to act on something that several may receive.
    `create table first_claims (what text primary key, holder text not null, at timestamptz not null)`,
    `create table changes (what text primary key, seq integer not null)`,
  ],
};
