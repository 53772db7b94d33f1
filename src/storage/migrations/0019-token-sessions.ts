import type { Migration } from "../migrate.ts";

/** Sessions of tokens: a renewal that was begun and not noted as done, and an end that nothing undoes. */
export const tokenSessions: Migration = {
  number: 19,
  name: "token-sessions",
  sqlite: [
    `alter table sessions add column renewing_since integer`,
    `alter table sessions add column is_final integer not null default 0`,
  ],
};
