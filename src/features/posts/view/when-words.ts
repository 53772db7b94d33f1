import type { ViewContext } from "../../kit/view/view-context.ts";
import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import type { UpcomingOccurrence } from "../../../schedule/upcoming-occurrences.ts";

const DATE = /(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?/g;

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** Returns a phrase as a person would say it: dates with weekdays, without an obvious year. */
export function whenWords(
  phrase: string,
  { locale, texts, now }: Pick<ViewContext, "locale" | "texts" | "now">,
): string {
  const language = locale.split("-")[0] === texts.language ? locale : texts.language;
  const thisYear = new Date(now).getUTCFullYear();
  return phrase.replaceAll(DATE, (_, date: string, time?: string) => {
    const at = new Date(`${date}T${time ?? "00:00"}Z`);
    const format = new Intl.DateTimeFormat(language, {
      timeZone: "UTC",
      weekday: "short",
      day: "numeric",
      month: "short",
      ...(at.getUTCFullYear() !== thisYear && { year: "numeric" as const }),
      ...(time !== undefined && CLOCK),
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

/** `locale`: the reader's; `language`: that of our texts. */
interface Reader {
  readonly locale: string;
  readonly language: string;
}

const ONE_DATE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/;

/** Returns a phrase for a form's field: a single date is written as the reader would type it. */
export function phraseInForm(phrase: string, { locale, language }: Reader): string {
  const isOwn = locale.split("-")[0] === language.split("-")[0];
  return phrase.replace(ONE_DATE, (_, date: string, time: string) =>
    new Intl.DateTimeFormat(isOwn ? locale : language, {
      timeZone: "UTC",
      dateStyle: "long",
      timeStyle: "short",
      hourCycle: "h23",
    }).format(new Date(`${date}T${time}Z`)),
  );
}

/** Returns whether the field came back unchanged. */
export function isUntouched(typed: string, phrase: string, reader: Reader): boolean {
  return [phrase, phraseInForm(phrase, reader)].includes(typed.trim());
}
