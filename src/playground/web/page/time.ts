/** Times as Discord shows them. `now` is an argument, since the playground's clock can be moved. */

const STYLES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { day: "2-digit", month: "2-digit", year: "numeric" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: "year", seconds: 31_536_000 },
  { unit: "month", seconds: 2_592_000 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
  { unit: "second", seconds: 1 },
];

/** Returns the time of `<t:...:style>`. */
export function showTime(
  at: number,
  style: string,
  { locale, now, timeZone }: { locale: string; now: number; timeZone?: string },
) {
  if (style === "R") return showRelative(at, { locale, now });
  const options = STYLES[style] ?? STYLES["f"];
  return new Intl.DateTimeFormat(usable(locale), { ...options, ...(timeZone && { timeZone }) }).format(at);
}

/** Returns an event's start and end; common parts are written once. */
export function showSpan(from: number, to: number, locale: string) {
  const parts = {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  } as const;
  return new Intl.DateTimeFormat(usable(locale), parts).formatRange(from, to);
}

/** Returns "in 3 hours" or "2 days ago". */
export function showRelative(at: number, { locale, now }: { locale: string; now: number }) {
  const seconds = Math.round((at - now) / 1000);
  // The largest unit that is nearly reached: 59 minutes are an hour.
  const fits = UNITS.find((each) => Math.abs(seconds) >= each.seconds * 0.95);
  const { unit, seconds: perUnit } = fits ?? { unit: "second" as const, seconds: 1 };
  const format = new Intl.RelativeTimeFormat(usable(locale), { numeric: "always" });
  return format.format(Math.round(seconds / perUnit), unit);
}

/** Returns the time beside a message's author: "09:41" today, "Yesterday 09:41", else date and time. */
export function showMessageTime(at: number, { locale, now }: { locale: string; now: number }) {
  const time = new Intl.DateTimeFormat(usable(locale), STYLES["t"]).format(at);
  const days = dayNumber(now) - dayNumber(at);
  if (days === 0) return time;
  if (days === 1) return `${yesterday(locale)} ${time}`;
  return showTime(at, "s", { locale, now });
}

export function showDay(at: number, locale: string) {
  return new Intl.DateTimeFormat(usable(locale), STYLES["D"]).format(at);
}

export function isSameDay(a: number, b: number) {
  return dayNumber(a) === dayNumber(b);
}

function dayNumber(at: number) {
  const date = new Date(at);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

function yesterday(locale: string) {
  const word = new Intl.RelativeTimeFormat(usable(locale), { numeric: "auto" }).format(-1, "day");
  return word.charAt(0).toLocaleUpperCase(usable(locale)) + word.slice(1);
}

/** Discord's locale codes are BCP 47; an invalid one becomes English. */
function usable(locale: string) {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}
