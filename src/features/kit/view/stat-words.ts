import { dateFormat } from "../../../base/date-format.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import { type Markdown, md } from "../../../base/markdown.ts";
import { type Stat, type StatKind, type StatValue, lengthOf, wordsOfStat } from "../../../game/stats.ts";
import { type ViewContext, inPlain } from "./view-context.ts";
import { lengthInWords, secondsInWords } from "./length-in-words.ts";
import { facts } from "./parts.ts";
import type { ComparedRow } from "../../../pictures/card.ts";

const NAME_LENGTH = 40;
const WORDS_LENGTH = 24;
/** A number with any separators, possibly a percentage. */
const WRITTEN = /^(-?\d{1,15}(?:[.,'’\s]\d{1,10})*)(\s*%)?$/;
const APART = /[.,'’\s]/g;
/** The non-numeric part of a length such as `869h 22m`, which we write in the reader's language. */
const TIME_UNITS = /^(?:|ms|[dhms]|hrs?|min|mins|secs?|days?|hours?|minutes?|seconds?)$/i;
/** Shorter lengths keep their fraction of a second. */
const FRACTIONS_BELOW_MS = 10 * MINUTE_MS;
const APART_BUT_LAST = /[.,'’\s](?=.*[.,'’\s])/g;

/** `secondsPlayed` becomes "Played": its value is shown as a length of time. */
export function statName(id: string, { label }: ViewContext): string {
  return inPlain(label?.(id) ?? wordsOfStat(id), NAME_LENGTH);
}

/** Returns the platform's own text where it is more than numbers and units; else ours. */
export function valueText({ value, words }: StatValue, kind: StatKind, context: ViewContext): string {
  const own = words === undefined ? "" : inPlain(words, WORDS_LENGTH);
  const isTime = lengthOf(value, kind) !== undefined;
  if (own === "" || (isTime && isPlainLength(own))) return numberText(value, kind, context);
  if (isTime) return own;
  return rewritten(own, value, context) ?? own;
}

/** Excludes clock notation such as `1:33.500`, which needs no translation. */
function isPlainLength(own: string): boolean {
  return own.split(/[\d\s.,]+/).every((word) => TIME_UNITS.test(word));
}

/** Returns the number with the same decimals, as the reader's locale writes it; undefined for other texts. */
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
  const length = lengthOf(value, kind);
  if (length !== undefined) return duration(length, kind, context);
  if (kind === "metres") return distance(value, context);
  const maximumFractionDigits = Math.abs(value) >= 100 ? 0 : 2;
  return new Intl.NumberFormat(context.locale, { maximumFractionDigits }).format(value);
}

const KILOMETRES_FROM = 10_000;

function distance(metres: number, { locale }: ViewContext): string {
  const isFar = Math.abs(metres) >= KILOMETRES_FROM;
  const unit = { style: "unit", unit: isFar ? "kilometer" : "meter", unitDisplay: "short" } as const;
  const number = new Intl.NumberFormat(locale, { ...unit, maximumFractionDigits: isFar ? 1 : 0 });
  return number.format(isFar ? metres / 1_000 : metres);
}

function duration(length: number, kind: StatKind, context: ViewContext): string {
  const { language } = context.texts;
  const ms = Math.abs(length);
  if (kind === "milliseconds" && ms < FRACTIONS_BELOW_MS) return secondsInWords(ms / 1_000, language);
  const rounded = ms < MINUTE_MS - 500 ? ms : Math.round(ms / MINUTE_MS) * MINUTE_MS;
  return lengthInWords(rounded, language, { largest: "hours" });
}

/** Returns a statistic's total and its value per game. */
export function totalText({ total, perGame, kind }: Stat, context: ViewContext): Markdown {
  const each = perGame && context.texts.stats.perGame(valueText(perGame, kind, context));
  return facts([md`${valueText(total, kind, context)}`, each !== undefined && md`${each}`]) ?? md``;
}

const DAY_PARTS = {
  day: { weekday: "short", day: "numeric", month: "short" },
  /** Short enough for a chart's axis. */
  date: { day: "numeric", month: "short" },
  month: { month: "short", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Returns a day or month of the platform's calendar; not in the reader's zone, where it could be the day before. */
export function dayText(at: number, unit: keyof typeof DAY_PARTS, context: ViewContext): string {
  return dateFormat(context.locale, { ...DAY_PARTS[unit], timeZone: "UTC" }).format(at);
}

const NONE = "–";

/** Returns the card's alt text for values side by side. */
export function comparedWords(
  sides: readonly { readonly name: string; readonly detail: string }[],
  rows: readonly ComparedRow[],
  { texts }: ViewContext,
): readonly string[] {
  const { labelled } = texts.shared.onCard;
  return [
    ...sides.map(({ name, detail }) => (detail === "" ? name : labelled(name, detail))),
    ...rows.map(({ label, values }) => {
      const said = values.map(({ text }, side) => `${sides[side]?.name ?? ""} ${text}`);
      return labelled(label, said.join(" · "));
    }),
  ];
}

/** Returns one statistic of several players; a unique highest value is marked as ahead. */
export function comparedStat(
  id: string,
  stats: readonly (Stat | undefined)[],
  context: ViewContext,
): ComparedRow {
  const totals = stats.map((stat) => stat?.total.value ?? 0);
  const highest = Math.max(0, ...totals);
  const isAlone = totals.filter((total) => total === Math.max(...totals)).length === 1;
  return {
    label: statName(id, context),
    values: stats.map((stat) => ({
      text: stat === undefined ? NONE : valueText(stat.total, stat.kind, context),
      share: stat === undefined || highest <= 0 ? 0 : Math.max(0, stat.total.value / highest),
    })),
    ahead: isAlone ? totals.indexOf(Math.max(...totals)) : undefined,
  };
}
