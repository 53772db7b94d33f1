import { type Markdown, md } from "../base/markdown.ts";
import { type Stat, type StatKind, type StatValue, wordsOfId } from "../game/stats.ts";
import { type Look, inPlain } from "./look.ts";
import { facts } from "./parts.ts";

const NAME_LENGTH = 40;
const WORDS_LENGTH = 24;

export function statName(id: string): string {
  return inPlain(wordsOfId(id), NAME_LENGTH);
}

/** The platform's own words, else ours. */
function valueText({ value, words }: StatValue, kind: StatKind, look: Look): string {
  const own = words === undefined ? "" : inPlain(words, WORDS_LENGTH);
  return own === "" ? numberText(value, kind, look) : own;
}

export function numberText(value: number, kind: StatKind, look: Look): string {
  if (kind === "time") return duration(value, look);
  const maximumFractionDigits = Math.abs(value) >= 100 ? 0 : 2;
  return new Intl.NumberFormat(look.locale, { maximumFractionDigits }).format(value);
}

function duration(seconds: number, look: Look): string {
  const texts = look.texts.stats.duration;
  const minutes = Math.round(Math.abs(seconds) / 60);
  const shown = (value: number) => new Intl.NumberFormat(look.locale).format(value);
  if (minutes < 60) return texts.minutes(shown(minutes));
  return texts.hours(shown(Math.floor(minutes / 60)), String(minutes % 60));
}

/** Total and per game, of one statistic. */
export function totalText({ total, perGame, kind }: Stat, look: Look): Markdown {
  const each = perGame && look.texts.stats.perGame(valueText(perGame, kind, look));
  return (
    facts([md`**${valueText(total, kind, look)}**`, each === undefined ? undefined : md`${each}`]) ?? md``
  );
}

/** A day or a month of the platform's calendar, in words; not of the reader's zone, where it could be the day before. */
export function dayText(at: number, unit: "day" | "month", look: Look): string {
  const parts: Intl.DateTimeFormatOptions =
    unit === "day"
      ? { weekday: "short", day: "numeric", month: "short" }
      : { month: "short", year: "numeric" };
  return new Intl.DateTimeFormat(look.locale, { ...parts, timeZone: "UTC" }).format(at);
}
