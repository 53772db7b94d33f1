import type { Profile } from "./profile/schema.ts";

/** The service's code for a language given in Discord's codes or already in the service's. */
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

/** Returns the language the service answers a locale in, where that is another; as a tag, without a country. */
export function foreignLanguage(profile: Pick<Profile, "locale">, locale: string): string | undefined {
  const [language = ""] = platformLocale(profile, locale).toLowerCase().split(/[-_]/);
  return language === "" || language === locale.split("-")[0] ? undefined : language;
}

/** Every code of the service that a profile names, the default first. */
export function platformLocales(profile: Pick<Profile, "locale">): readonly string[] {
  return [...new Set([profile.locale.default, ...Object.values(profile.locale.codes)])];
}
