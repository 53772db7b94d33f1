import { z } from "zod";

import { DAY_MS } from "../../../base/duration.ts";
import { phaseAt } from "../../../game/times.ts";
import type { Age } from "../../kit/view/view-context.ts";

/** What a board's message shows; stored, so that changes are noticed after a restart. */
export type Shown = z.output<typeof shownSchema>;
export type BoardEntry = Shown["entries"][number];
/** What a board lists now. */
export type BoardList = Pick<Shown, "entries" | "keys" | "more" | "isOff">;
const shownSchema = z.object({
  entries: z
    .object({
      /** The key that opens it; at most 100 characters. */
      key: z.string(),
      title: z.string(),
      /** Its kind in words; absent where all entries have the same. */
      kind: z.string().optional(),
      starts: z.number().optional(),
      ends: z.number().optional(),
      /** The value of "Remind me", where it has a future date. */
      offer: z.string().optional(),
      /** Its tile of the picture; absent in rows of earlier versions. */
      art: z
        .object({
          kind: z.string(),
          kindName: z.string(),
          tagline: z.string().optional(),
          picture: z.string().optional(),
          isIcon: z.boolean(),
        })
        .optional(),
    })
    .array()
    .readonly(),
  /** Keys of all entries, shown or not. */
  keys: z.string().array().readonly(),
  more: z.number(),
  /** Whether its kind is made by players and turned off here. */
  isOff: z.boolean(),
  /** Keys of the latest new entries, and since when they are there. */
  fresh: z.object({ keys: z.string().array(), since: z.number() }).optional(),
  age: z.object({ at: z.number(), isStale: z.boolean(), isMaintenance: z.boolean().optional() }),
  /** Whether each entry is upcoming, on or over, which changes by itself. */
  phases: z.string().array(),
  locale: z.string(),
  /** Whether a picture was late for the first time: the next look shows it again. */
  isHurried: z.boolean().optional(),
  /** How many looks in a row found an empty list. */
  empty: z.number(),
});

/** How long entries count as new. */
const FRESH_MS = DAY_MS;
const BELIEVED_EMPTY = 2;

export function readShown(text: string | null): Shown | undefined {
  return text === null ? undefined : shownSchema.parse(JSON.parse(text));
}

export function writeShown(shown: Shown): string {
  return JSON.stringify(shown);
}

/** Returns what the message should show; a single empty list changes only the count. */
export function nextShown(
  before: Shown | undefined,
  list: BoardList,
  { age, now, locale }: { readonly age: Age; readonly now: number; readonly locale: string },
): Shown {
  const empty = list.keys.length === 0 ? (before?.empty ?? 0) + 1 : 0;
  const hadSome = before !== undefined && before.keys.length > 0;
  if (hadSome && empty > 0 && empty < BELIEVED_EMPTY && !list.isOff) return { ...before, age, empty };
  // In the schema's order, since contents are compared as text.
  return shownSchema.parse({
    ...list,
    fresh: freshOf(before, list, { now, locale }),
    age,
    phases: list.entries.map((entry) => phaseAt(entry, now)),
    locale,
    empty,
  });
}

/** Returns whether readers would see no difference besides the age. */
export function looksSame(one: Shown, other: Shown): boolean {
  return essence(one) === essence(other);
}

/** Returns whether the next look can continue from either. */
export function knowsSame(one: Shown, other: Shown): boolean {
  return one.empty === other.empty && one.keys.join("\n") === other.keys.join("\n");
}

function essence({ age, empty: _empty, keys: _keys, isHurried: _isHurried, ...rest }: Shown): string {
  return JSON.stringify({ ...rest, isStale: age.isStale, isMaintenance: age.isMaintenance === true });
}

function freshOf(
  before: Shown | undefined,
  list: BoardList,
  { now, locale }: { readonly now: number; readonly locale: string },
): Shown["fresh"] {
  if (before === undefined || before.locale !== locale) return undefined;
  const known = new Set(before.keys);
  const added = list.keys.filter((key) => !known.has(key));
  if (added.length > 0) return { keys: added, since: now };
  const { fresh } = before;
  if (fresh === undefined || now - fresh.since >= FRESH_MS) return undefined;
  const keys = fresh.keys.filter((key) => list.keys.includes(key));
  return keys.length === 0 ? undefined : { ...fresh, keys };
}
