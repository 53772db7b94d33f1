import { z } from "zod";

import { isOfKind, toTrendChoice } from "../../../game/trend-search.ts";
import type { TrendKind } from "../../../game/trend-kinds.ts";
import { isCreation } from "../../../game/trending.ts";
import type { ReminderContent } from "../../../schedule/subject.ts";
import type { GuildSettings } from "../../kit/guild-settings.ts";

/** New entries, stored with the occurrence. Public data of the platform. */
export type NewEntries = z.output<typeof newsSchema>;
const newsSchema = z.object({
  entries: z.array(
    z.object({
      key: z.string(),
      kind: z.string(),
      title: z.string(),
      /** Where it is, as a reward is one of a milestone. */
      about: z.string().optional(),
    }),
  ),
  more: z.int().nonnegative(),
});
export type NewEntry = NewEntries["entries"][number];

/** More than this are only counted. */
const MAX_LISTED = 10;

export function serializeNewEntries(entries: readonly NewEntry[], notListed = 0): string {
  const shown = entries.slice(0, MAX_LISTED);
  const more = notListed + entries.length - shown.length;
  return JSON.stringify({ entries: shown, more } satisfies NewEntries);
}

export function readNewEntries(note: string | undefined): NewEntries {
  return note === undefined ? { entries: [], more: 0 } : newsSchema.parse(JSON.parse(note));
}

/** Merges several occurrences of one reminder into one post. */
export function mergeNewEntries(notes: readonly (string | undefined)[]): string {
  const all = notes.map(readNewEntries);
  const byKey = new Map(all.flatMap(({ entries }) => entries).map((entry) => [entry.key, entry]));
  const notListed = all.reduce((sum, { more }) => sum + more, 0);
  return serializeNewEntries([...byKey.values()], notListed);
}

/** Returns whether a reminder of new entries, or a watch, wants this kind. */
export function isWanted(
  kind: TrendKind,
  { subject, purpose, kinds }: ReminderContent,
  guild: GuildSettings | undefined,
): boolean {
  const chosen = chosenKind(subject);
  const isChosen = (one: string) => isOfKind({ kind }, toTrendChoice(one) ?? "other");
  if (chosen !== undefined && !isChosen(chosen)) return false;
  if (kinds !== undefined && !kinds.some(isChosen)) return false;
  const isPublic = purpose === "announcement";
  if (isPublic && guild !== undefined && guild.kinds !== "all" && !guild.kinds.some(isChosen)) return false;
  if (!isCreation(kind)) return true;
  return isPublic ? guild?.areCreationsOn === true : chosen !== undefined;
}

function chosenKind(subject: ReminderContent["subject"]): string | undefined {
  if (subject.kind === "new-entries") return subject.of;
  return subject.kind === "watch" && subject.of === "creation" ? subject.of : undefined;
}
