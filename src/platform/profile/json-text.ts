import { createScanner, printParseErrorCode, visit } from "jsonc-parser";

import { keyPath, type ProfileFault } from "./shape-faults.ts";

/** Deeper, longer and wider than any profile. */
const DEEPEST = 32;
const LONGEST = 10_000;
const MOST_MEMBERS = 2_000;

/** What may come next where a text breaks off. */
type Wanted = "value" | "key" | "colon" | "comma" | "end";

interface Break {
  readonly offset: number;
  /** jsonc-parser's name of the error. */
  readonly error: string;
  readonly wanted: Wanted;
}

/** Returns what is wrong with a JSON text, for its author: the first unreadable place, or every duplicate key. */
export function jsonFaults(text: string): readonly ProfileFault[] {
  if (text.trim() === "")
    return [fault("the file", "empty", "copy the README's example into it to begin with")];
  if (/^\s*[A-Za-z][\w-]*\s*:/.test(text) || text.startsWith("---")) {
    return [fault("the file", "this looks like YAML", "write it as JSON, like the README's example")];
  }
  // The parser recurses per level, so it never sees what is too deep.
  const tooDeep = firstTooDeep(text);
  const { broken, twice, tooLarge } = read(text.slice(0, tooDeep));
  if (broken !== undefined && broken.offset < (tooDeep ?? Infinity))
    return [faultAt(text, broken.offset, ...wordsFor(text, broken))];
  if (tooDeep !== undefined) return [faultAt(text, tooDeep, "nested too deep", "is it the right file?")];
  return tooLarge === undefined ? twice : [tooLarge];
}

function firstTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text.charAt(scanner.getTokenOffset());
    if (first === "{" || first === "[") depth += 1;
    if (first === "}" || first === "]") depth -= 1;
    if (depth > DEEPEST) return scanner.getTokenOffset();
  }
  return undefined;
}

interface Read {
  readonly broken: Break | undefined;
  readonly twice: readonly ProfileFault[];
  readonly tooLarge: ProfileFault | undefined;
}

/** Returns the first unreadable place, the duplicate keys, and the first text or object beyond all measure. */
function read(text: string): Read {
  const twice: ProfileFault[] = [];
  /** The keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  /** How many members each open object or list had before its last. */
  const members: number[] = [];
  let wanted: Wanted = "value";
  let broken: Break | undefined;
  let tooLarge: ProfileFault | undefined;
  const begin = (keys?: Set<string>) => {
    open.push(keys);
    members.push(0);
    wanted = keys === undefined ? "value" : "key";
  };
  const end = () => {
    open.pop();
    members.pop();
    wanted = open.length === 0 ? "end" : "comma";
  };
  visit(
    text,
    {
      onObjectBegin: () => begin(new Set()),
      onArrayBegin: () => begin(),
      onObjectEnd: end,
      onArrayEnd: end,
      onObjectProperty(key, ...place) {
        const pathOf = place[4];
        const keys = open.at(-1);
        if (keys?.has(key) === true)
          twice.push(fault(keyPath([...pathOf(), key]), "given twice", "keep one of the two"));
        keys?.add(key);
        wanted = "colon";
      },
      onLiteralValue(_value, offset, length) {
        wanted = open.length === 0 ? "end" : "comma";
        if (length > LONGEST) tooLarge ??= faultAt(text, offset, LONG, "shorten it");
      },
      onSeparator(character, offset) {
        const count = (members.at(-1) ?? 0) + 1;
        if (character === ",") members[members.length - 1] = count;
        if (count >= MOST_MEMBERS) tooLarge ??= faultAt(text, offset, MANY, "is it the right file?");
        if (character === ":") wanted = "value";
        else wanted = open.at(-1) === undefined ? "value" : "key";
      },
      onError: (code, offset) => void (broken ??= { offset, error: printParseErrorCode(code), wanted }),
    },
    { disallowComments: true },
  );
  return { broken, twice, tooLarge };
}

const LONG = `a text of more than ${LONGEST} characters`;
const MANY = `more than ${MOST_MEMBERS} members in one place`;

const PROBLEMS: Readonly<Record<Wanted, readonly [problem: string, fix: string]>> = {
  value: ["a value that JSON can't read", 'texts stand in double quotes: "text"'],
  key: ["a key without quotes", 'keys stand in double quotes: "name"'],
  colon: ["a missing colon", "put a colon between key and value"],
  comma: ["a missing comma", "put a comma before it, or close what comes before"],
  end: ["something after the profile's end", "take it out, or move the last } behind it"],
};

function wordsFor(text: string, { offset, error, wanted }: Break): readonly [problem: string, fix: string] {
  const rest = text.slice(offset, offset + 2);
  if (error === "UnexpectedEndOfString") return ["a text that isn't closed on its line", 'end it with "'];
  if (error === "InvalidCharacter" || error === "InvalidUnicode" || error === "InvalidEscapeCharacter") {
    return ["a text with a character that JSON can't hold", String.raw`write \ as \\, and tabs as \t`];
  }
  if (rest === "") return ["the file ends too early", "close every { and [ that was opened"];
  if (/^(?:\/[/*]|#)/.test(rest)) return ["a comment", "take it out: JSON has none"];
  if (/^['‘“”]/.test(rest)) return ["quotes that JSON doesn't know", 'write "'];
  if (rest.startsWith(",")) return ["a comma too many", "take it out"];
  if (/^[}\]]/.test(rest) && text.slice(0, offset).trimEnd().endsWith(","))
    return ["a comma before the closing bracket", "take the comma out"];
  return PROBLEMS[wanted];
}

function faultAt(text: string, offset: number, problem: string, fix: string): ProfileFault {
  const lines = text.slice(0, offset).split("\n");
  return fault(`line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`, problem, fix);
}

function fault(path: string, problem: string, fix: string): ProfileFault {
  return { path, problem, fix };
}
