const FIRST_STRONG = /\p{L}/u;
const RIGHT_TO_LEFT =
  /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const JOINED = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;

export type Direction = "ltr" | "rtl";

/**
 * Returns the direction of the first strong letter; left to right for numbers and signs only, or 7/12 would read 12/7.
 */
export function directionOf(text: string): Direction {
  const first = FIRST_STRONG.exec(text)?.[0];
  return first !== undefined && RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
}

const TALL =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const DEEP = /\p{Script=Arabic}/u;

/** Returns whether letters reach higher or lower than Latin ones, so that two lines need more room. */
export function isTall(text: string): boolean {
  return TALL.test(text);
}

/** Returns the least line height as a multiple of the size: Arabic letters would overlap the next line. */
export function leastLineHeight(text: string): number {
  return DEEP.test(text) ? 1.5 : 0;
}

/** Returns whether the letters are joined, so that letter spacing would break them. */
export function isJoined(text: string): boolean {
  return JOINED.test(text);
}
