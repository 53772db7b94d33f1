import { LONGEST_PASTE } from "../sessions/paste/read-paste.ts";
import type { TerminalInput } from "./terminal.ts";

const CANCEL = "\u0003";
const END = "\u0004";
const ENTER = new Set(["\r", "\n", "\r\n"]);
/** What a terminal puts around a paste, when it was told to. */
const BRACKETS = ["\u001b[200~", "\u001b[201~"];

/**
 * Reads a paste of any length. At a terminal nothing of it is shown, and Enter alone ends it; otherwise the
 * input's end does. Undefined: the person ended it.
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

  /** Whether it is the end. */
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
