import { setImmediate } from "node:timers/promises";

import { z } from "zod";

import { MilepostError } from "../base/errors.ts";
import type { DefinitionFile } from "./client.ts";
import type { Decoders } from "./decode/decoders.ts";
import { type LargeJson, membersOf } from "./json/members.ts";
import { parseFault, parseJson } from "./json/parse.ts";
import { valueAt } from "./json/path.ts";
import { platformLocales } from "./locale.ts";
import type { Profile } from "./profile/schema.ts";
import { fillTemplate } from "./profile/template.ts";
import { pathsIn, type Place, valueAtPlace } from "./resources/place.ts";
import {
  Definition,
  type DefinitionManifest,
  type DefinitionTable,
  definitionTables,
} from "./resources/definitions.ts";

const MANIFEST = "definitions.manifest";
/** How often the event loop gets a turn. */
const REST_EVERY_MS = 8;

/** Reads the manifest by the profile's paths: its version, and the files by language and table. */
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
    const addressOf = (table: string): unknown =>
      template.address === undefined
        ? valueAt(picked, fillTemplate(template.file, { locale, table }) ?? "")
        : fillTemplate(template.address, { locale, table, version: String(version) });
    const tables = tablesOf(profile, addressOf);
    if (Object.keys(tables).length > 0) files[locale] = tables;
  }
  const { default: fallback } = profile.locale;
  if (files[fallback] === undefined)
    throw broken(template.file, `no file in the default language ${fallback}`);
  return { version: String(version), files };
}

function tablesOf(
  profile: Profile,
  addressOf: (table: string) => unknown,
): Partial<Record<DefinitionTable, string>> {
  const tables: Partial<Record<DefinitionTable, string>> = {};
  for (const table of definitionTables) {
    const name = profile.definitions?.tables[table];
    if (name === undefined) continue;
    const address = addressOf(name);
    if (typeof address === "string" && address !== "") tables[table] = address;
  }
  return tables;
}

function broken(path: string, reason: string): MilepostError {
  return new MilepostError("platform-answer", { operation: MANIFEST, path, reason });
}

interface FileReading {
  readonly profile: Profile;
  readonly decoders: Decoders;
  readonly operation: string;
}

const definitionFile = z.record(z.string(), Definition);

export function readSmallFile(
  payload: unknown,
  { decoders, operation }: Omit<FileReading, "profile">,
): DefinitionFile {
  const file = decoders.decode(definitionFile, payload, operation);
  const keyed = Object.entries(file).flatMap(([key, definition]) => {
    const hash = decoders.hashes.toHash(key);
    return hash === undefined ? [] : [[String(hash), definition] as const];
  });
  if (keyed.length === 0 && Object.keys(file).length > 0) throw noHashes(operation, Array.isArray(payload));
  return Object.fromEntries(keyed);
}

/** Reads the definitions of a file of many megabytes, record by record with pauses; keeps only what is shown. */
export async function readLargeFile(
  file: LargeJson,
  { profile, decoders, operation, signal }: FileReading & { readonly signal: AbortSignal },
): Promise<DefinitionFile> {
  const shown = shownMembers(profile);
  const place = hashPlace(profile);
  const found: Record<string, Definition> = {};
  let [lost, count] = [0, 0];
  let isList = false;
  let restAt = performance.now() + REST_EVERY_MS;
  for (const [name, text] of members(file, operation)) {
    count += 1;
    isList = name === undefined;
    const named = decoders.hashes.toHash(name);
    const value = isList || named !== undefined ? parsed(text, operation) : undefined;
    const key = isList ? decoders.hashes.toHash(valueAtPlace(value, place)) : named;
    if (key !== undefined) {
      const record = decoders.decodeOrLose(Definition, value, operation);
      if (record === undefined) lost += 1;
      else found[key] = Object.fromEntries(Object.entries(record).filter(([member]) => shown.has(member)));
    }
    if (performance.now() < restAt) continue;
    await setImmediate();
    signal.throwIfAborted();
    restAt = performance.now() + REST_EVERY_MS;
  }
  if (count === 0 || Object.keys(found).length > 0) return found;
  if (lost === 0) throw noHashes(operation, isList);
  throw new MilepostError("platform-answer", { operation, reason: "none of its records could be read" });
}

function hashPlace(profile: Profile): Place {
  return profile.renames["Definition"]?.["hash"] ?? "hash";
}

function noHashes(operation: string, isList: boolean): MilepostError {
  const what = isList ? "none of its records has a hash" : "none of its keys is a hash";
  const reason = `${what}, a whole number from 0 to 4294967295`;
  return new MilepostError("platform-answer", { operation, ...(isList && { path: "hash" }), reason });
}

function shownMembers(profile: Profile): ReadonlySet<string> {
  const paths = Object.values(profile.definitions?.paths ?? {});
  return new Set([
    "hash",
    "displayProperties",
    ...paths.flatMap(pathsIn).map((path) => path.split(".", 1)[0] ?? ""),
  ]);
}

function* members(file: LargeJson, operation: string): ReturnType<typeof membersOf> {
  try {
    yield* membersOf(file);
  } catch (error) {
    throw error instanceof SyntaxError ? unparsed(operation, error) : error;
  }
}

function parsed(text: string, operation: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw unparsed(operation, error);
  }
}

function unparsed(operation: string, error: unknown): MilepostError {
  return new MilepostError("platform-answer", { operation, reason: parseFault(error) });
}
