import { isObject, valueAt } from "../json/path.ts";
import { cut, parametersOf } from "../profile/template.ts";

/**
 * Where a value is found: at a dotted path, in a text made of several (`{name}#{tag}`), or at the first of such places
 * that holds something.
 */
export type Place = string | readonly string[];

/** Returns the value at a place; undefined where nothing is there. */
export function valueAtPlace(value: unknown, place: Place): unknown {
  if (typeof place === "string") return valueAtOne(value, place);
  for (const one of place) {
    const found = something(valueAtOne(value, one));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns whether it is composed of paths in braces. */
export function isComposed(place: string): boolean {
  return place.includes("{");
}

/** Returns undefined for what leaves a place empty, so that the next one counts. */
export function something(value: unknown): unknown {
  return value === null || value === "" ? undefined : value;
}

/** Returns the literal texts around the values with the values in between; undefined where one is missing. */
export function compose(texts: readonly string[], values: readonly unknown[]): string | undefined {
  let composed = texts[0] ?? "";
  for (const [index, value] of values.entries()) {
    const isPlain = typeof value === "number" || (typeof value === "string" && value !== "");
    if (!isPlain) return undefined;
    composed += String(value) + (texts[index + 1] ?? "");
  }
  return composed;
}

/** Returns a composed place's literal texts, one more than its paths. */
export function partsOfPlace(place: string): {
  readonly texts: readonly string[];
  readonly paths: readonly string[];
} {
  const texts = [""];
  for (const part of cut(place)) {
    if ("parameter" in part) texts.push("");
    else texts[texts.length - 1] = part.text;
  }
  return { texts, paths: parametersOf(place) };
}

/** Returns every path a place reads. */
export function pathsIn(place: Place): readonly string[] {
  return [place].flat().flatMap((one) => (isComposed(one) ? parametersOf(one) : [one]));
}

/** Returns the path to write a missing value to; undefined where each place is composed. */
function writablePath(place: Place): string | undefined {
  return [place].flat().find((one) => !isComposed(one));
}

/** Writes a value where it is looked for, unless the record has its own. */
export function withValueAt(
  record: Record<string, unknown>,
  place: Place,
  value: unknown,
): Record<string, unknown> {
  const path = writablePath(place);
  const own = valueAtPlace(record, place) ?? undefined;
  if (path === undefined || own !== undefined) return record;
  const steps = path.split(".");
  const last = steps.pop() ?? path;
  let holder = record;
  for (const step of steps) {
    const next = holder[step];
    holder = isObject(next) ? next : (holder[step] = {});
  }
  holder[last] = value;
  return record;
}

function valueAtOne(value: unknown, place: string): unknown {
  if (!isComposed(place)) return valueAt(value, place);
  const { texts, paths } = partsOfPlace(place);
  return compose(
    texts,
    paths.map((path) => valueAt(value, path)),
  );
}
