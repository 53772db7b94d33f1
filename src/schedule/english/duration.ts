import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/duration.ts";

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  half: 0.5,
};

const UNITS: readonly { readonly words: RegExp; readonly ms: number }[] = [
  { words: /^s(?:ecs?|econds?)?$/, ms: 1000 },
  { words: /^m(?:ins?|inutes?)?$/, ms: MINUTE_MS },
  { words: /^h(?:rs?|ours?)?$/, ms: HOUR_MS },
  { words: /^d(?:ays?)?$/, ms: DAY_MS },
  { words: /^w(?:ks?|eeks?)?$/, ms: 7 * DAY_MS },
];

const PART = /^(\d{1,4}(?:\.\d{1,2})?|[a-z]+) ?([a-z]+)/;
/** "1h30": a number after hours is minutes. */
const MINUTES_AFTER_HOURS = /(\d ?h(?:rs?|ours?)?) ?(\d{1,2})$/;

/**
 * Returns milliseconds for "1 h 30 min", "1h30m", "half an hour", "2 days and 3 hours"; undefined where any of the text
 * is something else.
 */
export function readDuration(text: string): number | undefined {
  let rest = text
    .replace(/(\d),(?=\d)/, "$1.")
    .replace(/\ba couple of /, "2 ")
    .replace(/\b(?:3|three) quarters of an hour\b/, "45 m")
    .replace(/\b(?:a )?quarter (?:of an )?hour\b/, "15 m")
    .replace(/\bhalf an? /, "half ")
    .replace(/\b(\w+) ([a-z]+) and a half$/, "$1 $2 half $2")
    .replace(/\b(\w+) and a half ([a-z]+)$/, "$1 $2 half $2")
    .replace(MINUTES_AFTER_HOURS, "$1 $2 m")
    .trim();
  let ms = 0;
  while (rest !== "") {
    const [whole = "", amount = "", unit = ""] = PART.exec(rest) ?? [];
    const unitMs = UNITS.find(({ words }) => words.test(unit))?.ms;
    const count = numberOf(amount);
    if (unitMs === undefined || count === undefined) return undefined;
    ms += count * unitMs;
    rest = rest.slice(whole.length).replace(/^(?:\s|,|and\b)+/, "");
  }
  return ms > 0 ? Math.round(ms) : undefined;
}

/** Reads digits or a number word. */
export function numberOf(text: string): number | undefined {
  if (/^\d/.test(text)) return Number(text);
  return Object.hasOwn(NUMBERS, text) ? NUMBERS[text] : undefined;
}
