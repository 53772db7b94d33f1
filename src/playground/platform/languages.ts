import type { Profile } from "../../platform/profile/schema.ts";
import { type Language, languages } from "./game-data/text/translations.ts";

/** The world's language for a platform's locale code: English where it isn't written in that. */
export function languageOf(profile: Profile, code: string | undefined): Language {
  return writtenLanguageOf(profile, code) ?? "en";
}

/** By the profile's map or the code's first letters; undefined where the world isn't written in it. */
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
