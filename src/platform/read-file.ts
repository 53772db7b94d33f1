import { setImmediate } from "node:timers/promises";

import { MilepostError } from "../base/errors.ts";
import type { Decoders } from "./decode/decoders.ts";
import { type LargeObject, membersOf } from "./json/members.ts";
import { parseJson } from "./json/parse.ts";
import type { Profile } from "./profile/schema.ts";
import { Definition } from "./resources/definitions.ts";

/** Others get their turn this often. */
const REST_EVERY_MS = 8;

export interface LargeFile {
  readonly profile: Profile;
  readonly decoders: Decoders;
  readonly operation: string;
  readonly signal: AbortSignal;
}

/**
 * Definitions of a file of many megabytes, record by record, with rests in between; of each record only the
 * members that are shown are kept.
 */
export async function readLargeFile(
  file: LargeObject,
  { profile, decoders, operation, signal }: LargeFile,
): Promise<Readonly<Record<string, Definition>>> {
  const shown = shownMembers(profile);
  const found: Record<string, Definition> = {};
  let restAt = performance.now() + REST_EVERY_MS;
  for (const [key, text] of members(file, operation)) {
    if (!/^-?\d{1,10}$/.test(key)) continue;
    const record = decoders.decode(Definition, parsed(text, operation), operation, key);
    found[key] = Object.fromEntries(Object.entries(record).filter(([name]) => shown.has(name)));
    if (performance.now() < restAt) continue;
    await setImmediate();
    signal.throwIfAborted();
    restAt = performance.now() + REST_EVERY_MS;
  }
  return found;
}

function shownMembers(profile: Profile): ReadonlySet<string> {
  const paths = Object.values(profile.definitions?.paths ?? {});
  return new Set(["hash", "displayProperties", ...paths.map((path) => path.split(".", 1)[0] ?? "")]);
}

function* members(file: LargeObject, operation: string): Generator<readonly [string, string]> {
  try {
    yield* membersOf(file);
  } catch (error) {
    throw error instanceof SyntaxError ? notJson(operation) : error;
  }
}

function parsed(text: string, operation: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw notJson(operation);
  }
}

function notJson(operation: string): MilepostError {
  return new MilepostError("platform-answer", { operation, reason: "not JSON" });
}
