import { createScanner, printParseErrorCode, visit } from "jsonc-parser";

import { keyPath, type ProfileFault } from "./fault.ts";

/** Deeper than any profile. */
const DEEPEST = 32;

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
  const { broken, twice } = read(text.slice(0, tooDeep));
  if (broken !== undefined && broken.offset < (tooDeep ?? Infinity))
    return [faultAt(text, broken.offset, ...wordsFor(text, broken))];
  if (tooDeep !== undefined) return [faultAt(text, tooDeep, "nested too deep", "is it the right file?")];
  return twice;
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

/** Returns the first unreadable place, and the duplicate keys. */
function read(text: string): { broken: Break | undefined; twice: readonly ProfileFault[] } {
  const twice: ProfileFault[] = [];
  /** The keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let wanted: Wanted = "value";
  let broken: Break | undefined;
  const begin = (keys?: Set<string>) => {
    open.push(keys);
    wanted = keys === undefined ? "value" : "key";
  };
  const end = () => {
    open.pop();
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
      onLiteralValue: () => void (wanted = open.length === 0 ? "end" : "comma"),
      onSeparator(character) {
        if (character === ":") wanted = "value";
        else wanted = open.at(-1) === undefined ? "value" : "key";
      },
      onError: (code, offset) => void (broken ??= { offset, error: printParseErrorCode(code), wanted }),
    },
    { disallowComments: true },
  );
  return { broken, twice };
}

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
