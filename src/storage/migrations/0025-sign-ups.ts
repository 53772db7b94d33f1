import type { Migration } from "../migrate.ts";

/** Who signed up under a post of an announcement, in order; it goes with the post's history. */
export const signUps: Migration = {
  number: 25,
  name: "sign-ups",
  sqlite: [
    `create table sign_ups (
      reminder_id text not null,
      slot integer not null,
      member_id text not null,
      number integer not null,
      comes integer not null,
      locale text not null,
      zone text not null,
      told_by text,
      joined_at integer not null,
      primary key (reminder_id, slot, member_id),
      foreign key (reminder_id, slot) references occurrences (reminder_id, slot) on delete cascade
    ) strict, without rowid`,
    `create index sign_ups_by_member on sign_ups (member_id)`,
  ],
};
