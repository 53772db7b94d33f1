import type { z } from "zod";

import { valueAt } from "../../platform/json/path.ts";
import { type Kind, kindsOfValue } from "./kinds.ts";
import { type Matching, type Member, matchRecord } from "./match.ts";
import { isBesideId } from "./names.ts";

/** Where a record is in an answer, and how it was matched. */
export interface FoundRecord extends Matching {
  /** Its path from the top of the answer; empty: the top itself. */
  readonly path: string;
  readonly as: "record" | "list" | "dictionary";
  /** How many entries; undefined where the answer is only described. */
  readonly count: number | undefined;
  /** Returns what is at a path of its members, as a place of its own. */
  readonly at: (path: string) => Place | undefined;
}

const MOST_DEPTH = 6;
const MOST_SAMPLES = 20;
const MEMBER_DEPTH = 3;
const EXAMPLE_LENGTH = 40;

/** Returns the place most like a record; undefined where nothing of it is there. */
export function findRecord(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  places: Iterable<Place>,
): FoundRecord | undefined {
  let best: FoundRecord | undefined;
  for (const place of places) {
    const matching = matchRecord(shape, place.members());
    const score = matching.score - 0.02 * place.path.split(".").length;
    if (matching.score === 0 || (best !== undefined && score <= best.score)) continue;
    best = { ...matching, score, path: place.path, as: place.as, count: place.count, at: place.at };
  }
  return best;
}

/** Where a record may be. */
export interface Place extends Pick<FoundRecord, "path" | "as" | "count" | "at"> {
  readonly members: () => readonly Member[];
}

/** Yields every place of an answer with one or several objects. */
export function* placesIn(value: unknown, path: readonly string[] = []): Generator<Place> {
  if (path.length > MOST_DEPTH || typeof value !== "object" || value === null) return;
  const here = path.join(".");
  const objects = Object.values(value).filter((one) => isRecord(one));
  if (Array.isArray(value) || isKeyed(value)) {
    // A profile can't name a place inside a list's entry.
    if (objects.length > 0) yield placeOf(objects, here, Array.isArray(value) ? "list" : "dictionary");
    return;
  }
  yield placeOf([value], here, "record");
  for (const [name, member] of Object.entries(value))
    if (!isBesideId(name, value)) yield* placesIn(member, [...path, name]);
}

function placeOf(objects: readonly object[], path: string, as: FoundRecord["as"]): Place {
  const samples = objects.slice(0, MOST_SAMPLES);
  return {
    path,
    as,
    count: objects.length,
    members: () => membersOf(samples),
    at: (within) => {
      const values = samples.map((one) => valueAt(one, within)).filter((one) => one !== undefined);
      const inside = values.flatMap((one): readonly unknown[] =>
        Array.isArray(one) || (isRecord(one) && isKeyed(one)) ? Object.values(one) : [one],
      );
      const found = inside.filter((one) => isRecord(one));
      return found.length === 0 ? undefined : placeOf(found, within, "record");
    },
  };
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether its keys are ids: a dictionary. */
function isKeyed(value: object): boolean {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^\d+$|^[\da-f]{8}-[\da-f-]{27}$/i.test(name));
}

function membersOf(samples: readonly object[]): readonly Member[] {
  const found = new Map<string, unknown[]>();
  const note = (value: object, path: readonly string[]) => {
    for (const [name, member] of Object.entries(value)) {
      const here = [...path, name];
      const key = here.join(".");
      found.set(key, [...(found.get(key) ?? []), member]);
      if (here.length < MEMBER_DEPTH && isRecord(member) && !isKeyed(member)) note(member, here);
    }
  };
  for (const sample of samples) note(sample, []);
  return [...found].map(([path, values]) => ({
    path,
    kinds: kindsOfAll(values),
    example: exampleOf(values),
  }));
}

/** Returns the kinds all values can be read as. */
function kindsOfAll(values: readonly unknown[]): ReadonlySet<Kind> | undefined {
  const all = values.map(kindsOfValue).filter((kinds) => kinds !== undefined);
  return all.length === 0
    ? undefined
    : all.reduce((some, kinds) => new Set([...some].filter((kind) => kinds.has(kind))));
}

function exampleOf(values: readonly unknown[]): string | undefined {
  const value = values.find((one) => one !== null && one !== undefined && one !== "");
  if (value === undefined || typeof value === "object") return undefined;
  const text = JSON.stringify(value) ?? "";
  return text.length > EXAMPLE_LENGTH ? `${text.slice(0, EXAMPLE_LENGTH)}...` : text;
}
