import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";

import { Secret } from "../base/secret.ts";
import { LONGEST_PASTE } from "../sessions/paste/read-paste.ts";

/** The parts of `process.stdin` that questions need. */
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

export type { Terminal };

const LONGEST = 4_096;

/** Undefined without a terminal: a password is read only where it can be hidden. */
export function openTerminal(
  input: TerminalInput | undefined,
  output: { write(text: string): unknown },
): Terminal | undefined {
  if (input?.isTTY !== true || input.setRawMode === undefined) return undefined;
  return new Terminal(input, output);
}

class Terminal {
  readonly #input: TerminalInput;
  readonly #output: { write(text: string): unknown };
  #readline: Interface | undefined;
  /** Lines that were typed ahead or pasted together. */
  readonly #lines: string[] = [];
  #isOver = false;
  /** Whether typed text is shown: only during a question that isn't secret. */
  #isShown = false;
  #answered: () => void = () => {};

  constructor(input: TerminalInput, output: { write(text: string): unknown }) {
    this.#input = input;
    this.#output = output;
  }

  /** Undefined: the person ended it, or the input ended. */
  ask(question: string): Promise<string | undefined> {
    return this.#readLine(question, true);
  }

  /** Asks without showing what is typed. */
  async askSecret(question: string): Promise<Secret | undefined> {
    const typed = await this.#readLine(question, false);
    return typed === undefined ? undefined : new Secret(typed);
  }

  async #readLine(question: string, isShown: boolean): Promise<string | undefined> {
    const answered = Promise.withResolvers<void>();
    this.#answered = answered.resolve;
    this.#isShown = isShown;
    const readline = this.#open();
    readline.setPrompt(question);
    // Before the question, so that the terminal doesn't show fast typing.
    this.#input.setRawMode?.(true);
    this.#output.write(question);
    if (!this.#isOver && this.#lines.length === 0) {
      readline.resume();
      await answered.promise;
      if (!this.#isOver) readline.pause();
    }
    this.#isShown = false;
    this.#input.setRawMode?.(false);
    this.#output.write("\n");
    return this.#lines.shift();
  }

  /** Opened once: what is typed between two questions belongs to the next. */
  #open(): Interface {
    if (this.#readline !== undefined) return this.#readline;
    // readline uses only what a terminal's input has.
    const input = this.#input as unknown as NodeJS.ReadableStream;
    const readline = createInterface({
      input,
      output: this.#echo(),
      terminal: true,
      historySize: 0,
      tabSize: 1,
    });
    readline.on("line", (line) => {
      this.#isShown = false;
      const letters = Array.from(line).filter((letter) => letter >= " ");
      this.#lines.push(letters.slice(0, LONGEST).join(""));
      this.#answered();
    });
    readline.on("close", () => {
      this.#isOver = true;
      this.#answered();
    });
    this.#readline = readline;
    return readline;
  }

  /** Shows readline's output without its line ends. */
  #echo(): Writable {
    return new Writable({
      write: (text: Buffer, _encoding, done) => {
        if (this.#isShown) this.#output.write(text.toString().replaceAll("\r\n", ""));
        done();
      },
    });
  }
}

const CANCEL = "\u0003";
const END = "\u0004";
const ENTER = new Set(["\r", "\n", "\r\n"]);
/** What a terminal puts around a paste, if it was told to. */
const BRACKETS = ["\u001b[200~", "\u001b[201~"];

/**
 * Reads a paste of any length. At a terminal it is not shown, and Enter alone ends it; otherwise the input's end does.
 * Undefined: the person ended it.
 */
export async function readPastedInput(input: TerminalInput): Promise<string | undefined> {
  const isTerminal = input.isTTY === true && input.setRawMode !== undefined;
  const gathered = new Gathered(isTerminal);
  const done = Promise.withResolvers<void>();
  const take = (text: string) => {
    if (gathered.take(text)) done.resolve();
  };
  const end = () => done.resolve();
  input.setEncoding("utf8");
  if (isTerminal) input.setRawMode?.(true);
  input.on("data", take);
  input.on("end", end);
  input.resume();
  try {
    await done.promise;
    return gathered.text;
  } finally {
    input.off("data", take);
    input.off("end", end);
    input.pause();
    if (isTerminal) input.setRawMode?.(false);
  }
}

class Gathered {
  readonly #isTerminal: boolean;
  readonly #parts: string[] = [];
  #length = 0;
  #isCancelled = false;

  constructor(isTerminal: boolean) {
    this.#isTerminal = isTerminal;
  }

  get text(): string | undefined {
    if (this.#isCancelled) return undefined;
    const text = this.#parts.join("");
    return BRACKETS.reduce((bare, bracket) => bare.replaceAll(bracket, ""), text);
  }

  /** Returns whether it is the end. */
  take(text: string): boolean {
    if (this.#isTerminal && ENTER.has(text)) return this.#length > 0;
    const isCancelled = this.#isTerminal && text.includes(CANCEL);
    const end = this.#isTerminal ? text.search(new RegExp(`[${CANCEL}${END}]`)) : -1;
    this.#isCancelled ||= isCancelled;
    this.#add(end === -1 ? text : text.slice(0, end));
    return end !== -1 || this.#length > LONGEST_PASTE;
  }

  #add(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}
