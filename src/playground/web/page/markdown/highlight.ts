/** Splits code into pieces with their kinds, for a few languages. Joined they are the text. */

type Piece = { text: string; kinds: readonly string[] };

const WORDS = new Set(
  (
    "as async await break case catch class const continue default delete do else enum export extends false " +
    "finally for from function if implements import in instanceof interface let new null of private readonly " +
    "return static super switch this throw true try type typeof undefined var void while yield"
  ).split(" "),
);

const LANGUAGES: Readonly<Record<string, (text: string) => Piece[]>> = { json, js, diff, ansi };
const ALIASES: Readonly<Record<string, string>> = {
  json5: "json",
  jsonc: "json",
  javascript: "js",
  jsx: "js",
  mjs: "js",
  ts: "js",
  tsx: "js",
  typescript: "js",
  patch: "diff",
};

/** Returns code as pieces with their kinds. `language`: as written after the fence. */
export function highlight(text: string, language: string): Piece[] {
  const name = language.toLowerCase();
  const known = ALIASES[name] ?? name;
  const read = Object.hasOwn(LANGUAGES, known) ? LANGUAGES[known] : undefined;
  return read === undefined ? [{ text, kinds: [] }] : read(text);
}

function json(text: string) {
  return scan(
    text,
    /"(?:[^"\\\n]|\\.)*"(?:\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g,
    (found) => {
      if (found.startsWith('"')) return found.endsWith('"') ? "string" : "name";
      return /^[tfn]/.test(found) ? "word" : "number";
    },
  );
}

function js(text: string) {
  const pattern =
    /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|\b\d[\w.]*|[A-Za-z_$][\w$]*/g;
  return scan(text, pattern, (found, { next }) => {
    if (/^\/[/*]/.test(found)) return "comment";
    if (/^["'`]/.test(found)) return "string";
    if (/^\d/.test(found)) return "number";
    if (WORDS.has(found)) return "word";
    if (next === "(") return "name";
    return /^[A-Z]/.test(found) ? "title" : undefined;
  });
}

function diff(text: string) {
  return scan(text, /^(?:\+\+\+|---|@@|\+|-|!|#).*$/gm, (found) => {
    if (/^(?:\+\+\+|---|@@|#)/.test(found)) return "comment";
    if (found.startsWith("+")) return "added";
    return found.startsWith("-") ? "removed" : "changed";
  });
}

/** Reads terminal colors: escape, bracket, numbers, m. Discord supports bold, underline and eight colors. */
function ansi(text: string) {
  const pieces: Piece[] = [];
  let kinds: readonly string[] = [];
  // oxlint-disable-next-line no-control-regex -- the escape is what is looked for
  for (const [, codes, shown = ""] of text.matchAll(/(?:\x1b\[([\d;]*)m)?([^\x1b]+|\x1b(?!\[[\d;]*m)|$)/g)) {
    if (codes !== undefined) kinds = afterCodes(kinds, codes);
    if (shown !== "") pieces.push({ text: shown, kinds });
  }
  return pieces;
}

function afterCodes(before: readonly string[], codes: string) {
  let kinds = [...before];
  for (const code of codes.split(";").map(Number)) {
    if (code === 0) kinds = [];
    else if (code === 1) kinds = [...kinds, "bold"];
    else if (code === 4) kinds = [...kinds, "underline"];
    else if (code >= 30 && code <= 37)
      kinds = [...kinds.filter((each) => !/^ink/.test(each)), `ink-${code - 30}`];
    else if (code >= 40 && code <= 47)
      kinds = [...kinds.filter((each) => !/^ground/.test(each)), `ground-${code - 40}`];
  }
  return kinds;
}

function scan(
  text: string,
  pattern: RegExp,
  kindOf: (found: string, around: { next: string | undefined }) => string | undefined,
): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), kinds: [] });
    const kind = kindOf(match[0], { next: text[match.index + match[0].length] });
    pieces.push({ text: match[0], kinds: kind === undefined ? [] : [kind] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), kinds: [] });
  return pieces;
}
