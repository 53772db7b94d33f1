import { readFileSync } from "node:fs";

import type english from "./phrases/en.json";

/** How a language says times. All that is written is read too: `words` and `read` are what people type beside it. */
export interface PhraseBook {
  /** What this one lacks to read is in another. */
  readonly like?: string;
  /** Which of two numbers is the day. Undefined: that can't be told. */
  readonly order?: "dmy" | "mdy";
  /** From Sunday on. As in all texts here, `|` is between several. */
  readonly days: string;
  /** The same behind "every", where they differ there. */
  readonly everyDays?: string;
  /** First to fourth and last, for each gender. */
  readonly nths: readonly string[];
  /** The gender of each day of the week, from Sunday on. */
  readonly genders?: readonly number[];
  /** A day of the month, by its category in `Intl.PluralRules`. */
  readonly ordinals?: Readonly<Record<string, string>>;
  /** For one, (few,) and many. */
  readonly units: Readonly<Record<"second" | "minute" | "hour" | "day", string>>;
  /** Behind "in", where they differ there. */
  readonly inUnits?: Readonly<Record<string, string>>;
  /** Stands between two lengths; a space where it is left out. */
  readonly between?: string;
  /** For exactly one, then as units. */
  readonly every: Readonly<Record<"hour" | "day" | "week" | "month", string>>;
  readonly say: Readonly<Record<Said, string>>;
  /** English words with their spellings; `*` stands for any ending. */
  readonly words?: Readonly<Record<string, string>>;
  /** What is in another order than in English, and what it is there, once `words` are English. */
  readonly read?: readonly (readonly [string, string])[];
}

export type Said = keyof typeof english.say;

/** Each has a file in `phrases/`. */
export const phraseLanguages = [
  "en",
  "de",
  "fr",
  "es-ES",
  "pt-BR",
  "pl",
  "ru",
  "ja",
  "ko",
  "zh-CN",
  "zh-TW",
  "it",
  "tr",
] as const;

const SPOKEN_AS: Readonly<Record<string, string>> = { "es-419": "es-ES" };
const books = new Map<string, PhraseBook>();

/** The code of the phrases for a Discord locale; English where there are none. */
export function phraseLanguage(locale: string): string {
  const code = SPOKEN_AS[locale] ?? locale;
  return phraseLanguages.find((one) => one === code) ?? "en";
}

/** Read when it is first asked for. */
export function phraseBook(locale: string): PhraseBook {
  const code = phraseLanguage(locale);
  const known = books.get(code);
  if (known !== undefined) return known;
  const file = new URL(`phrases/${code}.json`, import.meta.url);
  // Its shape is held by a test.
  const book = JSON.parse(readFileSync(file, "utf8")) as PhraseBook;
  books.set(code, book);
  return book;
}

/** A text with its places filled. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => `${values[name] ?? whole}`);
}

/** Of the forms for one, few and many, the one for this many. */
export function formFor(forms: readonly string[], count: number, locale: string): string {
  const category = new Intl.PluralRules(phraseLanguage(locale)).select(count);
  const index = category === "one" ? 0 : category === "few" ? 1 : forms.length - 1;
  return forms[Math.min(index, forms.length - 1)] ?? "";
}

/** A day of the month as this language writes it: `24th`. */
export function ordinalOf(day: number, language: string): string {
  const { ordinals = {} } = phraseBook(language);
  const category = new Intl.PluralRules(phraseLanguage(language), { type: "ordinal" }).select(day);
  return fill(ordinals[category] ?? ordinals["other"] ?? "{n}", { n: day });
}
