import { type Markdown, md } from "../../../base/markdown.ts";
import type { Stat, StatKind, StatValue } from "../../../game/stats.ts";
import { wordsOfId } from "../../../game/words-of-id.ts";
import { type ViewContext, inPlain } from "./view-context.ts";
import { lengthInWords } from "./length-in-words.ts";
import { facts } from "./parts.ts";

const NAME_LENGTH = 40;
const WORDS_LENGTH = 24;
/** A number, whatever sets its thousands and its fraction apart; maybe as a share. */
const WRITTEN = /^(-?\d{1,15}(?:[.,'’\s]\d{1,10})*)(\s*%)?$/;
const APART = /[.,'’\s]/g;
const APART_BUT_LAST = /[.,'’\s](?=.*[.,'’\s])/g;

/** `secondsPlayed` is "Played": its value is shown as a length of time, not in seconds. */
export function statName(id: string, { label }: ViewContext): string {
  const words =
    label?.(id) ?? wordsOfId(id).replace(/^Seconds (.)/, (_, first: string) => first.toUpperCase());
  return inPlain(words, NAME_LENGTH);
}

/** The platform's own words, where they are more than a number or a length of time; else ours. */
export function valueText({ value, words }: StatValue, kind: StatKind, context: ViewContext): string {
  const own = words === undefined ? "" : inPlain(words, WORDS_LENGTH);
  if (own === "" || kind === "time") return numberText(value, kind, context);
  return rewritten(own, value, context) ?? own;
}

/** The same digits, as many behind the point, the way the reader writes numbers. Undefined: it is no plain number. */
function rewritten(own: string, value: number, context: ViewContext): string | undefined {
  const [, number, percent] = WRITTEN.exec(own) ?? [];
  if (number === undefined) return undefined;
  const isShare = percent !== undefined;
  const meant = [number.replaceAll(APART, ""), number.replaceAll(APART_BUT_LAST, "").replace(/[^-\d]/, ".")]
    .map((digits) => ({ digits, off: offBy(Number(digits), isShare ? [value, value * 100] : [value]) }))
    .reduce((one, other) => (other.off < one.off ? other : one)).digits;
  const fraction = meant.split(".")[1]?.length ?? 0;
  return new Intl.NumberFormat(context.locale, {
    ...(isShare && { style: "percent" }),
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  }).format(isShare ? Number(meant) / 100 : Number(meant));
}

function offBy(number: number, values: readonly number[]): number {
  return Math.min(...values.map((value) => Math.abs(number - value)));
}

export function numberText(value: number, kind: StatKind, context: ViewContext): string {
  if (kind === "time") return duration(value, context);
  const maximumFractionDigits = Math.abs(value) >= 100 ? 0 : 2;
  return new Intl.NumberFormat(context.locale, { maximumFractionDigits }).format(value);
}

function duration(seconds: number, context: ViewContext): string {
  const whole = Math.round(Math.abs(seconds));
  const rounded = whole < 60 ? whole : Math.round(whole / 60) * 60;
  return lengthInWords(rounded * 1000, context.texts.language, { largest: "hours" });
}

/** Total and per game, of one statistic. */
export function totalText({ total, perGame, kind }: Stat, context: ViewContext): Markdown {
  const each = perGame && context.texts.stats.perGame(valueText(perGame, kind, context));
  return (
    facts([md`${valueText(total, kind, context)}`, each === undefined ? undefined : md`${each}`]) ?? md``
  );
}

/** A day or a month of the platform's calendar, in words; not of the reader's zone, where it could be the day before. */
export function dayText(at: number, unit: "day" | "month", context: ViewContext): string {
  const parts: Intl.DateTimeFormatOptions =
    unit === "day"
      ? { weekday: "short", day: "numeric", month: "short" }
      : { month: "short", year: "numeric" };
  return new Intl.DateTimeFormat(context.locale, { ...parts, timeZone: "UTC" }).format(at);
}
