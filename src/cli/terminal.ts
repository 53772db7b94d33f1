import { Secret } from "../base/secret.ts";

/** As much of `process.stdin` as questions need. */
export interface TerminalInput {
  readonly isTTY?: boolean | undefined;
  setRawMode?(isRaw: boolean): unknown;
  setEncoding(encoding: "utf8"): unknown;
  on(event: "data", listener: (text: string) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  off(event: "data", listener: (text: string) => void): unknown;
  off(event: "end", listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Asks a person at a terminal. */
export interface Terminal {
  /** Undefined: the person ended it, or the input is at its end. */
  ask(question: string): Promise<string | undefined>;
  /** Nothing of what is typed is shown. */
  askSecret(question: string): Promise<Secret | undefined>;
}

const ENTER = /[\r\n]/;
const LONGEST = 4_096;
const CANCEL = "\u0003";
const END = "\u0004";
const ERASE = new Set(["\u007f", "\b"]);
const ERASE_ALL = "\u0015";
const ESCAPE = "\u001b";

/** Undefined where nobody sits in front: a password is only read where it can be kept from being shown. */
export function openTerminal(
  input: TerminalInput | undefined,
  output: { write(text: string): unknown },
): Terminal | undefined {
  if (input?.isTTY !== true || input.setRawMode === undefined) return undefined;
  return new KeyboardTerminal(input, output);
}

class KeyboardTerminal implements Terminal {
  readonly #input: TerminalInput;
  readonly #output: { write(text: string): unknown };
  /** What was typed ahead, or pasted with more than one line. */
  #ahead = "";

  constructor(input: TerminalInput, output: { write(text: string): unknown }) {
    this.#input = input;
    this.#output = output;
    input.setEncoding("utf8");
  }

  async ask(question: string) {
    return this.#readLine(question, true);
  }

  async askSecret(question: string) {
    const typed = await this.#readLine(question, false);
    return typed === undefined ? undefined : new Secret(typed);
  }

  /** The terminal is raw meanwhile: what is typed is shown by us, or not at all. */
  async #readLine(question: string, isShown: boolean): Promise<string | undefined> {
    this.#input.setRawMode?.(true);
    this.#output.write(question);
    const line = new Line(isShown ? (text) => this.#output.write(text) : () => {});
    const done = Promise.withResolvers<void>();
    const take = (text: string) => {
      this.#ahead = line.type(this.#ahead + text);
      if (line.isOver) done.resolve();
    };
    const end = () => {
      line.cancel();
      done.resolve();
    };
    this.#input.on("data", take);
    this.#input.on("end", end);
    this.#input.resume();
    try {
      take("");
      await done.promise;
      return line.text;
    } finally {
      this.#input.off("data", take);
      this.#input.off("end", end);
      this.#input.pause();
      this.#input.setRawMode?.(false);
      this.#output.write("\n");
    }
  }
}

/** One line being typed. */
class Line {
  readonly #show: (text: string) => void;
  #letters: string[] = [];
  #state: "open" | "given" | "cancelled" = "open";
  /** In an escape sequence, such as an arrow key's or a paste's brackets. */
  #isEscaped = false;

  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  get isOver(): boolean {
    return this.#state !== "open";
  }

  get text(): string | undefined {
    return this.#state === "given" ? this.#letters.join("") : undefined;
  }

  cancel(): void {
    this.#state = "cancelled";
  }

  /** Takes keys; gives what was typed after the line's end. */
  type(keys: string): string {
    const letters = Array.from(keys);
    for (const [index, letter] of letters.entries()) {
      if (this.isOver) return letters.slice(index).join("");
      this.#press(letter);
    }
    return "";
  }

  #press(letter: string): void {
    if (this.#isEscaped) {
      this.#isEscaped = !/[A-Za-z~]/.test(letter);
      return;
    }
    if (ENTER.test(letter)) this.#state = "given";
    else if (letter === CANCEL) this.cancel();
    else if (letter === END && this.#letters.length === 0) this.cancel();
    else if (letter === ESCAPE) this.#isEscaped = true;
    else if (letter === ERASE_ALL) this.#erase(this.#letters.length);
    else if (ERASE.has(letter)) this.#erase(1);
    else if (letter >= " " && this.#letters.length < LONGEST) this.#add(letter);
  }

  #add(letter: string): void {
    this.#letters.push(letter);
    this.#show(letter);
  }

  #erase(count: number): void {
    const erased = this.#letters.splice(Math.max(0, this.#letters.length - count), count).length;
    this.#show("\b \b".repeat(erased));
  }
}
