import { isObject, valueAt } from "../platform/json/path.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { Definition, DefinitionName } from "../platform/resources/definitions.ts";

/** What is kept of a definition: name, description, icon's path, goal. An array, because there are many. */
type CompactRecord = readonly [name: string, description: string, icon: string, goal?: number];

const LONGEST_NAME = 200;
const LONGEST_DESCRIPTION = 600;
const LONGEST_ICON = 500;

/** Takes what we show from a record of the platform. Null when there is nothing to show. */
export function compact(profile: Profile, definition: Definition): string | null {
  const paths = profile.definitions?.paths;
  if (paths === undefined) return null;
  const textAt = (path: string, longest: number) => {
    const value = valueAt(definition, path);
    return typeof value === "string" ? value.trim().slice(0, longest) : "";
  };
  const name = textAt(paths.name, LONGEST_NAME);
  const goal = valueAt(definition, paths.goal);
  const isGoal = typeof goal === "number" && Number.isFinite(goal);
  if (name === "" && !isGoal) return null;
  const hasIcon = valueAt(definition, "displayProperties.hasIcon") !== false;
  const icon = hasIcon ? textAt(paths.icon, LONGEST_ICON) : "";
  const record: CompactRecord = [name, textAt(paths.description, LONGEST_DESCRIPTION), icon];
  return JSON.stringify(isGoal ? [...record, goal] : record);
}

/** Reads a stored record. Undefined when an older version wrote something else. */
export function expand(
  record: string,
  imageUrl: (path: string) => string | undefined,
): DefinitionName | undefined {
  const value: unknown = parsed(record);
  if (!isCompactRecord(value)) return undefined;
  const [name, description, icon, goal] = value;
  const iconUrl = icon === "" ? undefined : imageUrl(icon);
  return {
    name,
    ...(description !== "" && { description }),
    ...(iconUrl !== undefined && { iconUrl }),
    ...(goal !== undefined && { goal }),
  };
}

/** Rows of a file: hashes are its keys. What is no record of a 32-bit hash is left out. */
export function* rowsOf(profile: Profile, file: Readonly<Record<string, Definition>>, fetchedAt: number) {
  for (const key in file) {
    const definition = file[key];
    const hash = Number(key);
    if (!isObject(definition) || !isHash(hash)) continue;
    yield { hash, record: compact(profile, definition), fetchedAt };
  }
}

/** uint32. */
export function isHash(hash: number): boolean {
  return Number.isInteger(hash) && hash >= 0 && hash <= 0xffff_ffff;
}

function isCompactRecord(value: unknown): value is CompactRecord {
  if (!Array.isArray(value)) return false;
  const [name, description, icon, goal] = value as readonly unknown[];
  const texts = [name, description, icon];
  return texts.every((text) => typeof text === "string") && (goal === undefined || typeof goal === "number");
}

function parsed(record: string): unknown {
  try {
    return JSON.parse(record);
  } catch {
    return undefined;
  }
}
