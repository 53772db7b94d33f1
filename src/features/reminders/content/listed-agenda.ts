import { z } from "zod";

import { readContent, type ReminderContent } from "../../shared/schedule/subject.ts";
import type { PostedItem, ReminderStore } from "../engine/ports.ts";
import type { DescribedItem } from "./post-part.ts";

/** What a post listed as on, kept with its occurrence: the platform stops listing what has ended. */
type ListedAgenda = z.output<typeof listedSchema>;
const listedSchema = z.object({
  title: z.string(),
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

/** When the next of it ends; undefined: nothing of it does any more. */
export function nextEnd({ entries }: Pick<ListedAgenda, "entries">, now: number): number | undefined {
  const ends = entries.flatMap(({ ends: at = 0 }) => (at > now ? [at] : []));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** A posted list as it reads now; undefined where it is none, or nobody knows what it held. */
export function agendaNow(
  { subject }: ReminderContent,
  note: string | undefined,
  now: number,
): { readonly described: DescribedItem["described"]; readonly isChanged: boolean } | undefined {
  if (subject.kind !== "agenda" || note === undefined) return undefined;
  const { title, more, entries: listed } = listedSchema.parse(JSON.parse(note));
  const entries = listed.map((entry) => ({ ...entry, isOver: (entry.ends ?? Infinity) <= now }));
  const endAt = nextEnd({ entries }, now);
  return {
    described: { kind: "described", title, subject: { ...subject, entries, more }, endAt },
    isChanged: entries.some(({ isOver }) => isOver),
  };
}

/** Whether the other list of what is on, the day's or the week's, is due at the same time in the same place. */
export async function isOtherAgendaDue(
  { reminders, occurrences }: ReminderStore,
  { reminder, slot }: Pick<PostedItem, "reminder" | "slot">,
  target: string,
): Promise<boolean> {
  const { subject } = readContent(reminder);
  if (subject.kind !== "agenda") return false;
  const { guild_id: guildId, owner_id: ownerId, purpose } = reminder;
  for (const row of await reminders.list(guildId === null ? { ownerId } : { guildId })) {
    if (row.purpose !== purpose || row.id === reminder.id) continue;
    if (row.state === "paused" || row.state === "disabled") continue;
    const { subject: other } = readContent(row);
    if (other.kind !== "agenda" || other.every === subject.every) continue;
    const isDue = row.next_slot === slot || (await occurrences.last(row.id))?.at === slot;
    if (!isDue) continue;
    const places = await reminders.destinations(row.id);
    if (places.some((place) => place.target === target && place.state === "open")) return true;
  }
  return false;
}
