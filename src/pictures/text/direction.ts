const FIRST_STRONG = /\p{L}/u;
const RIGHT_TO_LEFT =
  /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const JOINED = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;

export type Direction = "ltr" | "rtl";

/** Returns the direction of the first strong letter; of numbers and signs alone left to right, else 7/12 reads 12/7. */
export function directionOf(text: string): Direction {
  const first = FIRST_STRONG.exec(text)?.[0];
  return first !== undefined && RIGHT_TO_LEFT.test(first) ? "rtl" : "ltr";
}

const TALL =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const DEEP = /\p{Script=Arabic}/u;

/** Whether letters reach higher or lower than Latin ones: two lines of them need more room. */
export function isTall(text: string): boolean {
  return TALL.test(text);
}

/** Returns the least height of a line, in sizes: Arabic letters hang into a line that is nearer. */
export function leastLineHeight(text: string): number {
  return DEEP.test(text) ? 1.5 : 0;
}

/** Whether letters join: space between them would tear them apart. */
export function isJoined(text: string): boolean {
  return JOINED.test(text);
}
