import type { Migration } from "../migrate.ts";

/**
 * Reminders, and a ledger with one row per occurrence and destination. The partial indexes hold only what waits, so
 * that finding it costs the same whatever else is stored.
 */
export const reminders: Migration = {
  number: 3,
  name: "reminders",
  sqlite: [
    `create table reminders (
      id text primary key,
      owner_id text not null,
      editor_id text not null,
      guild_id text,
      state text not null check (state in ('active', 'paused', 'ended', 'disabled')),
      rule text not null,
      content text not null,
      quiet text,
      when_unsure text not null check (when_unsure in ('at-most-once', 'at-least-once')),
      revision integer not null,
      next_slot integer,
      useful_until integer,
      made_at integer not null,
      changed_at integer not null
    ) strict, without rowid`,
    `create index reminders_due on reminders (next_slot) where state = 'active' and next_slot is not null`,
    `create index reminders_by_owner on reminders (owner_id, made_at)`,
    `create index reminders_by_guild on reminders (guild_id, made_at) where guild_id is not null`,
    `create table destinations (
      id text primary key,
      reminder_id text not null references reminders (id) on delete cascade,
      kind text not null check (kind in ('channel', 'dm')),
      target text not null,
      state text not null check (state in ('open', 'paused', 'disabled')),
      reason text,
      since integer not null
    ) strict, without rowid`,
    `create index destinations_by_reminder on destinations (reminder_id)`,
    `create table occurrences (
      reminder_id text not null references reminders (id) on delete cascade,
      slot integer not null,
      useful_until integer not null,
      state text not null check (state in ('planned', 'missed')),
      planned_at integer not null,
      primary key (reminder_id, slot)
    ) strict, without rowid`,
    `create table deliveries (
      id text primary key,
      reminder_id text not null,
      slot integer not null,
      destination_id text not null references destinations (id) on delete cascade,
      kind text not null,
      target text not null,
      useful_until integer not null,
      state text not null check (state in ('due', 'sending', 'sent', 'failed', 'held', 'skipped')),
      next_try integer not null,
      joins integer not null,
      batch text,
      worker text,
      lease_until integer,
      fence integer not null,
      tries integer not null,
      doubt_since integer,
      held_since integer,
      code text,
      channel_id text,
      message_id text,
      settled_at integer,
      foreign key (reminder_id, slot) references occurrences (reminder_id, slot) on delete cascade,
      unique (reminder_id, slot, destination_id)
    ) strict, without rowid`,
    `create index deliveries_waiting on deliveries (next_try, target) where state in ('due', 'failed', 'held')`,
    `create index deliveries_joining on deliveries (target, next_try) where state in ('due', 'failed', 'held')`,
    `create index deliveries_sending on deliveries (lease_until) where state = 'sending'`,
    `create index deliveries_by_batch on deliveries (batch) where batch is not null`,
    `create index deliveries_by_destination on deliveries (destination_id, slot)`,
  ],
};
