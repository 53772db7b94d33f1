/** The member at a dotted path; an empty path is the value itself. Undefined where the path leads nowhere. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of stepsOf(path)) {
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

/** What a list's `items` path finds: a `*` goes through every member and joins the lists found there. */
export function listAt(value: unknown, path: string): unknown {
  const steps = stepsOf(path);
  const star = steps.indexOf("*");
  if (star === -1) return valueAt(value, path);
  const groups = valueAt(value, steps.slice(0, star).join("."));
  if (!isObject(groups)) return undefined;
  const rest = steps.slice(star + 1).join(".");
  return Object.values(groups).flatMap((group) => membersOf(listAt(group, rest)));
}

/** A JSON object or array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function membersOf(list: unknown): readonly unknown[] {
  return isObject(list) ? Object.values(list) : [];
}

function stepsOf(path: string): readonly string[] {
  return path === "" ? [] : path.split(".");
}
