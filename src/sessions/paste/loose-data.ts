import { endOfRun } from "./clean.ts";

/** A text, or the content of brackets. Numbers and words are texts, so that long numbers keep their digits. */
type Loose = string | LooseGroup;

export interface LooseGroup {
  readonly entries: readonly LooseEntry[];
}

interface LooseEntry {
  /** The text before `:` or `=`. */
  readonly key: string | undefined;
  readonly value: Loose;
}

interface OpenGroup extends LooseGroup {
  readonly entries: LooseEntry[];
}

/** The syntax of quotes and escapes. */
export type Dialect = "script" | "powershell";

const MOST_ENTRIES = 1_000_000;
const BREAKS_WORD = " \t\n,;:=[]{}()\"'`";
const BREAKS_VALUE = " \t\n,;[]{}()\"'`";

/**
 * Reads JSON and similar data: JavaScript and Python literals, PowerShell tables, YAML lists, also truncated or without
 * outer brackets. One pass, no recursion; nothing is looked up by name.
 */
export function readLoosely(text: string, dialect: Dialect = "script"): LooseGroup {
  return new LooseReader(text, dialect).read();
}

class LooseReader {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #root: OpenGroup = { entries: [] };
  readonly #open: OpenGroup[] = [this.#root];
  #count = 0;
  #at = 0;
  #word: string | undefined;
  #key: string | undefined;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  read(): LooseGroup {
    while (this.#at < this.#text.length && this.#count < MOST_ENTRIES) this.#step();
    this.#flush();
    return this.#root;
  }

  #step(): void {
    const character = this.#text.charAt(this.#at);
    if (this.#isQuote(character)) return this.#scalar(this.#quoted(character));
    this.#at += 1;
    if ("{[(".includes(character)) this.#begin();
    else if ("}])".includes(character)) this.#end();
    else if (character === ":" || character === "=") this.#separate();
    else if (character === "," || character === ";") this.#flush();
    else if (!" \t\n`".includes(character)) {
      this.#at -= 1;
      const word = this.#bare();
      // `b'1'` is a Python text.
      if (word.length === 1 && this.#isQuote(this.#text.charAt(this.#at))) return;
      // A word after a word belongs to a sentence, not to a row.
      if (this.#word !== undefined) this.#add(this.#word, "");
      this.#scalar(word);
    }
  }

  #isQuote(character: string): boolean {
    return character === '"' || character === "'" || (character === "`" && this.#dialect === "script");
  }

  #scalar(text: string): void {
    if (this.#key !== undefined) this.#add(text);
    else {
      this.#flush();
      this.#word = text;
    }
  }

  #separate(): void {
    if (this.#text.charAt(this.#at) === ">") this.#at += 1;
    this.#key = this.#word ?? this.#key;
    this.#word = undefined;
  }

  #begin(): void {
    const group: OpenGroup = { entries: [] };
    this.#add(group);
    this.#open.push(group);
  }

  #end(): void {
    this.#flush();
    if (this.#open.length > 1) this.#open.pop();
  }

  #flush(): void {
    if (this.#word !== undefined) this.#add(this.#word);
    else if (this.#key !== undefined) this.#add("");
  }

  #add(value: Loose, key = this.#key): void {
    this.#key = undefined;
    this.#word = undefined;
    this.#count += 1;
    this.#open.at(-1)?.entries.push({ key, value });
  }

  #bare(): string {
    const breaks = this.#key === undefined ? BREAKS_WORD : BREAKS_VALUE;
    const start = this.#at;
    this.#at = endOfRun(this.#text, start, (character) => !breaks.includes(character));
    return this.#text.slice(start, this.#at);
  }

  #quoted(quote: string): string {
    const escape = this.#dialect === "script" ? "\\" : quote === '"' ? "`" : "";
    const parts: string[] = [];
    let start = this.#at + 1;
    let at = start;
    for (; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (character === escape) {
        parts.push(this.#text.slice(start, at));
        const [meant, length] = readEscape(this.#text, at + 1);
        parts.push(meant);
        at += length;
        start = at + 1;
      } else if (character === quote) {
        const isDoubled = this.#dialect === "powershell" && this.#text.charAt(at + 1) === quote;
        if (!isDoubled) break;
        parts.push(this.#text.slice(start, at));
        at += 1;
        start = at;
      } else if (character === "\n" && quote === "'" && this.#dialect === "script") break;
    }
    parts.push(this.#text.slice(start, at));
    this.#at = at + 1;
    return parts.join("");
  }
}

const PLAIN_ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "", t: "\t", b: "", f: "", "\n": "" };
const HEX = /^[0-9a-fA-F]+$/;

/**
 * Returns the meaning of an escape of JSON, JavaScript, PowerShell or a shell's `$'..'`, and its length after the
 * backslash.
 */
export function readEscape(text: string, at: number): readonly [meant: string, length: number] {
  const next = text.charAt(at);
  const digits = next === "u" ? 4 : next === "x" ? 2 : 0;
  const hex = text.slice(at + 1, at + 1 + digits);
  if (HEX.test(hex)) {
    return [String.fromCharCode(Number.parseInt(hex, 16)), digits + 1];
  }
  return [PLAIN_ESCAPES[next] ?? next, 1];
}
