/** A text in a script, and the name it is given to where there is one. */
export interface ScriptText {
  readonly key: string | undefined;
  readonly text: string;
}

const KEY_BEFORE = /([A-Za-z_$][\w$]{0,63})\s{0,8}[:=]\s{0,8}$/;
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
};

/**
 * The quoted texts of a script, escapes undone, in one pass: enough of the language to read the settings that a
 * page hands to its script, whether as an object's members or as JSON. A quote that is never closed ends with
 * its line.
 */
export function scriptTexts(script: string): readonly ScriptText[] {
  const found: ScriptText[] = [];
  let codeFrom = 0;
  let lastText: string | undefined;
  for (let at = 0; at < script.length;) {
    const letter = script[at];
    const comment = letter === "/" ? endOfComment(script, at) : undefined;
    if (comment !== undefined) {
      at = comment;
      continue;
    }
    if (letter !== '"' && letter !== "'" && letter !== "`") {
      at += 1;
      continue;
    }
    const { text, end } = readText(script, at);
    const between = script.slice(Math.max(codeFrom, at - 96), at);
    found.push({ key: keyOf(between, lastText), text });
    lastText = text;
    codeFrom = end;
    at = end;
  }
  return found;
}

/** `key: "..."`, `key = "..."`, or `"key": "..."`. */
function keyOf(between: string, before: string | undefined): string | undefined {
  if (/^\s*:\s*$/.test(between)) return before;
  return KEY_BEFORE.exec(between)?.[1];
}

function endOfComment(script: string, at: number): number | undefined {
  const end = script[at + 1] === "/" ? "\n" : script[at + 1] === "*" ? "*/" : undefined;
  if (end === undefined) return undefined;
  const found = script.indexOf(end, at + 2);
  return found < 0 ? script.length : found + end.length;
}

function readText(script: string, from: number): { readonly text: string; readonly end: number } {
  const quote = script[from];
  const parts: string[] = [];
  let start = from + 1;
  let at = start;
  for (; at < script.length; at += 1) {
    const letter = script[at];
    if (letter === quote || (letter === "\n" && quote !== "`")) break;
    if (letter !== "\\") continue;
    parts.push(script.slice(start, at));
    const escaped = readEscape(script, at + 1);
    parts.push(escaped.text);
    start = escaped.end;
    at = start - 1;
  }
  parts.push(script.slice(start, at));
  return { text: parts.join(""), end: at + 1 };
}

function readEscape(script: string, at: number): { readonly text: string; readonly end: number } {
  const letter = script[at] ?? "";
  const length = letter === "u" ? 4 : letter === "x" ? 2 : 0;
  const digits = script.slice(at + 1, at + 1 + length);
  if (length > 0 && /^[0-9a-f]+$/i.test(digits) && digits.length === length) {
    return { text: String.fromCharCode(Number.parseInt(digits, 16)), end: at + 1 + length };
  }
  return { text: ESCAPES[letter] ?? letter, end: at + 1 };
}
