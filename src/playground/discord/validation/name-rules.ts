import type { FaultList, Path } from "./api-error.ts";
import { isRecord } from "./schema-check.ts";

/** A part of a body as it came. */
export type Fields = Record<string, unknown>;

/** Discord's locales. */
const LOCALES: ReadonlySet<string> = new Set(
  (
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN " +
    "ja zh-TW ko"
  ).split(" "),
);

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** Of commands and options alike. What is no text, or none, is a fault of its own, found elsewhere. */
export function checkSlashName(name: unknown, path: Path, faults: FaultList): void {
  if (typeof name !== "string" || name.length === 0) return;
  if (NAME.test(name) && name === name.toLowerCase()) return;
  faults.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
}

/** Adds each language Discord does not know. */
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
