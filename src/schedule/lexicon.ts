import { type PhraseBook, phraseBook } from "./phrase-book.ts";

/** Replaces the words it knows by English ones. */
export type Lexicon = (folded: string) => string;

/** Scripts without spaces between words. */
const SOLID = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/**
 * Kept as they are: English clock times, but not the German "um 8 am Freitag", and zone names, which contain words of
 * many languages.
 */
const KEPT =
  "(?<!(?<!\\p{L})um \\d?)\\d ?[ap]\\.?m(?!\\p{L})|(?<!\\p{L})(?:africa|america|antarctica|arctic|asia|atlantic|australia|europe|indian|pacific|etc|us)/[\\w/+-]+";

const NTHS = ["first", "second", "third", "fourth", "last"];

/** Returns the text lower-cased, without accents and full-width forms. */
export function foldText(typed: string): string {
  return typed
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ł", "l")
    .replaceAll("ı", "i")
    .replaceAll("ё", "е")
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(/[、，]/g, ",")
    .replaceAll(/[。．]/g, ".")
    .replaceAll(/[〜～‐-―−]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Returns the lexicon of these phrase books; earlier ones win. */
export function lexiconOf(books: readonly PhraseBook[]): Lexicon {
  const english = new Map<string, string>();
  const stems = new Map<string, string>();
  const add = (forms: string, word: string) => {
    for (const form of forms.split("|").flatMap(spellingsOf)) {
      const [to, key] = form.endsWith("*") ? [stems, form.slice(0, -1)] : [english, form];
      if (key !== "" && !to.has(key)) to.set(key, word);
    }
  };
  for (const { words = {} } of books) {
    for (const [word, forms] of Object.entries(words)) add(forms, word);
  }
  for (const book of books) addWritten(book, add);
  const all = RegExp(`${KEPT}|${patternOf([...english.keys()], [...stems.keys()])}`, "gu");
  const longest = [...stems].sort(([one], [other]) => other.length - one.length);
  return (folded) =>
    folded
      .replace(all, (found) => {
        const key = found.replace(/\.$/, "").replaceAll(/\s+/g, " ");
        const word = english.get(key) ?? longest.find(([stem]) => key.startsWith(stem))?.[1];
        return word === undefined ? found : ` ${word} `;
      })
      .replaceAll(/ +/g, " ")
      .trim();
}

/** Returns the word, and its spellings without umlauts. */
function spellingsOf(form: string): readonly string[] {
  const apart = form.replaceAll(/[äöü]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? letter);
  return [...new Set([foldText(form), foldText(apart)])];
}

function addWritten(book: PhraseBook, add: (forms: string, word: string) => void): void {
  const english = phraseBook("en");
  const names = english.days.split("|").map((name) => name.toLowerCase());
  for (const days of [book.days, book.everyDays ?? book.days]) {
    for (const [index, day] of days.split("|").entries()) add(day, names[index] ?? "");
  }
  for (const nths of book.nths) {
    for (const [index, nth] of nths.split("|").entries()) add(nth, NTHS[index] ?? "");
  }
  for (const units of [book.units, book.inUnits ?? {}]) {
    for (const [unit, forms] of Object.entries(units)) {
      const bare = forms.replaceAll("{n}", "").trim();
      add(bare.replaceAll(/ ?\| ?/g, "|"), unit);
    }
  }
}

/** Matches whole words, except in scripts without spaces. */
function patternOf(words: readonly string[], stems: readonly string[]): string {
  const apart = anyOf(words.filter((key) => !SOLID.test(key)));
  const solid = anyOf(words.filter((key) => SOLID.test(key)));
  const begun = stems.length === 0 ? "" : `|(?:${anyOf(stems)})\\p{L}*`;
  return `(?<!\\p{L})(?:${apart}${begun})(?!\\p{L})(?:\\.(?!\\d))?${solid === "" ? "" : `|${solid}`}`;
}

function anyOf(keys: readonly string[]): string {
  const longest = keys.toSorted((one, other) => other.length - one.length);
  return longest.map(escaped).join("|");
}

function escaped(text: string): string {
  return text.replaceAll(/[.+*?()[\]\\]/g, "\\$&").replaceAll(" ", " +");
}
