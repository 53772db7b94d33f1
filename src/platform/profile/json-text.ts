import type { ProfileFault } from "./faults.ts";
import { keyPath } from "./key-path.ts";

/** Deeper than any profile goes. */
const DEEPEST = 32;
const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

interface Frame {
  readonly isObject: boolean;
  readonly keys: Set<string>;
  step: string | number;
}

/**
 * What is wrong with a text that should be JSON, in words for who wrote it by hand: the first place that can't be
 * read, or every key that stands twice in one object.
 */
export function jsonFaults(text: string): readonly ProfileFault[] {
  if (text.trim() === "")
    return [fault("the file", "empty", "copy the README's example into it to begin with")];
  if (/^\s*[A-Za-z][\w-]*\s*:/.test(text) || text.startsWith("---")) {
    return [fault("the file", "this looks like YAML", "write it as JSON, like the README's example")];
  }
  return new Scan(text).faults();
}

class Scan {
  readonly #text: string;
  readonly #frames: Frame[] = [];
  readonly #twice: ProfileFault[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  faults(): readonly ProfileFault[] {
    const broken = this.#value() ?? this.#rest();
    return broken === undefined ? this.#twice : [broken];
  }

  /** Until everything that was opened is closed again. */
  #rest(): ProfileFault | undefined {
    for (;;) {
      this.#space();
      const frame = this.#frames.at(-1);
      if (frame === undefined) return this.#at === this.#text.length ? undefined : this.#wrong();
      const broken = this.#next(frame);
      if (broken !== undefined) return broken;
    }
  }

  /** One member and what ends or follows it. */
  #next(frame: Frame): ProfileFault | undefined {
    const close = frame.isObject ? "}" : "]";
    if (this.#take(close)) {
      this.#frames.pop();
      return undefined;
    }
    if (frame.step !== "" && frame.step !== -1) {
      if (!this.#take(",")) return this.#wrong("comma");
      this.#space();
      if (this.#peek() === close)
        return this.#here("a comma before the closing bracket", "take the comma out");
    }
    return frame.isObject ? this.#member(frame) : this.#element(frame);
  }

  #element(frame: Frame): ProfileFault | undefined {
    frame.step = Number(frame.step) + 1;
    return this.#value();
  }

  #member(frame: Frame): ProfileFault | undefined {
    if (this.#peek() !== '"') return this.#wrong("key");
    const start = this.#at;
    const broken = this.#string();
    if (broken !== undefined) return broken;
    frame.step = String(JSON.parse(this.#text.slice(start, this.#at)));
    if (frame.keys.has(frame.step)) {
      const path = keyPath(this.#frames.map(({ step }) => step));
      this.#twice.push(fault(path, "given twice", "keep one of the two"));
    }
    frame.keys.add(frame.step);
    this.#space();
    if (!this.#take(":")) return this.#wrong("colon");
    return this.#value();
  }

  /** Goes past a value, or into it when it is an object or list. */
  #value(): ProfileFault | undefined {
    this.#space();
    const first = this.#peek();
    if (first === '"') return this.#string();
    if (first === "{" || first === "[") {
      if (this.#frames.length === DEEPEST) return this.#here("nested too deep", "is it the right file?");
      this.#at += 1;
      this.#frames.push({ isObject: first === "{", keys: new Set(), step: first === "{" ? "" : -1 });
      return undefined;
    }
    NUMBER_OR_WORD.lastIndex = this.#at;
    if (!NUMBER_OR_WORD.test(this.#text)) return this.#wrong("value");
    this.#at = NUMBER_OR_WORD.lastIndex;
    return undefined;
  }

  #string(): ProfileFault | undefined {
    const start = this.#at;
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (character === '"') return this.#closed(start, at + 1);
      if (character === "\n" || character === "\r") break;
      if (character === "\\") at += 1;
    }
    return this.#here("a text that isn't closed on its line", 'end it with "');
  }

  #closed(start: number, end: number): ProfileFault | undefined {
    try {
      JSON.parse(this.#text.slice(start, end));
    } catch {
      return this.#here(
        "a text with a character that JSON can't hold",
        String.raw`write \ as \\, and tabs as \t`,
      );
    }
    this.#at = end;
    return undefined;
  }

  #wrong(wanted?: "comma" | "key" | "colon" | "value"): ProfileFault {
    const rest = this.#text.slice(this.#at, this.#at + 2);
    if (rest === "") return this.#here("the file ends too early", "close every { and [ that was opened");
    if (/^(?:\/[/*]|#)/.test(rest)) return this.#here("a comment", "take it out: JSON has none");
    if (/^['‘“”]/.test(rest)) return this.#here("quotes that JSON doesn't know", 'write "');
    if (rest.startsWith(",")) return this.#here("a comma too many", "take it out");
    if (wanted === "comma")
      return this.#here("a missing comma", "put a comma before it, or close what comes before");
    if (wanted === "colon") return this.#here("a missing colon", "put a colon between key and value");
    if (wanted === "key") return this.#here("a key without quotes", 'keys stand in double quotes: "name"');
    if (wanted === "value")
      return this.#here("a value that JSON can't read", 'texts stand in double quotes: "text"');
    return this.#here("something after the profile's end", "take it out, or move the last } behind it");
  }

  #here(problem: string, mend: string): ProfileFault {
    const lines = this.#text.slice(0, this.#at).split("\n");
    return fault(`line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`, problem, mend);
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #space(): void {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = SPACE.lastIndex;
  }
}

function fault(path: string, problem: string, mend: string): ProfileFault {
  return { path, problem, mend };
}
