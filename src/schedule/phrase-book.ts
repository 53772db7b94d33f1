import { readFileSync } from "node:fs";

import type { DateOrder } from "./english/number-dates.ts";
import type english from "./phrases/en.json";
import type { Watched } from "./watched.ts";

/** How a language writes times. All of it can be read, too; `words` and `read` add what people type. */
export interface PhraseBook {
  /** A language whose phrase book completes this one. */
  readonly like?: string;
  /** Whether the day or the month comes first in "1.2."; undefined where that varies. */
  readonly order?: DateOrder;
  /** From Sunday on. Here, as in all texts, `|` separates alternatives. */
  readonly days: string;
  /** The days after "every", where they differ. */
  readonly everyDays?: string;
  /** First to fourth and last, for each gender. */
  readonly nths: readonly string[];
  /** The gender of each weekday, from Sunday on. */
  readonly genders?: readonly number[];
  /** The day of the month, by its `Intl.PluralRules` category. */
  readonly ordinals?: Readonly<Record<string, string>>;
  /** Forms for one, (few,) many. */
  readonly units: Readonly<Record<"second" | "minute" | "hour" | "day", string>>;
  /** The forms after "in", where they differ. */
  readonly inUnits?: Readonly<Record<string, string>>;
  /** Joins two lengths; a space by default. */
  readonly between?: string;
  /** For exactly one, then as in `units`. */
  readonly every: Readonly<Record<"hour" | "day" | "week" | "month", string>>;
  readonly say: Readonly<Record<Said, string>>;
  /** Sentences that name what to watch for, the one that is shown first. `articles` before a name are left out. */
  readonly watch: Readonly<Record<Watched, string> & { readonly articles?: string }>;
  /** English words and their spellings; `*` stands for any ending. */
  readonly words?: Readonly<Record<string, string>>;
  /** Patterns whose word order differs from English, and their English, once `words` are replaced. */
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

/** Returns the phrase book's code for a Discord locale; English by default. */
export function phraseLanguage(locale: string): string {
  const code = SPOKEN_AS[locale] ?? locale;
  return phraseLanguages.find((one) => one === code) ?? "en";
}

/** Returns the phrase book, loaded when first needed. */
export function phraseBook(locale: string): PhraseBook {
  const code = phraseLanguage(locale);
  const known = books.get(code);
  if (known !== undefined) return known;
  const file = new URL(`phrases/${code}.json`, import.meta.url);
  // Tests check its shape.
  const book = JSON.parse(readFileSync(file, "utf8")) as PhraseBook;
  books.set(code, book);
  return book;
}

export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => `${values[name] ?? whole}`);
}

/** Returns the plural form for this count. */
export function formFor(forms: readonly string[], count: number, locale: string): string {
  const category = new Intl.PluralRules(phraseLanguage(locale)).select(count);
  const index = category === "one" ? 0 : category === "few" ? 1 : forms.length - 1;
  return forms[Math.min(index, forms.length - 1)] ?? "";
}

/** Returns a day of the month as the language writes it: `24th`. */
export function ordinalOf(day: number, language: string): string {
  const { ordinals = {} } = phraseBook(language);
  const category = new Intl.PluralRules(phraseLanguage(language), { type: "ordinal" }).select(day);
  return fill(ordinals[category] ?? ordinals["other"] ?? "{n}", { n: day });
}
