import { z } from "zod";

import { jsonOrNothing } from "../../../base/json.ts";
import { type QuietHours, quietHoursSchema } from "../../../base/quiet-hours.ts";
import type { Rule, Slot } from "../../../schedule/next-slot.ts";
import type { ReminderContent } from "../../../schedule/subject.ts";
import type { DestinationRow, ReminderRow } from "./reminder-rows.ts";
import type { NewReminder, ReminderDestination } from "../reminder-service.ts";

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
