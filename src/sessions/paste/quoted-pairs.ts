const QUOTES = "\"'`";
/** A program's string begins behind one of these and ends before one; an apostrophe does not. */
const BEFORE = " \t([{=:,<>+|";
const AFTER = " \t)]},;+:.<>|";

interface QuotedPairs {
  /** The line without what stood in quotes. */
  readonly outside: string;
  readonly inside: readonly string[];
}

/** Takes out of a line what stands in quotes as a whole and `isWanted`: `setCookie('a=1; b=2')`. */
export function quotedPairs(line: string, isWanted: (text: string) => boolean): QuotedPairs {
  const lastEnds = new Map(Array.from(QUOTES, (quote) => [quote, lastEnd(line, quote)]));
  const inside: string[] = [];
  const outside: string[] = [];
  let taken = 0;
  for (let at = 0; at < line.length; at += 1) {
    const quote = line.charAt(at);
    // Where one opens it is also closed: nothing is looked through twice.
    if (!opens(line, at) || (lastEnds.get(quote) ?? -1) <= at) continue;
    let end = at + 1;
    while (!closes(line, end, quote)) end += 1;
    const text = line.slice(at + 1, end);
    if (isWanted(text)) {
      inside.push(text);
      outside.push(line.slice(taken, at));
      taken = end + 1;
    }
    at = end;
  }
  return { outside: [...outside, line.slice(taken)].join(" "), inside };
}

function opens(line: string, at: number): boolean {
  return QUOTES.includes(line.charAt(at)) && (at === 0 || BEFORE.includes(line.charAt(at - 1)));
}

function closes(line: string, at: number, quote: string): boolean {
  if (line.charAt(at) !== quote || line.charAt(at - 1) === "\\") return false;
  return at + 1 === line.length || AFTER.includes(line.charAt(at + 1));
}

function lastEnd(line: string, quote: string): number {
  let at = line.lastIndexOf(quote);
  while (at > 0 && !closes(line, at, quote)) at = line.lastIndexOf(quote, at - 1);
  return at;
}
