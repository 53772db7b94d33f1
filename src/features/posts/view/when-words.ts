import { dateFormat } from "../../../base/date-format.ts";
import { clockStyle, clockTime, dateLocale, type TimeReader } from "../../../base/wall-time.ts";
import type { ViewContext } from "../../kit/view/view-context.ts";
import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import type { UpcomingOccurrence } from "../../../schedule/upcoming-occurrences.ts";

/** A date, with a time or not; or a time that is no zone's distance. */
const MOMENT = /(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?|(?<![\d:+-])\d{2}:\d{2}(?![\d:])/g;

/** Returns a phrase as a person would say it: dates with weekdays, without an obvious year; times by the reader's clock. */
export function whenWords(
  phrase: string,
  { locale, texts, now }: Pick<ViewContext, "locale" | "texts" | "now">,
): string {
  const reader = { locale, language: texts.language };
  const thisYear = new Date(now).getUTCFullYear();
  return phrase.replaceAll(MOMENT, (words: string, date?: string, time?: string) => {
    if (date === undefined) return clockTime(words, reader);
    const at = new Date(`${date}T${time ?? "00:00"}Z`);
    const format = dateFormat(dateLocale(reader), {
      timeZone: "UTC",
      weekday: "short",
      day: "numeric",
      month: "short",
      ...(at.getUTCFullYear() !== thisYear && { year: "numeric" as const }),
      ...(time !== undefined && clockStyle(locale)),
    });
    return format.format(at);
  });
}

/** Returns the next times as a list, with a note at clock changes. */
export function upcomingOccurrenceLines(
  firings: readonly UpcomingOccurrence[],
  context: ViewContext,
): Markdown | undefined {
  if (firings.length === 0) return undefined;
  const texts = context.texts.announce.firings;
  const rows = firings.map(({ at, isMoved, isAfterChange }) => {
    const row = texts.at(timestamp(at, "F"), timestamp(at, "R"));
    if (isMoved) return md`- ${row} (${texts.moved})`;
    return isAfterChange ? md`- ${row} (${texts.clocksChange})` : md`- ${row}`;
  });
  return joinMarkdown([md`**${texts.title}**`, ...rows]);
}

const ONE_DATE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/;

/** Returns a phrase for a form's field: a single date is written as the reader would type it. */
export function phraseInForm(phrase: string, reader: TimeReader): string {
  return phrase.replace(ONE_DATE, (_, date: string, time: string) =>
    dateFormat(dateLocale(reader), {
      timeZone: "UTC",
      dateStyle: "long",
      timeStyle: "short",
      hourCycle: clockStyle(reader.locale).hourCycle,
    }).format(new Date(`${date}T${time}Z`)),
  );
}

/** Returns whether the field came back unchanged. */
export function isUntouched(typed: string, phrase: string, reader: TimeReader): boolean {
  return [phrase, phraseInForm(phrase, reader)].includes(typed.trim());
}
