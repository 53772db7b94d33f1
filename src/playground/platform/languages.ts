import type { Profile } from "../../platform/profile/schema.ts";
import { type Language, languages } from "./game-data/text/languages.ts";

/** The world's language for a platform's locale code, by the profile's map or the code's first letters. */
export function languageOf(profile: Profile, code: string | undefined): Language {
  if (code === undefined) return languageOf(profile, profile.locale.default);
  const mapped = Object.entries(profile.locale.codes).find(
    ([, one]) => one.toLowerCase() === code.toLowerCase(),
  );
  const start = (mapped?.[0] ?? code).slice(0, 2).toLowerCase();
  return languages.find((language) => language === start) ?? "en";
}

/** Every code the profile names, the default first. */
export function localeCodes(profile: Profile): string[] {
  return [...new Set([profile.locale.default, ...Object.values(profile.locale.codes)])];
}
