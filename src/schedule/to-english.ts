import { MONTHS } from "./english/days.ts";
import { nameMonths } from "./english/number-dates.ts";
import { fill, ordinalOf, phraseBook, type PhraseBook, phraseLanguage, type Said } from "./phrase-book.ts";
import { foldText, type Lexicon, lexiconOf } from "./lexicon.ts";

/** Folding can make a text longer. */
const LONGEST = 200;
const UNIT = "(?:second|minute|hour|day|week)";
const DAY = "(?:sun|mon|tues|wednes|thurs|fri|satur)day";
const CLOCK = "\\d{1,2}:\\d{2}";
/** What a placeholder in a pattern matches, once its words are English. */
const PLACES: Readonly<Record<string, string>> = {
  lead: `(?:(?:\\d{1,4}(?:[.,]\\d{1,2})?|half)(?: and a half| an?)? ?${UNIT}s?(?:,| and)? ?)+(?:and a half|(?<=hour )\\d{1,2}(?![\\d:]))?`,
  edge: "(?:(?:when |at )?it (?:starts|ends)|(?:at )?(?:(?:daily|weekly) )?reset)",
  day: DAY,
  last: DAY,
  days: `(?:every )?${DAY}s?(?:(?:[ ,/]| and )+(?:every )?${DAY}s?)*`,
  ordinal: "\\d{1,2}(?!\\d|:)",
  unit: `${UNIT}(?!\\p{L})`,
  nth: "first|second|third|fourth|1st|2nd|3rd|4th|last",
  month: `(?:${MONTHS.join("|")})[a-z]*`,
  time: `(?:${CLOCK}(?: ?[ap]m(?!\\p{L}))?|\\d{1,2} oclock)`,
  at: `(?<![\\d/-])(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}/\\d{1,2})(?: ${CLOCK})?`,
  phrase: "(?:(?!until ).)+",
  n: "(?<![\\d.:/-])\\d{1,4}(?!\\d|[.:/-]\\d)",
  h: "(?<![\\d.:/-])\\d{1,2}(?!\\d|:)",
  d: "(?<![\\d.:/-])\\d{1,2}(?!\\d|[.:/-]\\d| oclock)",
  m: "\\d{1,2}(?!\\d)",
  mm: "\\d{2}(?!\\d)",
  y: "\\d{4}",
  small: "(?<![\\d.:/-])(?:12|[1-5])(?::\\d{2})?",
  late: "(?<![\\d.:/-])(?:1[3-9]|2[0-3])",
  hr: "(?:h|hours?)(?!\\p{L})",
  anchor: `(?:today|tonight|tomorrow|${DAY})(?: at)?`,
  gap: "(?= |$)",
};

const PLACE = /^\{(\w+)\}$/;
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}]/u;

/** Word orders that several languages share. */
const COMMON: readonly Pair[] = [
  ["^in {unit}", "in 1 {unit}"],
  ["^{unit} before$", "1 {unit} before"],
  ["until when it", "until it"],
  ["reset daily", "daily reset"],
  ["reset weekly", "weekly reset"],
  ["{day} next week", "next week {day}"],
  ["{day} next{gap}", "next {day}"],
  ["next this weekend", "next weekend"],
  ["this weekend next", "next weekend"],
  ["month next{gap}", "next month"],
  ["year next{gap}", "next year"],
  ["next next week", "week after next"],
  ["next next {day}", "{day} week after next"],
  ["week after next {day}", "{day} week after next"],
  ["after next week", "week after next"],
  ["after next month", "month after next"],
  ["after next {day}", "{day} week after next"],
  ["{anchor} in {n} week", "{n} week from {anchor}"],
  ["every tomorrow", "every morning"],
  ["{anchor} {h}{hr}{mm}", "{anchor} {h}:{mm}"],
  ["{anchor} {h}{hr}", "{anchor} {h} oclock"],
  ["at {h}{hr}{mm}", "at {h}:{mm}"],
  ["at {h}{hr}", "at {h} oclock"],
  ["^{late}{hr}{mm}$", "{late}:{mm}"],
  ["^{late}{hr}$", "{late}:00"],
  ["oclock and {h}{hr}", "oclock and {h} oclock"],
  ["at {h} and {n}{hr}", "at {h} and {n} oclock"],
  ["{anchor} hour {time}", "{anchor} {time}"],
  ["{anchor} hour {h}{gap}", "{anchor} {h} oclock"],
  ["^hour {time}", "{time}"],
  ["^hour {h}{gap}", "{h} oclock"],
  ["{small} night", "{small} am"],
  ["{small} oclock night", "{small} am"],
  ["night {small}{gap}", "night at {small}"],
  ["noon 12:00", "noon"],
  ["noon 12 oclock", "noon"],
  ["noon 12{gap}", "noon"],
  ["every every", "every"],
  ["{d} {month} {day}", "{day} {d} {month}"],
  ["{at} {day}", "{day} {at}"],
  ["{day} at {last}", "{day} to {last}"],
  ["on {edge}", "at {edge}"],
  ["^in {edge}", "at {edge}"],
  ["at every {edge}", "at {edge}"],
  ["{d} of every month", "{dth} of every month"],
  ["every month {d}{gap}", "every month on the {dth}"],
  ["^{d} at {time}", "{dth} at {time}"],
  ["^on {d}$", "{dth}"],
  ["^{d} at noon", "{dth} at noon"],
  ["^{d} noon", "{dth} at noon"],
  ["{edge} in {lead}", "{lead} after {edge}"],
  ["{phrase}{days} except$", "{phrase} except {days}"],
  ["^{days} except {phrase}", "{phrase} except {days}"],
  ["^except {days}{phrase}", "{phrase} except {days}"],
  ["^{day} until every {phrase}", "every {phrase} until {day}"],
  ["this month {nth} {day}", "{nth} {day} of this month"],
  ["this month last day", "last day of this month"],
  ["next month {nth} {day}", "{nth} {day} of next month"],
  ["next month last day", "last day of next month"],
  ["{month} {nth} {day}", "{nth} {day} of {month}"],
  ["{month} last day", "last day of {month}"],
  ["{month} hour {h}{gap}", "{month} {h} oclock"],
];

