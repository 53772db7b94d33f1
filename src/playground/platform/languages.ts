import type { Profile } from "../../platform/profile/schema.ts";
import { type Language, languages } from "./game-data/text/translations.ts";

/** Returns the game's language for a locale code; English where there is none. */
export function languageOf(profile: Profile, code: string | undefined): Language {
  return writtenLanguageOf(profile, code) ?? "en";
}

/** Returns the language by the profile's map or the code's first two letters; undefined where there is none. */
export function writtenLanguageOf(profile: Profile, code = profile.locale.default): Language | undefined {
  const mapped = Object.entries(profile.locale.codes).find(
    ([, one]) => one.toLowerCase() === code.toLowerCase(),
  );
  const start = (mapped?.[0] ?? code).slice(0, 2).toLowerCase();
  return languages.find((language) => language === start);
}

export function localeCodes(profile: Profile): string[] {
  return [...new Set([profile.locale.default, ...Object.values(profile.locale.codes)])];
}
