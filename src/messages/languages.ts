import { readFileSync } from "node:fs";

/** Texts of an area by key, in ICU's MessageFormat. */
export type Texts = Readonly<Record<string, unknown>>;

/** A language of the bot besides English. */
export interface Language {
  /** Discord's. */
  readonly code: string;
  /** In its own words, as lists of languages show it. */
  readonly name: string;
  /** Whose texts stand in for what it lacks; English unless it says so. */
  readonly parent?: string;
  /** Until a person who speaks it has read it all. */
  readonly isMachineTranslated: boolean;
  /** Served to who asks for it, and offered to nobody. */
  readonly isHidden?: boolean;
  /** Returns the texts of an area; throws where there are none. The files in the folder of its code unless it says so. */
  readonly read?: (area: string) => Texts;
}

/** In the order they are offered, after English. Each has the folder of its code beside this file. */
const translated: readonly Language[] = [
  { code: "de", name: "Deutsch", isMachineTranslated: true },
  { code: "es-ES", name: "Español (España)", isMachineTranslated: true },
  { code: "es-419", name: "Español (Latinoamérica)", parent: "es-ES", isMachineTranslated: true },
  { code: "fr", name: "Français", isMachineTranslated: true },
  { code: "it", name: "Italiano", isMachineTranslated: true },
  { code: "pl", name: "Polski", isMachineTranslated: true },
  { code: "pt-BR", name: "Português do Brasil", isMachineTranslated: true },
  { code: "tr", name: "Türkçe", isMachineTranslated: true },
  { code: "ru", name: "Русский", isMachineTranslated: true },
  { code: "ja", name: "日本語", isMachineTranslated: true },
  { code: "ko", name: "한국어", isMachineTranslated: true },
  { code: "zh-CN", name: "简体中文", isMachineTranslated: true },
  { code: "zh-TW", name: "繁體中文", isMachineTranslated: true },
];

/** Discord's code of the language all others take their shape from. */
export const ENGLISH = "en-US";

const all = new Map(translated.map((language) => [language.code, language]));

/** Discord's codes of all languages there are, English first. */
export function languageCodes(): readonly string[] {
  const offered = [...all.values()].filter(({ isHidden }) => isHidden !== true);
  return [ENGLISH, ...offered.map(({ code }) => code)];
}

/** Returns the language of a code; undefined for English, and for one there is not. */
export function languageOf(code: string): Language | undefined {
  return all.get(code);
}

/**
 * Returns the code that serves a locale best: its own, that of the same language elsewhere, in the same script where
 * there are several, else English's.
 */
export function nearestLanguage(locale: string): string {
  if (all.has(locale)) return locale;
  const [language] = locale.split("-");
  const near = languageCodes().filter((code) => code.split("-")[0] === language);
  const inScript = near.length > 1 && near.find((code) => scriptOf(code) === scriptOf(locale));
  return inScript || (near[0] ?? ENGLISH);
}

function scriptOf(locale: string): string | undefined {
  return new Intl.Locale(locale).maximize().script;
}

/** Returns the locale itself where its language is spoken here, if only as elsewhere; else that of English. */
export function spokenLocale(locale: string): string {
  const code = nearestLanguage(locale);
  return code.split("-")[0] === locale.split("-")[0] ? locale : code;
}

/** Returns the name of a language in its own words, of one that is not here too. */
export function languageName(code: string): string {
  if (code === ENGLISH) return "English";
  const known = all.get(code)?.name;
  if (known !== undefined) return known;
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  } catch (error) {
    if (error instanceof RangeError) return code;
    throw error;
  }
}

/** Makes known a language without a folder, for tests, until what is returned is called. */
export function addLanguage(language: Language): () => void {
  const { code } = language;
  const before = all.get(code);
  all.set(code, language);
  return () => void (before === undefined ? all.delete(code) : all.set(code, before));
}

/** Returns the texts of an area as a language's folder has them; throws where the file is missing or no JSON. */
export function readTexts({ code, read }: Language, area: string): Texts {
  if (read !== undefined) return read(area);
  const file = new URL(`${code}/${fileOfArea(area)}`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Texts;
}

/** Returns the file of an area of the catalog within a language's folder. */
export function fileOfArea(area: string): string {
  return `${area.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;
}
