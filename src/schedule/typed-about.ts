import { DAYS, MONTH, WEEKDAY } from "./english/days.ts";
import { english } from "./english/grammar.ts";
import type { Weekday } from "./repeating.ts";
import { toEnglish } from "./to-english.ts";
import { mendTyping } from "./typing-errors.ts";

const AGAIN = /\b(?:every|each|hourly|daily|weekly|monthly|yearly|weekdays?|weekends?|[a-z]+days)\b/;
const DAY = new RegExp(`\\b(?:${WEEKDAY}|${MONTH})\\b|\\d[./-]\\d`);
const NAMED = new RegExp(`\\b(${DAYS.join("|")})[a-z]*\\b`);

/** What a phrase is about, though it can't be read. */
interface About {
  readonly isAgain: boolean;
  /** Whether it names a day of the week or a date. */
  readonly isOfDay: boolean;
  readonly weekday?: Weekday;
}

export function typedAbout(typed: string, locale: string): About {
  const text = english.tidy(toEnglish(mendTyping(typed, locale) ?? typed, locale));
  const named = NAMED.exec(text)?.[1];
  const weekday = named === undefined ? {} : { weekday: DAYS.indexOf(named) as Weekday };
  return { isAgain: AGAIN.test(text), isOfDay: DAY.test(text), ...weekday };
}
