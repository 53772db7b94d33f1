import { MilepostError } from "../base/errors.ts";
import { valueAt } from "./json/path.ts";
import { platformLocales } from "./locale.ts";
import type { Profile } from "./profile/schema.ts";
import { fillTemplate } from "./profile/template.ts";
import { type DefinitionManifest, type DefinitionTable, definitionTables } from "./resources/definitions.ts";

const OPERATION = "definitions.manifest";

/** The manifest by the profile's paths: one version, and the files of the languages and tables it names. */
export function readManifest(profile: Profile, payload: unknown): DefinitionManifest {
  const template = profile.operations[OPERATION];
  if (template === undefined) throw new MilepostError("not-offered", { operation: OPERATION });
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
  return new MilepostError("platform-answer", { operation: OPERATION, path, reason });
}
