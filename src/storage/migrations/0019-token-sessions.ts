import type { Migration } from "../migrate.ts";

/** For OAuth sessions: a renewal that was begun and not finished, and a final end. */
export const tokenSessions: Migration = {
  number: 19,
  name: "token-sessions",
  sqlite: [
    `alter table sessions add column renewing_since integer`,
    `alter table sessions add column is_final integer not null default 0`,
  ],
};
