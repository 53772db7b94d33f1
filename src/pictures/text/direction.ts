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

/** Whether letters join: space between them would tear them apart. */
export function isJoined(text: string): boolean {
  return JOINED.test(text);
}
