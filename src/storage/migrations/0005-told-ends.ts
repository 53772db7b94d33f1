import type { Migration } from "../migrate.ts";

/** The expiry of a session's cookies that its member was told of, so that each is told once. */
export const toldEnds: Migration = {
  number: 5,
  name: "told-ends",
  sqlite: [`alter table sessions add column told_end integer`],
};
