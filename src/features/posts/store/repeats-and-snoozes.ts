import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import { reopenDestinations } from "./update-destinations.ts";
import { writeOccurrence } from "./write-occurrences.ts";
import { reminderRows } from "./reminder-rows.ts";
import { skipWaiting, WAITING } from "./waiting-deliveries.ts";

interface Snooze {
  readonly reminderId: string;
  readonly at: number;
  readonly usefulUntil: number;
  /** The slot of the post pressed; the last one's by default. */
  readonly slot?: number | undefined;
}

/** What buttons under a reminder's post do to its occurrences. */
export function repeatsAndSnoozes(queries: Queries) {
  return {
    /** Posts it again at this time; skips earlier repeats and snoozes. Returns false where the reminder is gone. */
    snooze: ({ reminderId, at, usefulUntil, slot: pressed }: Snooze, now: number) =>
      writeTransaction(queries, async (transaction) => {
        if ((await reminderRows(transaction).hold(reminderId)) === undefined) return false;
        await reopenMessages(transaction, reminderId, now);
        const asked = await askingSlots(transaction, reminderId);
        const dropped = asked.filter((one) => one.slot !== at && (isSnooze(one) || one.slot < at));
        await drop(transaction, { reminderId, dropped, code: "snoozed" }, now);
        const note = await noteOf(transaction, reminderId, pressed);
        const snoozed = { reminderId, slot: at, usefulUntil, sendAt: at, joins: false, repeats: at, note };
        await writeOccurrence(transaction, snoozed, now);
        return true;
      }),
    /** Returns until when it is snoozed; undefined where it isn't, or that has passed. */
    async snoozedUntil(reminderId: string, now: number) {
      const row = await queries
        .selectFrom("occurrences")
        .innerJoin("deliveries", (join) =>
          join
            .onRef("deliveries.reminder_id", "=", "occurrences.reminder_id")
            .onRef("deliveries.slot", "=", "occurrences.slot"),
        )
        .select("occurrences.slot")
        .where("occurrences.reminder_id", "=", reminderId)
        .where("occurrences.slot", ">", now)
        .whereRef("occurrences.repeats", "=", "occurrences.slot")
        .where("deliveries.state", "in", WAITING)
        .limit(1)
        .executeTakeFirst();
      return row?.slot;
    },
    /** Skips the repeats of this occurrence. */
    done: ({ reminderId, slot }: Pick<Asking, "slot"> & { readonly reminderId: string }, now: number) =>
      writeTransaction(queries, async (transaction) => {
        await reminderRows(transaction).hold(reminderId);
        const asked = await askingSlots(transaction, reminderId);
        const came = occurrences(transaction, reminderId).select("slot").where("repeats", "is", null);
        const later = (await came.where("slot", ">", slot).execute()).map((one) => one.slot);
        // A snooze set after a later occurrence belongs to that one.
        const isLater = (one: Asking) => later.some((at) => at <= one.planned_at);
        const dropped = asked.filter((one) => (isSnooze(one) ? !isLater(one) : one.repeats <= slot));
        await drop(transaction, { reminderId, dropped, code: "done" }, now);
      }),
  };
}

/** A press under a DM shows that DMs are open. */
async function reopenMessages(transaction: Queries, reminderId: string, now: number): Promise<void> {
  for (const { state, target } of await reminderRows(transaction).destinations(reminderId)) {
    if (state === "paused") await reopenDestinations(transaction, target, now);
  }
}

interface Asking {
  readonly slot: number;
  readonly planned_at: number;
  readonly repeats: number;
}

/** A snoozed occurrence repeats itself. */
function isSnooze({ slot, repeats }: Asking): boolean {
  return slot === repeats;
}

/** Skips all repeats but snoozes. */
export async function writeRepeatOnce(queries: Queries, reminderId: string, now: number): Promise<void> {
  const asked = await askingSlots(queries, reminderId);
  await drop(queries, { reminderId, dropped: asked.filter((one) => !isSnooze(one)), code: "edited" }, now);
}

function occurrences(queries: Queries, reminderId: string) {
  return queries.selectFrom("occurrences").where("reminder_id", "=", reminderId);
}

/** Returns the occurrences that are repeats or snoozes. */
function askingSlots(queries: Queries, reminderId: string): Promise<readonly Asking[]> {
  const asking = occurrences(queries, reminderId).where("repeats", "is not", null);
  return asking.select(["slot", "repeats", "planned_at"]).$narrowType<Asking>().execute();
}

/** Returns the note of this slot, or of the last one where it is unknown. */
async function noteOf(
  queries: Queries,
  reminderId: string,
  slot: number | undefined,
): Promise<string | undefined> {
  const all = occurrences(queries, reminderId).select("note");
  const pressed = slot === undefined ? undefined : await all.where("slot", "=", slot).executeTakeFirst();
  const row = pressed ?? (await all.orderBy("slot", "desc").limit(1).executeTakeFirst());
  return row?.note ?? undefined;
}

/** Drops also what may be posted already: the member wants no more of it. */
async function drop(
  queries: Queries,
  {
    reminderId,
    dropped,
    code,
  }: { readonly reminderId: string; readonly dropped: readonly Asking[]; readonly code: string },
  now: number,
): Promise<void> {
  if (dropped.length === 0) return;
  const slots = dropped.map(({ slot }) => slot);
  await skipWaiting(queries, code, now)
    .where("reminder_id", "=", reminderId)
    .where("slot", "in", slots)
    .execute();
}
