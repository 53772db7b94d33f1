import type { Migration } from "../migrate.ts";

/**
 * What reminders wait for, and the updates a post still needs. `thing`: the key of known dates; `watch`: the new
 * entries looked for.
 */
export const watching: Migration = {
  number: 6,
  name: "watching",
  sqlite: [
    `alter table reminders add column purpose text not null default 'personal'
      check (purpose in ('personal', 'announcement'))`,
    `alter table reminders add column thing text`,
    `alter table reminders add column watch text`,
    `alter table reminders add column repeat_ms integer`,
    `alter table reminders add column repeat_most integer`,
    `create index reminders_by_thing on reminders (thing) where thing is not null and state = 'active'`,
    `create index reminders_without_slot on reminders (thing)
      where thing is not null and state = 'active' and next_slot is null`,
    `create index reminders_by_watch on reminders (watch) where watch is not null and state = 'active'`,
    `alter table occurrences add column repeats integer`,
    `alter table occurrences add column note text`,
    `alter table deliveries add column edit_at integer`,
    `alter table deliveries add column publish_at integer`,
    `alter table deliveries add column after_tries integer not null default 0`,
    `create index deliveries_to_edit on deliveries (edit_at) where edit_at is not null`,
    `create index deliveries_to_publish on deliveries (publish_at) where publish_at is not null`,
    `create index reminders_ended on reminders (changed_at) where state = 'ended'`,
    `create index destinations_paused on destinations (target) where state = 'paused'`,
    `create table known_dates (
      thing text primary key,
      start_at integer,
      end_at integer,
      every_ms integer,
      title text not null,
      seen_at integer not null,
      is_followed integer not null
    ) strict, without rowid`,
    `create table seen_entries (
      watch text not null,
      key text not null,
      seen_at integer not null,
      primary key (watch, key)
    ) strict, without rowid`,
    `create table reminder_notices (
      member_id text not null,
      reminder_id text not null references reminders (id) on delete cascade,
      what text not null,
      target text not null,
      code integer not null,
      at integer not null,
      primary key (member_id, reminder_id, what)
    ) strict, without rowid`,
    `create index reminder_notices_by_reminder on reminder_notices (reminder_id)`,
  ],
};
