import { isRemainder } from "./pairs.ts";

/** Narrower lines are nobody's. */
const NARROWEST = 20;
const WIDEST = 250;
/** A blank line, a number of a list, another pair or row, or data. */
const BEGINS_ANEW =
  /^(?:\s*$|\s*\d{1,3}[.):]?\s|\s*[\w.-]{1,60}(?:[ \t]{0,4}:|[ \t]{0,4}=(?!=|$)[^;]*$)|[{[#])/;

/**
 * Returns a text without the line ends behind its longest lines, where what follows may be the rest of a value: a
 * terminal, an editor or a mail put them there. Undefined where there are none.
 */
export function withoutWraps(text: string): string | undefined {
  const lines = text.split("\n").map((line) => line.trimStart());
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (width < NARROWEST || width > WIDEST) return undefined;
  const whole = lines.map((line, index) => {
    const next = lines[index + 1] ?? "";
    return line.length === width && isRest(next) ? line : `${line}\n`;
  });
  return whole.every((line) => line.endsWith("\n")) ? undefined : whole.join("");
}

function isRest(line: string): boolean {
  const [token = ""] = line.slice(0, WIDEST).split(/[\s;|"',]/, 1);
  return !BEGINS_ANEW.test(line) && (token === "" || isRemainder(token));
}
