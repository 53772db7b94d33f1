import type { Migration } from "../migrate.ts";

/** Marks earlier posts, which consist of components only (V2): no edit can change that. */
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
