import { Locale } from "discord-api-types/v10";

import { isRecord } from "../json.ts";
import type { FaultList, Path } from "./api-error.ts";

export type Fields = Record<string, unknown>;

const LOCALES: ReadonlySet<string> = new Set(Object.values(Locale));

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** Adds URL_TYPE_INVALID_SCHEME for schemes not allowed here. */
export function checkScheme(url: unknown, path: Path, schemes: readonly string[], faults: FaultList): void {
  if (typeof url !== "string" || !URL.canParse(url)) return;
  const scheme = new URL(url).protocol.slice(0, -1);
  if (schemes.includes(scheme)) return;
  const taken = schemes.map((name) => `'${name}'`).join(", ");
  faults.add(path, "URL_TYPE_INVALID_SCHEME", `Scheme "${scheme}" must be one of (${taken}).`);
}

export function checkReference(
  url: unknown,
  path: Path,
  files: ReadonlySet<string>,
  faults: FaultList,
): void {
  if (typeof url !== "string" || !url.startsWith("attachment://")) return;
  if (files.has(url.slice("attachment://".length))) return;
  faults.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND");
}

/** Adds a fault for each invalid name of a command or option, in any language. */
export function checkSlashNames(named: Fields, at: Path, faults: FaultList): void {
  checkSlashName(named["name"], [...at, "name"], faults);
  const localized = named["name_localizations"];
  if (!isRecord(localized)) return;
  for (const [locale, name] of Object.entries(localized))
    checkSlashName(name, [...at, "name_localizations", locale], faults);
}

/** Missing or empty names are reported elsewhere. */
function checkSlashName(name: unknown, path: Path, faults: FaultList): void {
  if (typeof name !== "string" || name.length === 0) return;
  if (NAME.test(name) && name === name.toLowerCase()) return;
  faults.add(path, "APPLICATION_COMMAND_INVALID_NAME");
}

export function checkLocales(holder: Fields, at: Path, faults: FaultList): void {
  for (const name of ["name_localizations", "description_localizations"]) {
    const localized = holder[name];
    if (!isRecord(localized)) continue;
    for (const locale of Object.keys(localized)) {
      if (LOCALES.has(locale)) continue;
      faults.add([...at, name, locale], "ENUM_TYPE_COERCE", `Value "${locale}" is not a valid enum value.`);
    }
  }
}

const SURROGATE_PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Returns the length in Unicode code points, as Discord counts. */
export function textLength(text: string): number {
  return text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);
}
