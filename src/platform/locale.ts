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

/**
 * Returns the language the platform answers in, as a tag without country, if it is another than asked for. Which one it
 * is, is said by the codes it is given for, else by its own.
 */
export function foreignLanguage(profile: Pick<Profile, "locale">, locale: string): string | undefined {
  const { codes } = profile.locale;
  const answered = platformLocale(profile, locale);
  const meant = Object.keys(codes).filter((code) => codes[code] === answered);
  const [language = "", ...others] = [...meant, answered].map((code) => code.toLowerCase().split(/[-_]/)[0]);
  const isOwn = [language, ...others].includes(locale.split("-")[0]);
  return isOwn || !/^[a-z]{2,3}$/.test(language) ? undefined : language;
}

/** Returns all of the platform's codes in the profile, the default first. */
export function platformLocales(profile: Pick<Profile, "locale">): readonly string[] {
  return [...new Set([profile.locale.default, ...Object.values(profile.locale.codes)])];
}
