import type { Migration } from "../migrate.ts";

/** Posts were made of components alone (V2), which Discord lets no edit change; from now on they are not. */
export const classicPosts: Migration = {
  number: 11,
  name: "classic-posts",
  sqlite: [
    `alter table deliveries add column is_v2 integer not null default 0`,
    `update deliveries set is_v2 = 1 where message_id is not null`,
    `alter table boards add column is_v2 integer not null default 0`,
    `update boards set is_v2 = 1 where message_id is not null`,
  ],
};
