import { z } from "zod";

import type { Plan } from "../storage/tables/occurrences.ts";
import type { ReminderRow } from "../storage/tables/reminders.ts";
import { catchUp, DIGEST_AFTER_MS, quietUntil, type QuietHours } from "./catch-up.ts";
import { type Dates, nextSlot, type Rule, type Slot } from "./schedule.ts";

const ruleSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("weekly"),
    zone: z.string(),
    time: z.string(),
    days: z.array(z.union([0, 1, 2, 3, 4, 5, 6].map((day) => z.literal(day as 0 | 1 | 2 | 3 | 4 | 5 | 6)))),
  }),
  z.object({ kind: z.literal("once"), zone: z.string(), time: z.string(), date: z.string() }),
  z.object({
    kind: z.literal("dated"),
    thing: z.string(),
    edge: z.enum(["start", "end"]),
    leadMs: z.number(),
  }),
  z.object({ kind: z.literal("watch"), what: z.string() }),
]);
const quietSchema = z.object({ zone: z.string(), from: z.string(), to: z.string() });

/** A reminder's rule as it is stored. */
export function readRule(row: Pick<ReminderRow, "rule">): Rule {
  return ruleSchema.parse(JSON.parse(row.rule));
}

function readQuietHours({ quiet }: Pick<ReminderRow, "quiet">): QuietHours | undefined {
  return quiet === null ? undefined : quietSchema.parse(JSON.parse(quiet));
}

/** What becomes of a reminder whose slot has come. */
export function planOf(row: ReminderRow, now: number, dates?: Dates): Plan {
  const rule = readRule(row);
  const at = row.next_slot ?? now;
  const from: Slot = { at, usefulUntil: row.useful_until ?? at };
  const base = { reminderId: row.id, from: row.next_slot, revision: row.revision };
  const moved = dates === undefined ? undefined : nextSlot(rule, now, dates);
  if (rule.kind === "dated" && moved !== undefined) return { ...base, missed: [], next: toNext(moved) };
  const { slot, missed, next } = catchUp({ rule, from, now, ...(dates !== undefined && { dates }) });
  const following = next === undefined ? undefined : nextSlot(rule, next - 1, dates);
  const rest = { ...base, missed, ...(following !== undefined && { next: toNext(following) }) };
  if (slot === undefined) return rest;
  const quiet = readQuietHours(row);
  const sendAt = quiet === undefined ? undefined : quietUntil(quiet, now);
  const joins = sendAt !== undefined || now - slot.at > DIGEST_AFTER_MS;
  const { usefulUntil } = slot;
  return { ...rest, occurrence: { slot: slot.at, usefulUntil, sendAt: sendAt ?? slot.at, joins } };
}

/** A reminder's next slot after now, with nothing to post: it is new, was edited, or the platform's dates changed. */
export function replanOf(row: ReminderRow, now: number, dates?: Dates): Plan {
  const next = nextSlot(readRule(row), now, dates);
  return {
    reminderId: row.id,
    from: row.next_slot,
    revision: row.revision,
    missed: [],
    ...(next !== undefined && { next: toNext(next) }),
  };
}

function toNext({ at, usefulUntil }: Slot) {
  return { slot: at, usefulUntil };
}
