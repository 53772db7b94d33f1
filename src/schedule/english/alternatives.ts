import { DAY_MS } from "../../base/duration.ts";
import { dateText, DAYS, dayOfWeek, MONTH, WEEKDAY } from "./days.ts";
import { readDuration } from "./duration.ts";

const TIME = "(?:at )?\\d{1,2}(?::\\d{2})?(?: ?[ap]m)?";
const JOINED = "(?:, ?|,? (?:and|or) )";
const TIMES = new RegExp(
  `(?<![\\d.:/-]|${MONTH} )\\b(?:${TIME}, ?)*${TIME},? (?:and|or) ${TIME}(?![\\d:./-]| ?(?:[hdmw]\\b|(?:hour|day|week|month|year|min)|${MONTH}|st\\b|nd\\b|rd\\b|th\\b))`,
);
const ORDINAL = "(?:st|nd|rd|th)?";
const DAY = `(?:today|tonight|tomorrow|(?:(?:this|next) )?${WEEKDAY}|${MONTH} \\d{1,2}${ORDINAL}(?![\\d:]| ?[ap]m)|\\d{1,2}${ORDINAL} (?:of )?${MONTH}|\\d{4}-\\d{2}-\\d{2})`;
const SEVERAL_DAYS = new RegExp(`\\b${DAY}(?:${JOINED}(?:(?:on|at) )?${DAY})+`);
const WEEKDAYS_ALONE = new RegExp(`^${WEEKDAY}(?:(?:, ?|,? and )(?:on )?${WEEKDAY})+$`);
const NEXT = new RegExp(`\\bnext (${WEEKDAY})\\b`);
const OF_NEXT_WEEK = new RegExp(`\\b(?:next week (?:on )?(${WEEKDAY})|(${WEEKDAY}) (?:of )?next week)\\b`);
const TWO_EDGES = /^(.+?) (?:and|or) (.+ (?:before|after)(?: .+)?|(?:when|at) .+)$/;
const HALVES = /^(.+?),? (and|or) (?:on )?(.+)$/;
const CLOCK = /\d:\d|\d ?[ap]m\b|\bat \d|\bnoon\b|\bmidnight\b/;
/** "dec 24 and 25", "24 and 25 dec": the month is said once. */
const MONTH_ONCE = new RegExp(
  `\\b(${MONTH}) (\\d{1,2}${ORDINAL}) (and|or) (?=\\d{1,2}${ORDINAL}(?![\\d:]| ?[ap]m| ${MONTH}))`,
);
const MONTH_LAST = new RegExp(
  `(?<!${MONTH} )\\b(\\d{1,2}${ORDINAL}) (and|or) (?=\\d{1,2}${ORDINAL} (?:of )?(${MONTH}))`,
);

/** More than these are no choice, and looking at all would take too long. */
const MOST = 8;
const DEEPEST = 3;

/** Returns the texts that this one may stand for; itself alone where it leaves nothing open. `today`: midnight UTC. */
export function alternativesIn(text: string, today: number, depth = 0): readonly string[] {
  if (depth === DEEPEST) return [text];
  for (const find of [times, days, nextWeekday, ofNextWeek, edges, halves]) {
    const found = find(text, today);
    if (found.length === 0 || found.length > MOST || found[0] === text) continue;
    return [...new Set(found.flatMap((one) => alternativesIn(one, today, depth + 1)))];
  }
  return [text];
}

/** "every day at 9 and 21", "8 or 9pm" */
function times(text: string): readonly string[] {
  const [list = ""] = TIMES.exec(text) ?? [];
  const each = list === "" ? [] : list.split(new RegExp(JOINED)).map((time) => time.replace(/^at /, ""));
  const half = /[ap]m$/.exec(each.at(-1) ?? "")?.[0];
  const isOfDay = each.some((time) => Number.parseInt(time, 10) > 12);
  return each.map((time) => {
    const isBare = /^\d{1,2}$/.test(time);
    const whole = isBare && half !== undefined ? `${time} ${half}` : isBare && isOfDay ? `${time}:00` : time;
    return text.replace(list, `at ${whole}`);
  });
}

/** "tomorrow or friday", "dec 24 and 25"; days of the week with "and" between them repeat. */
function days(text: string): readonly string[] {
  const whole = text.replace(MONTH_ONCE, "$1 $2 $3 $1 ").replace(MONTH_LAST, "$1 $3 $2 ");
  const [list = ""] = SEVERAL_DAYS.exec(whole) ?? [];
  // A comma alone stands between a weekday and its date.
  if (!/ (?:and|or) /.test(list) || WEEKDAYS_ALONE.test(list)) return [];
  return list.split(new RegExp(JOINED)).map((day) => whole.replace(list, day.replace(/^(?:on|at) /, "")));
}

/** Within this week it may be this one or that of the week after. */
function nextWeekday(text: string, today: number): readonly string[] {
  const [found, name = ""] = NEXT.exec(text) ?? [];
  if (found === undefined || /\b(?:every|each)\b/.test(text)) return [];
  const away = (DAYS.indexOf(name.slice(0, 3)) - new Date(today).getUTCDay() + 6) % 7;
  const coming = today + (away + 1) * DAY_MS;
  const isNear = new Date(today).getUTCDay() === 0 ? away < 6 : coming < dayOfWeek("mon", 1, today);
  return (isNear ? [coming, coming + 7 * DAY_MS] : [coming]).map((day) =>
    text.replace(found, dateText(day) ?? found),
  );
}

/** On a Sunday the next week begins tomorrow for some. */
function ofNextWeek(text: string, today: number): readonly string[] {
  const [found, one = "", other = ""] = OF_NEXT_WEEK.exec(text) ?? [];
  if (found === undefined) return [];
  const weeks = new Date(today).getUTCDay() === 0 ? [1, 2] : [1];
  return weeks.map((week) => text.replace(found, dateText(dayOfWeek(one + other, week, today)) ?? found));
}

/** "when it starts and when it ends" */
function edges(text: string): readonly string[] {
  const [, one, other = ""] = TWO_EDGES.exec(text) ?? [];
  if (one === undefined || !/\b(?:before|after|when|at)\b/.test(one)) return [];
  return [withEdge(one, other), withEdge(other, one)];
}

/** Returns "6 hours before" with what the other is before. */
function withEdge(side: string, other: string): string {
  const edge = /\b(?:before|after) .+$/.exec(other)?.[0];
  return edge === undefined ? side : side.replace(/\b(?:before|after)$/, edge);
}

/** "mondays 8pm and fridays 9pm", "8 hours or at 8" */
function halves(text: string): readonly string[] {
  const [, one = "", join, other = ""] = HALVES.exec(text) ?? [];
  const [isTimed, isOtherTimed] = [CLOCK.test(one), CLOCK.test(other)];
  const isAlike = isTimed === isOtherTimed || readDuration(one) !== undefined;
  // "in 1 or 2 hours", "in an hour or 2"
  if (/^in \d+$/.test(one) || /^\d+$/.test(other)) return [];
  return (join === "or" && isAlike) || (isTimed && isOtherTimed) ? [one, other] : [];
}
