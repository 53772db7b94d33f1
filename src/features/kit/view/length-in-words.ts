import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";

const BESIDE_HAN = /(?<=\d) (?=\p{Script=Han})|(?<=\p{Script=Han}) (?=\d)/gu;

/** Longer waits are shown in minutes. */
const MOST_SECONDS = 120;

interface LengthOptions {
  /** The largest unit; days by default. */
  readonly largest?: "days" | "hours";
}

/** Returns a length of time in at most two units, as in "2 days, 5 hr". */
export function lengthInWords(
  ms: number,
  language: string,
  { largest = "days" }: LengthOptions = {},
): string {
  const length = Math.abs(ms);
  if (length >= MINUTE_MS) return closed(lengthsOf(language).format(partsOf(length, largest)));
  return secondsInWords(Math.round(length / 1000), language);
}

/** Returns seconds with their fraction, as in "93.5 sec". */
export function secondsInWords(seconds: number, language: string): string {
  const unit = { style: "unit", unit: "second", unitDisplay: "short" } as const;
  return closed(new Intl.NumberFormat(language, unit).format(seconds));
}

/** Returns a length from now in whole units, as in "in 5 minutes", for notifications. */
export function fromNowInWords(ms: number, language: string): string {
  return closed(relative(ms, language));
}

/** Returns a wait in whole units, rounded up, as in "in 20 minutes", so that nobody comes back too early. */
export function waitInWords(seconds: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  if (seconds <= MOST_SECONDS) return closed(words.format(seconds, "second"));
  return closed(words.format(Math.ceil(seconds / 60), "minute"));
}

function relative(ms: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  if (minutes === 0) return words.format(0, "second");
  const side = Math.sign(ms);
  const always = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  if (minutes < 100 && minutes !== 60) return always.format(side * minutes, "minute");
  const hours = Math.round(minutes / 60);
  if (hours < 48 && hours !== 24) return always.format(side * hours, "hour");
  return always.format(side * Math.round(hours / 24), "day");
}

/** Japanese has no space between a number and its unit, but ICU writes one. */
function closed(words: string): string {
  return words.replaceAll(BESIDE_HAN, "");
}

function partsOf(ms: number, largest: "days" | "hours"): Partial<Record<Intl.DurationFormatUnit, number>> {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(ms / HOUR_MS);
  if (hours === 0) return { minutes };
  if (largest === "hours" || hours < 24) return { hours, minutes: minutes % 60 };
  return { days: Math.floor(ms / DAY_MS), hours: hours % 24 };
}

const made = new Map<string, Intl.DurationFormat>();

/** ICU abbreviates days in es-419 as "dd.", which nobody writes; es-MX has words. */
const WRITTEN_AS: Readonly<Record<string, string>> = { "es-419": "es-MX" };

function lengthsOf(language: string): Intl.DurationFormat {
  const format =
    made.get(language) ?? new Intl.DurationFormat(WRITTEN_AS[language] ?? language, { style: "short" });
  made.set(language, format);
  return format;
}
