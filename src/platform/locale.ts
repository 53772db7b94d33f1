import type { Profile } from "./profile/schema.ts";

/** Returns the platform's code for a language given as Discord's code or the platform's own. */
export function platformLocale(profile: Pick<Profile, "locale">, locale: string | undefined): string {
  const { codes, default: fallback } = profile.locale;
  if (locale === undefined) return fallback;
  const mapped = codes[locale];
  if (mapped !== undefined) return mapped;
  if (locale === fallback || Object.values(codes).includes(locale)) return locale;
  const language = locale.split("-")[0] ?? locale;
  const near = Object.keys(codes).find((code) => code === language || code.startsWith(`${language}-`));
  return (near === undefined ? undefined : codes[near]) ?? fallback;
}

/** Returns the language the platform answers in, as a tag without country, if it is another than asked for. */
export function foreignLanguage(profile: Pick<Profile, "locale">, locale: string): string | undefined {
  const [language = ""] = platformLocale(profile, locale).toLowerCase().split(/[-_]/);
  return language === "" || language === locale.split("-")[0] ? undefined : language;
}

/** Returns all of the platform's codes in the profile, the default first. */
export function platformLocales(profile: Pick<Profile, "locale">): readonly string[] {
  return [...new Set([profile.locale.default, ...Object.values(profile.locale.codes)])];
}
