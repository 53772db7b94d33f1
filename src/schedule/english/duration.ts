import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/duration.ts";

const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, half: 0.5 };

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
/** "24, 12 and 1 hour" */
const SHARED_UNIT = /\b(\d{1,3})(,? (?:and|or) |, ?|\/)(\d{1,3} ?(?!and|or)([a-z]+))/;
const MOST_SHARING = 4;

interface Length {
  readonly unitMs: number;
  readonly ms: number;
  /** What stands before it: "and", "or", a comma. */
  readonly join: string;
}

/**
 * Returns milliseconds for "1 h 30 min", "1h30m", "half an hour", "2 days and 3 hours"; undefined where any of the text
 * is something else.
 */
export function readDuration(text: string): number | undefined {
  const lengths = readLengths(text) ?? [];
  return lengths.every(isSmaller) && !lengths.some(({ join }) => /or|\//.test(join))
    ? sumOf(lengths)
    : undefined;
}

/**
 * Returns what may be meant before something: "6h and 1h" are two, "1 day and 1 hour" may be one or two. Empty where any
 * of the text is something else.
 */
export function readLeads(text: string): readonly number[] {
  const lengths = readLengths(text) ?? [];
  const isList = !lengths.every(isSmaller);
  const apart = isList ? /and|or|[,/]/ : /or|\//;
  const runs: Length[][] = [];
  for (const [index, length] of lengths.entries()) {
    const isApart = !isSmaller(length, index, lengths) || apart.test(length.join);
    if (isApart || runs.length === 0) runs.push([length]);
    else runs.at(-1)?.push(length);
  }
  const each = lengths.map(({ ms }) => ms);
  const isOpen =
    runs.length === 1 && lengths.some(({ join }, index) => /and/.test(join) && isOfDays(lengths[index - 1]));
  const leads = [...runs.map(sumOf), ...(isOpen ? each : [])];
  return [...new Set(leads.flatMap((ms) => ms ?? []))];
}

function isOfDays(length: Length | undefined): boolean {
  return length !== undefined && length.unitMs >= DAY_MS;
}

/** Parts of one length go from large to small. */
function isSmaller({ unitMs, ms }: Length, index: number, all: readonly Length[]): boolean {
  const before = all[index - 1]?.unitMs ?? Number.POSITIVE_INFINITY;
  return unitMs < before || (unitMs === before && ms < unitMs);
}

function sumOf(lengths: readonly Length[]): number | undefined {
  const ms = lengths.reduce((sum, one) => sum + one.ms, 0);
  return ms > 0 ? Math.round(ms) : undefined;
}

function readLengths(text: string): readonly Length[] | undefined {
  let rest = spellLengths(text);
  const lengths: Length[] = [];
  let join = "";
  while (rest !== "") {
    const [whole = "", amount = "", unit = ""] = PART.exec(rest) ?? [];
    const unitMs = UNITS.find(({ words }) => words.test(unit))?.ms;
    const count = numberOf(amount);
    if (unitMs === undefined || count === undefined) return undefined;
    lengths.push({ unitMs, ms: count * unitMs, join });
    rest = rest.slice(whole.length);
    join = /^(?:\s|[,/]|(?:and|or)\b)*/.exec(rest)?.[0] ?? "";
    rest = rest.slice(join.length);
  }
  return lengths;
}

function spellLengths(text: string): string {
  let spelt = text
    .replace(/(\d),(?=\d)/, "$1.")
    .replace(/\b1\/2 /, "half ")
    .replace(/\b(?:a )?couple (?:of )?/, "2 ")
    .replace(/\b3 quarters of an hour\b/, "45 m")
    .replace(/\b(?:a )?quarter (?:of an )?hour\b/, "15 m")
    .replace(/\bhalf an? /, "half ")
    .replace(/\b(\w+) ([a-z]+) and a half$/, "$1 $2 half $2")
    .replace(/\b(\w+) and (?:a )?half ([a-z]+)$/, "$1 $2 half $2")
    .replace(MINUTES_AFTER_HOURS, "$1 $2 m");
  for (let shared = 0; shared < MOST_SHARING; shared += 1) spelt = spelt.replace(SHARED_UNIT, "$1 $4$2$3");
  return spelt.trim();
}

/** Reads digits or a number word. */
export function numberOf(text: string): number | undefined {
  if (/^\d/.test(text)) return Number(text);
  return Object.hasOwn(NUMBERS, text) ? NUMBERS[text] : undefined;
}
