import type { Migration } from "../migrate.ts";

/** Processes on the database, each until its row expires. A file is locked instead. */
export const nodes: Migration = {
  number: 20,
  name: "nodes",
  sqlite: [],
  postgres: [`create table nodes (id text primary key, until timestamptz not null)`],
};
