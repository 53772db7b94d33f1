import { DAY_NAMES, MONTHS } from "./english/days.ts";
import { foldText } from "./lexicon.ts";
import { phraseBook } from "./phrase-book.ts";

/** English names in which a typing error is put right: in short ones it could be another word. */
const NAMES = [
  ...DAY_NAMES,
  ..."january|february|august|september|october|november|december".split("|"),
  ..."every|before|tomorrow|tonight|morning|afternoon|evening|midnight|weekend|minutes|hours".split("|"),
];
const MEANT = new RegExp(`^(?:${MONTHS.join("|")}|(?:${NAMES.join("|")})$)|^(?:${DAY_NAMES.join("|")})s$`);
const SHORTEST = 5;
/** From this length on two errors are put right. */
const LONG = 8;

interface Name {
  readonly meaning: string;
  /** Any ending may follow. */
  readonly isStem: boolean;
}

interface Known {
  readonly names: ReadonlyMap<string, Name>;
  /** Words that are right, whatever name they are like. */
  readonly words: ReadonlySet<string>;
}

const known = new Map<string, Known>();

/**
 * Returns the text with misspelt names of days, months and the like put right, each by the one it can be; undefined where
 * there is none.
 */
export function mendTyping(typed: string, locale: string): string | undefined {
  let those = known.get(locale);
  if (those === undefined) known.set(locale, (those = knownIn(locale)));
  const lower = typed.toLowerCase();
  const mended = lower.replaceAll(/[\p{L}\p{M}]{4,20}/gu, (word) => meantBy(foldText(word), those) ?? word);
  return mended === lower ? undefined : mended;
}

/** Returns the names of a language, and English ones, without accents. */
function knownIn(locale: string): Known {
  const { days, everyDays = days, words = {}, read = [] } = phraseBook(locale);
  const forms = Object.entries(words).flatMap(([english, all]) =>
    all.split("|").map((form) => [form, english] as const),
  );
  const written = [days, everyDays].flatMap((all) =>
    all.split("|").map((form, day) => [form, DAY_NAMES[day] ?? ""] as const),
  );
  const english = [...NAMES, ...DAY_NAMES.map((day) => `${day}s`)].map((name) => [name, name] as const);
  const named = [...written, ...forms, ...english].filter(([, meaning]) => MEANT.test(meaning));
  const names = named.map(([form, english]): [string, Name] => [
    foldText(form.replace("*", "")),
    { meaning: english.replace(/(day)s$/, "$1"), isStem: form.endsWith("*") },
  ]);
  const all = [...forms.map(([form]) => form), ...read.map(([pattern]) => pattern)];
  return {
    names: new Map(names.filter(([name]) => name.length >= SHORTEST && !name.includes(" "))),
    words: new Set(all.flatMap((form) => foldText(form).split(/[^\p{L}]+/u))),
  };
}

function meantBy(word: string, { names, words }: Known): string | undefined {
  if (names.has(word) || words.has(word)) return undefined;
  const near = [...names].flatMap(([name, { meaning, isStem }]) => {
    const most = name.length < LONG ? 1 : 2;
    if (name[0] !== word[0] || (!isStem && Math.abs(name.length - word.length) > most)) return [];
    const lengths = isStem ? [-1, 0, 1].map((more) => name.length + more) : [word.length];
    const errors = Math.min(...lengths.map((length) => errorsBetween(word.slice(0, length), name)));
    return errors > most ? [] : [{ name, meaning, errors }];
  });
  const least = Math.min(...near.map(({ errors }) => errors));
  const nearest = near.filter(({ errors }) => errors === least);
  return new Set(nearest.map(({ meaning }) => meaning)).size === 1 ? nearest[0]?.name : undefined;
}

/** Returns how many letters are wrong, missing, too many or swapped with the next. */
function errorsBetween(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      const swapped = isSwapped ? (before[to - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY;
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, replaced, swapped));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
