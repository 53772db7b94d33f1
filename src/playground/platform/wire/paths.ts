type Bag = Record<string, unknown>;

/** Returns objects around a value, along a dotted path. For an empty path returns the value. */
export function wrapAt(path: string, value: unknown): unknown {
  if (path === "") return value;
  return path.split(".").reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
}

export function setAt(target: Bag, path: string, value: unknown): void {
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
