/** Whether a clock time belongs to the day that was named or to the night after it; both where that is open. */
export type Nights = readonly (0 | 1)[];

const END_OF_DAY = /\b(?:at 24|24:00|24 ?(?:oclock|uhr|h))(?![\d:])/;
const LATE =
  /\b(?:(?:(?:on|in|at) )?nights?|(tonight)) (?:at )?(12|[1-4]|5(?<!tonight (?:at )?5))(:\d{2})?(?: ?am)?$/;
const LATE_FIRST = /^(?:at )?(12|[1-4])(:\d{2})?(?: ?am)? tonight$/;
const MIDNIGHT = /\b(?:at )?midnight\b/;
const OF_TODAY = /\b(?:today|tonight)\b/;
const ZERO = /\b0{1,2}:00\b|\b12(?::00)? ?am\b/;

/** Takes what is after midnight, and still called that day, from a text. */
export function takeNight(text: string): { readonly text: string; readonly nights: Nights } {
  if (END_OF_DAY.test(text)) return { text: asToday(text.replace(END_OF_DAY, "0:00")), nights: [1] };
  const late = text
    .replace(
      LATE,
      (_, tonight = "", hour: string, minutes = "") => `${tonight && "today "}at ${hour}${minutes} am`,
    )
    .replace(LATE_FIRST, (_, hour: string, minutes = "") => `today at ${hour}${minutes} am`);
  if (late !== text) return { text: late, nights: [1] };
  if (MIDNIGHT.test(text)) return { text: asToday(text.replace(MIDNIGHT, "0:00")), nights: [0, 1] };
  // Its beginning is past.
  return ZERO.test(text) && OF_TODAY.test(text)
    ? { text: asToday(text), nights: [0, 1] }
    : { text, nights: [0] };
}

function asToday(text: string): string {
  return text.replace(/\btonight\b/, "today");
}
