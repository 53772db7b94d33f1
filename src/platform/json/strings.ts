const BACKSLASH = 0x5c;

/** Returns the index of the quote that closes the string opened at `open`, or the end of the text. */
export function endOfString(text: string, open: number): number {
  let end = text.indexOf('"', open + 1);
  while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end))
    end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}

/** A quote opens a string only behind one of these, or at the start; behind a backslash it may be neither end. */
const BEFORE_OPENING = ' \n\r\t{[,:"\\';

/**
 * Returns a function that tells whether a place in a JSON text is outside of its strings. It takes ever later places,
 * and mostly needs the last quote before each alone.
 */
export function outsideStrings(text: string): (place: number) => boolean {
  // Everything from `from` to `to`, the next quote, is outside of strings.
  const outside = { from: 0, to: text.indexOf('"') };
  const goOn = (from: number) => {
    outside.from = from;
    outside.to = text.indexOf('"', from);
  };
  return (place) => {
    if (place < outside.from) return false;
    if (place <= outside.to || outside.to < 0) return true;
    const last = text.lastIndexOf('"', place);
    if (last > 0 && !BEFORE_OPENING.includes(text.charAt(last - 1))) goOn(last + 1);
    while (outside.to >= 0 && outside.to < place) goOn(endOfString(text, outside.to) + 1);
    return outside.from <= place;
  };
}
