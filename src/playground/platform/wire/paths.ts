import { isComposed, partsOfPlace, type Place } from "../../../platform/resources/place.ts";

type Bag = Record<string, unknown>;

/** Returns objects around a value, along a dotted path. For an empty path returns the value. */
export function wrapAt(path: string, value: unknown): unknown {
  if (path === "") return value;
  return path.split(".").reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
}

/** Writes a value where a place reads it. */
export function setAt(target: Bag, place: Place, value: unknown): void {
  const [first = ""] = [place].flat();
  if (!isComposed(first)) return setAtPath(target, first, value);
  const { texts, paths } = partsOfPlace(first);
  const values = splitBy(texts, String(value));
  for (const [index, path] of paths.entries()) setAtPath(target, path, values[index] ?? "-");
}

/** Returns the parts of a text between these ones; all of it is the first where they don't fit. */
function splitBy(texts: readonly string[], whole: string): readonly string[] {
  const pattern = texts.map((text) => text.replaceAll(/[^\w\s]/g, String.raw`\$&`)).join("(.+?)");
  return new RegExp(`^${pattern}$`, "s").exec(whole)?.slice(1) ?? [whole];
}

function setAtPath(target: Bag, path: string, value: unknown): void {
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  let at = target;
  for (const step of steps) {
    const next = at[step];
    const inner: Bag = isBag(next) ? next : {};
    at[step] = inner;
    at = inner;
  }
  // `icon.path` and `icon.has` share `icon`.
  define(at, last, value);
}

/** Returns a list at a path. For `*` it is split over two members, as sections of a service are. */
export function spreadAt(path: string, list: readonly unknown[]): unknown {
  const steps = path === "" ? [] : path.split(".");
  const star = steps.indexOf("*");
  if (star < 0) return wrapAt(path, list);
  const after = steps.slice(star + 1).join(".");
  const half = Math.ceil(list.length / 2);
  const sections = { first: wrapAt(after, list.slice(0, half)), second: wrapAt(after, list.slice(half)) };
  return wrapAt(steps.slice(0, star).join("."), sections);
}

export function isBag(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function define(target: Bag, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
