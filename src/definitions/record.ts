import { z } from "zod";

import { jsonOrNothing } from "../base/json.ts";
import { cutText } from "../base/text.ts";
import { isObject } from "../platform/json/path.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { Definition, DefinitionName } from "../platform/resources/definitions.ts";
import { type Place, valueAtPlace } from "../platform/resources/place.ts";
import { isHash } from "../platform/resources/wire.ts";
import type { StoredDefinition, DefinitionRows } from "./definition-rows.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import type { PlatformClient } from "../platform/client.ts";
import type { Facts } from "../storage/facts.ts";

/** The platform calls that definitions use. */
export type DefinitionsClient = Pick<
  PlatformClient,
  "definitionsManifest" | "definitionsFile" | "definitionsOne" | "offers" | "imageUrl"
>;

/** What all parts of this folder need. */
export interface DefinitionsDeps {
  readonly client: DefinitionsClient;
  readonly profile: Profile;
  readonly store: DefinitionRows;
  readonly facts: Facts;
  /** Runs work of this name on one node at a time; rejects where another takes long. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Ends all background work. */
  readonly signal: AbortSignal;
}

/** What is stored of a definition: name, description, icon path, goal. An array, since there are many. */
const CompactRecord = z.tuple([z.string(), z.string(), z.string(), z.number().optional()]);

const LONGEST_NAME = 200;
const LONGEST_DESCRIPTION = 600;
const LONGEST_ICON = 500;

/** Returns what we show of a definition; null when there is nothing to show. */
export function compact(profile: Profile, definition: Definition): string | null {
  const paths = profile.definitions?.paths;
  if (paths === undefined) return null;
  const textAt = (place: Place, longest: number) => {
    const value = valueAtPlace(definition, place);
    return typeof value === "string" ? cutText(value.trim(), longest) : "";
  };
  const name = textAt(paths.name, LONGEST_NAME);
  const goal = valueAtPlace(definition, paths.goal);
  const isGoal = typeof goal === "number" && Number.isFinite(goal);
  if (name === "" && !isGoal) return null;
  const hasIcon = valueAtPlace(definition, "displayProperties.hasIcon") !== false;
  const icon = hasIcon ? textAt(paths.icon, LONGEST_ICON) : "";
  const record = [name, textAt(paths.description, LONGEST_DESCRIPTION), icon];
  return JSON.stringify(isGoal ? [...record, goal] : record);
}

/** Parses a stored record; undefined when an older version wrote something else. */
export function expand(
  record: string,
  imageUrl: (path: string) => string | undefined,
): DefinitionName | undefined {
  const { success, data } = CompactRecord.safeParse(jsonOrNothing(record));
  if (!success) return undefined;
  const [name, description, icon, goal] = data;
  const iconUrl = icon === "" ? undefined : imageUrl(icon);
  return {
    name,
    ...(description !== "" && { description }),
    ...(iconUrl !== undefined && { iconUrl }),
    ...(goal !== undefined && { goal }),
  };
}

/** Returns rows by a file's keys, which are hashes. Records without one are left out. */
export function rowsOf(
  profile: Profile,
  file: Readonly<Record<string, Definition>>,
  { keys, fetchedAt }: { readonly keys: readonly string[]; readonly fetchedAt: number },
): readonly StoredDefinition[] {
  return keys.flatMap((key) => {
    const definition = file[key];
    const hash = Number(key);
    if (!isObject(definition) || !isHash(hash)) return [];
    return [{ hash, record: compact(profile, definition), fetchedAt }];
  });
}
