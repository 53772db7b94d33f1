import type { Insertable } from "kysely";
import { z } from "zod";

import { MilepostError } from "../../../base/errors.ts";
import { type QuietHours, quietHoursSchema } from "../../../base/quiet-hours.ts";
import { checkRule, type Rule, type Slot } from "../../shared/schedule/next-slot.ts";
import { readContent, type ReminderContent, subjectOfThing, watchOf } from "../../shared/schedule/subject.ts";
import type { DestinationsTable, RemindersTable } from "../../../storage/reminder-schema.ts";
import type { ReminderRow } from "./reminder-rows.ts";
import type { NewReminder, ReminderDestination } from "../../shared/reminder-service.ts";

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
    spreadMs: z.number().optional(),
  }),
  z.object({ kind: z.literal("watch"), what: z.string() }),
]);

interface Kept {
  readonly id: string;
  readonly now: number;
  readonly next: Slot | undefined;
}

/** A new reminder as it is stored. */
export function rowOf(wanted: NewReminder, { id, now, next }: Kept): Insertable<RemindersTable> {
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

/** What is stored of a rule and what it says, in the columns they are looked up by too. */
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
): Insertable<DestinationsTable> {
  return { id: of.id, reminder_id: of.reminderId, kind, target, state: "open", since: of.now };
}

/** Refuses what could not be followed, read again, or would show others what is a member's own. */
export function checkReminder({
  ownerId,
  rule,
  content,
  destinations,
}: Pick<NewReminder, "ownerId" | "rule" | "content"> & {
  readonly destinations: readonly ReminderDestination[];
}): void {
  checkRule(rule);
  checkContent(content);
  if (rule.kind === "dated" && subjectOfThing(rule.thing) === undefined)
    refuse("nothing is dated by that key");
  if (rule.kind === "watch" && rule.what !== watchOf(content.subject))
    refuse("nothing new can be seen of it");
  const isPersonal = content.purpose === "personal";
  if (isPersonal && destinations.some(({ kind, target }) => kind === "dm" && target !== ownerId)) {
    refuse("somebody else's messages");
  }
  if (!isPersonal && destinations.some(({ kind }) => kind === "dm")) refuse("announcements go to channels");
  const isOwn = content.subject.kind === "own" || content.skipIfDone;
  if (isOwn && (!isPersonal || destinations.some(({ kind }) => kind !== "dm"))) {
    refuse("a member's own progress goes to their direct messages only");
  }
  if (isPersonal ? content.roleId !== undefined : content.repeat !== undefined) {
    refuse("roles are for announcements, asking again is for one's own");
  }
}

function checkContent(content: ReminderContent): void {
  try {
    readContent({ content: JSON.stringify(content) });
  } catch (error) {
    throw new MilepostError(
      "bad-input",
      { reason: "the reminder says too much, or nothing" },
      { cause: error },
    );
  }
}

function refuse(reason: string): never {
  throw new MilepostError("bad-input", { reason });
}

/** Whether two of one owner are one: the same news at the same times in the same places. */
export function sameness(given: {
  readonly rule: Rule;
  readonly content: ReminderContent;
  readonly destinations: readonly ReminderDestination[];
}): string {
  const { subject, purpose, roleId } = given.content;
  const { rule } = given;
  // A day or week ends when the next one starts.
  const meant = rule.kind === "dated" && subject.kind === "reset" ? { ...rule, edge: "end" } : rule;
  const places = given.destinations.map(({ kind, target }) => `${kind}:${target}`).sort();
  return JSON.stringify([purpose, sorted(subject), sorted(meant), roleId ?? null, places]);
}

function sorted(value: object): readonly [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A reminder's rule as it is stored. */
export function readRule(row: Pick<ReminderRow, "rule">): Rule {
  return ruleSchema.parse(JSON.parse(row.rule));
}

export function readQuietHours({ quiet }: Pick<ReminderRow, "quiet">): QuietHours | undefined {
  return quiet === null ? undefined : quietHoursSchema.parse(JSON.parse(quiet));
}
