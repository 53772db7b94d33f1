import { setImmediate } from "node:timers/promises";

import { MilepostError } from "../base/errors.ts";
import type { Decoders } from "./decode/decoders.ts";
import { type LargeObject, membersOf } from "./json/members.ts";
import { parseJson } from "./json/parse.ts";
import { valueAt } from "./json/path.ts";
import { platformLocales } from "./locale.ts";
import type { Profile } from "./profile/schema.ts";
import { fillTemplate } from "./profile/template.ts";
import {
  Definition,
  type DefinitionManifest,
  type DefinitionTable,
  definitionTables,
} from "./resources/definitions.ts";

const MANIFEST = "definitions.manifest";
/** Others get their turn this often. */
const REST_EVERY_MS = 8;

/** The manifest by the profile's paths: one version, and the files of the languages and tables it names. */
export function readManifest(profile: Profile, payload: unknown): DefinitionManifest {
  const template = profile.operations[MANIFEST];
  if (template === undefined) throw new MilepostError("not-offered", { operation: MANIFEST });
  const picked = valueAt(payload, template.pick);
  const version = valueAt(picked, template.version);
  if (typeof version !== "string" && typeof version !== "number") {
    throw broken(template.version, "neither a text nor a number");
  }
  const files: Record<string, Partial<Record<DefinitionTable, string>>> = {};
  for (const locale of platformLocales(profile)) {
    const tables = tablesOf(profile, picked, template.file, locale);
    if (Object.keys(tables).length > 0) files[locale] = tables;
  }
  const { default: fallback } = profile.locale;
  if (files[fallback] === undefined)
    throw broken(template.file, `no file in the default language ${fallback}`);
  return { version: String(version), files };
}

function tablesOf(
  profile: Profile,
  picked: unknown,
  file: string,
  locale: string,
): Partial<Record<DefinitionTable, string>> {
  const tables: Partial<Record<DefinitionTable, string>> = {};
  for (const table of definitionTables) {
    const name = profile.definitions?.tables[table];
    if (name === undefined) continue;
    const address = valueAt(picked, fillTemplate(file, { locale, table: name }) ?? "");
    if (typeof address === "string" && address !== "") tables[table] = address;
  }
  return tables;
}

function broken(path: string, reason: string): MilepostError {
  return new MilepostError("platform-answer", { operation: MANIFEST, path, reason });
}

interface LargeFile {
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
  let lost = 0;
  let restAt = performance.now() + REST_EVERY_MS;
  for (const [key, text] of members(file, operation)) {
    if (!/^-?\d{1,10}$/.test(key)) continue;
    const record = decoders.decodeOrLose(Definition, parsed(text, operation), operation);
    if (record === undefined) lost += 1;
    else found[key] = Object.fromEntries(Object.entries(record).filter(([name]) => shown.has(name)));
    if (performance.now() < restAt) continue;
    await setImmediate();
    signal.throwIfAborted();
    restAt = performance.now() + REST_EVERY_MS;
  }
  if (lost > 0 && Object.keys(found).length === 0) {
    throw new MilepostError("platform-answer", { operation, reason: "none of its records could be read" });
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
