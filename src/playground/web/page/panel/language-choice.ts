import { choice } from "./parts.ts";

const LOCALES = [
  ["en-US", "English, US"],
  ["en-GB", "English, UK"],
  ["de", "Deutsch"],
  ["es-419", "Español, LATAM"],
  ["es-ES", "Español"],
  ["fr", "Français"],
  ["it", "Italiano"],
  ["ja", "日本語"],
  ["ko", "한국어"],
  ["pl", "Polski"],
  ["pt-BR", "Português do Brasil"],
  ["ru", "Русский"],
  ["tr", "Türkçe"],
  ["zh-CN", "简体中文"],
  ["zh-TW", "繁體中文"],
  // Accented and 40% longer: for what was never translated, and what is cut.
  ["en-XA", "Ẽñğĺĩšħ"],
] as const;

/** The language of somebody's Discord. */
export function languageChoice(locale: string, onchange: (locale: string) => void) {
  const known = LOCALES.some(([code]) => code === locale);
  const locales = known ? LOCALES : [...LOCALES, [locale, locale] as const];
  return choice("Discord language", locales, { value: locale, onchange });
}
