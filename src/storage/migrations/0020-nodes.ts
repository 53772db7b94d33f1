import type { Migration } from "../migrate.ts";

/** Processes that run on the database, each until its row is no longer renewed. A file is locked instead. */
export const nodes: Migration = {
  number: 20,
  name: "nodes",
  sqlite: [],
  postgres: [`create table nodes (id text primary key, until timestamptz not null)`],
};
