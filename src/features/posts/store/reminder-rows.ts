import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { z } from "zod";

import type { DestinationsTable, RemindersTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";
import { forUpdate, writeTransaction } from "../../../storage/write-transaction.ts";
import { jsonOrNothing } from "../../../base/json.ts";
import { type QuietHours, quietHoursSchema } from "../../../base/quiet-hours.ts";
import type { Rule, Slot } from "../../../schedule/next-slot.ts";
import type { ReminderContent } from "../../../schedule/subject.ts";
import type { NewReminder, ReminderDestination } from "../../posts/reminder-service.ts";

export type ReminderRow = Selectable<RemindersTable>;
export type DestinationRow = Selectable<DestinationsTable>;
export type ReminderOwner = { readonly ownerId: string } | { readonly guildId: string };

export interface WholeReminder {
  readonly row: ReminderRow;
  readonly destinations: readonly DestinationRow[];
}

/** The reason of a destination the reminder was moved away from, kept for the history. */
export const MOVED = "moved";

/** Few enough for one statement, and for memory. */
export const WAITING_AT_ONCE = 500;

type DestinationChange = Pick<DestinationRow, "state" | "since"> & Partial<Pick<DestinationRow, "reason">>;

/**
 * What reminders wait for. `isUnplanned`: only those without a next slot. `isHeld`, within a writing transaction: locks
 * them.
 */
type Awaited =
  | { readonly thing: string; readonly isUnplanned?: boolean }
  | { readonly watch: string; readonly isHeld?: boolean };

/** Reminders and their destinations. */
type ReminderRows = ReturnType<typeof reminderRows>;

export function reminderRows(queries: Queries) {
  const byId = (id: string) => queries.selectFrom("reminders").selectAll().where("id", "=", id);
  const destination = (id: string) => queries.updateTable("destinations").where("id", "=", id);
  return {
    add: (...inserted: Inserted) =>
      writeTransaction(queries, (transaction) => insertReminder(transaction, ...inserted)),
    find: (id: string) => byId(id).executeTakeFirst(),
    /** Reads and locks a reminder; call within a writing transaction. */
    hold: (id: string) => byId(id).modifyEnd(forUpdate(queries)).executeTakeFirst(),
    /** Returns those of one member or server, oldest first. */
    list: (of: ReminderOwner) => listOf(queries, of).selectAll().orderBy("made_at").orderBy("id").execute(),
    /** Returns when the next one of a member is due after an instant; undefined where no date is known. */
    async nextPost(ownerId: string, instant: number): Promise<number | undefined> {
      const active = queries
        .selectFrom("reminders")
        .where("owner_id", "=", ownerId)
        .where("state", "=", "active");
      const later = active.where("next_slot", ">", instant);
      const row = await later.select("next_slot").orderBy("next_slot").limit(1).executeTakeFirst();
      return row?.next_slot ?? undefined;
    },
    /** Returns them with their destinations. */
    listWhole: (of: ReminderOwner) => listWhole(queries, of),
    destinations(reminderId: string): Promise<readonly DestinationRow[]> {
      const all = queries.selectFrom("destinations").selectAll().where("reminder_id", "=", reminderId);
      return all.orderBy("id").execute();
    },
    /** Changes a reminder at this revision; returns false where it has another one, or is gone. */
    async change(id: string, revision: number, changes: Omit<Updateable<RemindersTable>, "id" | "revision">) {
      const result = await queries
        .updateTable("reminders")
        .set({ ...changes, revision: revision + 1 })
        .where("id", "=", id)
        .where("revision", "=", revision)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    /** Opens, pauses or disables one destination. */
    async setDestination(id: string, { state, since, reason = null }: DestinationChange) {
      await destination(id).set({ state, since, reason }).execute();
    },
    /** Does so only while it is open: a concurrent change wins. */
    async setOpenDestination(id: string, { state, since, reason = null }: DestinationChange) {
      await destination(id).where("state", "=", "open").set({ state, since, reason }).execute();
    },
    /** Returns what active reminders wait for: keys of dated subjects, and watches. */
    awaited: () => awaited(queries),
    /** Returns the active ones that wait for this, ordered by id, the first 500 after the given one. */
    waitingFor: (what: Awaited, after = "") => waitingFor(queries, what, after),
    /** Deletes it, everything recorded about it, and the DMs of those who signed up under its posts. */
    async remove(id: string) {
      const told = queries.selectFrom("sign_ups").select("told_by").where("reminder_id", "=", id);
      const result = await queries
        .deleteFrom("reminders")
        .where((row) => row.or([row("id", "=", id), row("id", "in", told.$castTo<{ told_by: string }>())]))
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

function listOf(queries: Queries, of: ReminderOwner) {
  const all = queries.selectFrom("reminders");
  return "ownerId" in of ? all.where("owner_id", "=", of.ownerId) : all.where("guild_id", "=", of.guildId);
}

/** One statement for all of them. */
async function listWhole(queries: Queries, of: ReminderOwner): Promise<readonly WholeReminder[]> {
  const found = await listOf(queries, of)
    .leftJoin("destinations", "destinations.reminder_id", "reminders.id")
    .selectAll("reminders")
    .select([
      "destinations.id as to_id",
      "destinations.kind as to_kind",
      "destinations.target as to_target",
      "destinations.state as to_state",
      "destinations.reason as to_reason",
      "destinations.since as to_since",
    ])
    .orderBy("made_at")
    .orderBy("reminders.id")
    .orderBy("destinations.id")
    .execute();
  const whole = new Map<string, { row: ReminderRow; destinations: DestinationRow[] }>();
  for (const { to_id, to_kind, to_target, to_state, to_reason, to_since, ...row } of found) {
    const one = whole.get(row.id) ?? { row, destinations: [] };
    whole.set(row.id, one);
    // Either all columns of a destination are there, or none.
    if (to_id === null || to_kind === null || to_target === null || to_state === null || to_since === null)
      continue;
    const rest = { target: to_target, state: to_state, reason: to_reason, since: to_since };
    one.destinations.push({ id: to_id, reminder_id: row.id, kind: to_kind, ...rest });
  }
  return [...whole.values()];
}

type Inserted = readonly [Insertable<RemindersTable>, readonly Insertable<DestinationsTable>[]];

/** Call within a writing transaction. */
export async function insertReminder(queries: Queries, ...[row, destinations]: Inserted): Promise<void> {
  await queries.insertInto("reminders").values(row).execute();
  if (destinations.length > 0) await queries.insertInto("destinations").values(destinations).execute();
}

/** Yields all that wait, in batches. */
export async function* allWaiting(
  rows: Pick<ReminderRows, "waitingFor">,
  what: Awaited,
): AsyncGenerator<readonly ReminderRow[]> {
  for (let after = ""; ;) {
    const part = await rows.waitingFor(what, after);
    if (part.length > 0) yield part;
    const last = part.at(-1);
    if (last === undefined || part.length < WAITING_AT_ONCE) return;
    after = last.id;
  }
}

/** Looks each key up instead of reading every row; constants let the partial indexes be used. */
async function awaited(queries: Queries) {
  const { rows } = await sql<{ thing: string | null; watch: string | null }>`
    with recursive
      things (thing) as (
        select min(thing) from reminders where thing is not null and state = 'active'
        union all
        select (select min(thing) from reminders
          where thing is not null and state = 'active' and thing > things.thing)
        from things where things.thing is not null
      ),
      watches (watch) as (
        select min(watch) from reminders where watch is not null and state = 'active'
        union all
        select (select min(watch) from reminders
          where watch is not null and state = 'active' and watch > watches.watch)
        from watches where watches.watch is not null
      )
    select thing, null as watch from things where thing is not null
    union all
    select null, watch from watches where watch is not null`.execute(queries);
  return {
    keys: rows.flatMap(({ thing }) => thing ?? []),
    watches: rows.flatMap(({ watch }) => watch ?? []),
  };
}

async function waitingFor(queries: Queries, what: Awaited, after: string): Promise<readonly ReminderRow[]> {
  const key =
    "watch" in what
      ? sql`watch is not null and watch = ${what.watch}`
      : sql`thing is not null and thing = ${what.thing}`;
  const unplanned = "watch" in what || what.isUnplanned !== true ? sql`` : sql`and next_slot is null`;
  const lock = "watch" in what && what.isHeld === true ? forUpdate(queries) : sql``;
  const { rows } = await sql<ReminderRow>`select * from reminders
    where ${key} and state = 'active' ${unplanned} and id > ${after}
    order by id limit ${WAITING_AT_ONCE} ${lock}`.execute(queries);
  return rows;
}

/** Returns a new reminder's row. */
export function rowOf(wanted: NewReminder, id: string, now: number, next: Slot | undefined): ReminderRow {
  const { ownerId, guildId, rule, content, quiet, whenUnsure } = wanted;
  const isPersonal = content.purpose === "personal";
  return {
    id,
    owner_id: ownerId,
    editor_id: ownerId,
    guild_id: guildId ?? null,
    state: "active",
    quiet: quiet === undefined ? null : JSON.stringify(quiet),
    when_unsure: whenUnsure ?? (isPersonal ? "at-least-once" : "at-most-once"),
    revision: 1,
    next_slot: next?.at ?? null,
    useful_until: next?.usefulUntil ?? null,
    made_at: now,
    changed_at: now,
    purpose: content.purpose,
    ...columnsOf(rule, content),
  };
}

/** Returns the columns of a rule and a content, including those used for lookups. */
export function columnsOf(rule: Rule, content: ReminderContent) {
  return {
    rule: JSON.stringify(rule),
    content: JSON.stringify(content),
    thing: rule.kind === "dated" ? rule.thing : null,
    watch: rule.kind === "watch" ? rule.what : null,
    repeat_ms: content.repeat?.everyMs ?? null,
    repeat_most: content.repeat?.most ?? null,
  };
}

export function destinationOf(
  { kind, target }: ReminderDestination,
  of: { readonly id: string; readonly reminderId: string; readonly now: number },
): DestinationRow {
  return { id: of.id, reminder_id: of.reminderId, kind, target, state: "open", reason: null, since: of.now };
}

export function readQuietHours({ quiet }: Pick<ReminderRow, "quiet">): QuietHours | undefined {
  return quiet === null ? undefined : quietHoursSchema.parse(JSON.parse(quiet));
}

/** The "useful until" of a post that always is. */
export const ALWAYS = Number.MAX_SAFE_INTEGER;

const noteSchema = z.object({ subject: z.object({ kind: z.literal("note") }) });

/** Returns whether it is a member's own note, which is posted however late it is. */
export function isOwnNote({ purpose, content }: Pick<ReminderRow, "purpose" | "content">): boolean {
  return purpose === "personal" && noteSchema.safeParse(jsonOrNothing(content)).success;
}
