/** Returns the member at a dotted path; the value itself for an empty path; undefined where the path doesn't exist. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of stepsOf(path)) {
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

/** A list's entry; with its key if the list is a dictionary. */
export interface ListMember {
  readonly key?: string;
  readonly value: unknown;
}

/**
 * Returns the entries of the list or dictionary at a path; undefined when nothing is there, null when it is no list. A
 * `*` visits every member and joins the lists found.
 */
export function listAt(value: unknown, path: string): readonly ListMember[] | null | undefined {
  const steps = stepsOf(path);
  const star = steps.indexOf("*");
  if (star === -1) return membersOf(valueAt(value, path));
  const groups = valueAt(value, steps.slice(0, star).join("."));
  if (!isObject(groups)) return groups === undefined || groups === null ? undefined : null;
  const rest = steps.slice(star + 1).join(".");
  return Object.values(groups).flatMap((group) => listAt(group, rest) ?? []);
}

/** Returns whether it is a JSON object or array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function membersOf(list: unknown): readonly ListMember[] | null | undefined {
  if (list === undefined || list === null) return undefined;
  if (Array.isArray(list)) return list.map((value: unknown) => ({ value }));
  return isObject(list) ? Object.entries(list).map(([key, value]) => ({ key, value })) : null;
}

function stepsOf(path: string): readonly string[] {
  return path === "" ? [] : path.split(".");
}
