import { z } from "zod";

import { readContent, type ReminderContent, type Subject } from "../../../schedule/subject.ts";
import type { PostedItem, ReminderStore } from "../engine/ports.ts";
import type { DescribedItem } from "./post-part.ts";

/** What a post listed, stored with its occurrence, since the platform drops what has ended. */
type ListedAgenda = z.output<typeof listedSchema>;
const listedSchema = z.object({
  title: z.string(),
  /** Only for a reset. */
  at: z.number().optional(),
  entries: z
    .object({
      title: z.string(),
      starts: z.number().optional(),
      ends: z.number().optional(),
      rewards: z.string().array().readonly(),
      picture: z.string().optional(),
    })
    .array()
    .readonly(),
  more: z.number(),
});

export function noteOf(listed: ListedAgenda): string {
  return JSON.stringify(listed);
}

/** Returns when the next entry ends; undefined where none will. */
export function nextEnd({ entries }: Pick<ListedAgenda, "entries">, now: number): number | undefined {
  const ends = entries.flatMap(({ ends: at = 0 }) => (at > now ? [at] : []));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Returns a posted list as it reads now; undefined where its content is not known. */
export function agendaNow(
  { subject }: ReminderContent,
  note: string | undefined,
  now: number,
): { readonly described: DescribedItem["described"]; readonly isChanged: boolean } | undefined {
  if (!isList(subject) || note === undefined) return undefined;
  const { title, at, more, entries: listed } = listedSchema.parse(JSON.parse(note));
  const entries = listed.map((entry) => ({ ...entry, isOver: (entry.ends ?? Infinity) <= now }));
  const endAt = nextEnd({ entries }, now);
  return {
    described: { kind: "described", title, subject: { kind: subject.kind, at, entries, more }, endAt },
    // Posts about one reset share a note, and some may have been sent before there was a list.
    isChanged: subject.kind === "reset" || entries.some(({ isOver }) => isOver),
  };
}

export function isList(subject: Subject): subject is ListSubject {
  return subject.kind === "agenda" || subject.kind === "reset";
}

type ListSubject = Extract<Subject, { kind: "agenda" | "reset" }>;

/** Of two lists due together, the week's wins over the day's, and an agenda over a reset. */
function isListedBy(subject: ListSubject, other: Subject): boolean {
  if (!isList(other)) return false;
  if (subject.kind !== other.kind) return subject.kind === "reset";
  const isOther = other.every !== subject.every;
  return isOther && (subject.kind === "agenda" || subject.every === "day");
}

/** Returns whether another list with the same content is due there at the same time. */
export async function isOtherListDue(
  { reminders, occurrences }: ReminderStore,
  { reminder, slot }: Pick<PostedItem, "reminder" | "slot">,
  target: string,
): Promise<boolean> {
  const { subject } = readContent(reminder);
  if (!isList(subject)) return false;
  const { guild_id: guildId, owner_id: ownerId, purpose } = reminder;
  for (const row of await reminders.list(guildId === null ? { ownerId } : { guildId })) {
    if (row.purpose !== purpose || row.id === reminder.id) continue;
    if (row.state === "paused" || row.state === "disabled") continue;
    if (!isListedBy(subject, readContent(row).subject)) continue;
    const isDue = row.next_slot === slot || (await occurrences.last(row.id))?.at === slot;
    if (!isDue) continue;
    const places = await reminders.destinations(row.id);
    if (places.some((place) => place.target === target && place.state === "open")) return true;
  }
  return false;
}