type Pair = readonly [pattern: string, english: string];
type Rule = readonly [RegExp, string];

interface Reader {
  readonly lexicon: Lexicon;
  readonly rules: readonly Rule[];
  readonly order: PhraseBook["order"];
}

const readers = new Map<string, Reader>();

/** Returns a typed text in words the English grammar knows; what is English already stays unchanged. */
export function toEnglish(typed: string, locale: string): string {
  const code = phraseLanguage(locale);
  if (code === "en") return typed;
  let reader = readers.get(code);
  if (reader === undefined) readers.set(code, (reader = readerOf(code)));
  const folded = foldText(typed);
  if (folded.length > LONGEST) return typed;
  let text = reader.lexicon(folded);
  for (const [pattern, by] of reader.rules) {
    text = text
      .replace(pattern, (...found) => ` ${fill(by, placesOf(found.at(-1)))} `)
      .replaceAll(/ +/g, " ");
  }
  const spelt = text.replaceAll(/\s+/g, " ").trim();
  return nameMonths(spelt, reader.order) ?? spelt;
}

function placesOf(found: Readonly<Record<string, string>> = {}): Readonly<Record<string, string | number>> {
  const ordinal = (place: string) => ordinalOf(Number(found[place] ?? 0), "en");
  return {
    ...found,
    earlier: (Number(found["h"]) + 23) % 24 || 12,
    after: Number(found["n"]) + 1,
    dth: ordinal("d"),
    ordinal: ordinal("ordinal"),
  };
}

function readerOf(code: string): Reader {
  const book = phraseBook(code);
  const books = book.like === undefined ? [book] : [book, phraseBook(book.like)];
  const lexicon = lexiconOf(books);
  const rules = books.flatMap((one) => [...writtenRules(one), ...(one.read ?? [])]);
  return {
    lexicon,
    order: book.order,
    rules: [
      ...rules.flatMap(([pattern, english]) => ruleOf(pattern, english, lexicon)),
      ...COMMON.flatMap(([pattern, english]) => ruleOf(pattern, english, (text) => text)),
    ],
  };
}

/** Returns what the language writes and its English, longest first. */
function writtenRules(book: PhraseBook): readonly Pair[] {
  const english = phraseBook("en");
  // Days alone are also said of what comes once.
  const { until, from, weekly, ...others } = english.say;
  const around: Pair[] = [
    [book.say.until, until],
    [book.say.from, from],
    ...(book.say.weekly.startsWith("{days}") ? [] : [[book.say.weekly, weekly] as Pair]),
  ];
  const said = Object.entries(others).map(([key, by]): Pair => [book.say[key as Said], by]);
  const every = Object.entries(book.every).flatMap(([unit, forms]) =>
    forms
      .split("|")
      .map((form): Pair => [form, form.includes("{n}") ? `every {n} ${unit}s` : `every ${unit}`]),
  );
  return [...around, ...[...said, ...every].sort(([one], [other]) => other.length - one.length)];
}

/** Returns no rule where English says it the same way. */
function ruleOf(pattern: string, english: string, lexicon: Lexicon): readonly Rule[] {
  const said = pattern.split(/(\{\w+\})/);
  const parts = said.map((part) => (PLACE.test(part) ? part : lexicon(foldText(part))));
  if (parts.join(" ").replaceAll(/ +/g, " ").trim() === english) return [];
  return [[RegExp(parts.map(patternOf).join(""), "gu"), english]];
}

function patternOf(part: string): string {
  const place = PLACE.exec(part)?.[1];
  if (place !== undefined) return ` ?(?<${place}>${PLACES[place] ?? ""}) ?`;
  const words = part.replaceAll(/[.+*()\\]/g, "\\$&").replaceAll(" ", " ?");
  const before = LETTER.test(part.slice(0, 1)) ? "(?<!\\p{L})" : "";
  return `${before}${words}${LETTER.test(part.slice(-1)) ? "(?!\\p{L})" : ""}`;
}
