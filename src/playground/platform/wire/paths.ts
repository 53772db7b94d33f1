type Bag = Record<string, unknown>;

/** Puts a value at a dotted path, making what leads there. An empty path gives the value itself. */
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
  // `icon.path` beside `icon.has`: what already stands there is kept.
  define(at, last, value);
}

/** A list at a path that may hold `*`: spread over two members, as a service's sections would be. */
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
