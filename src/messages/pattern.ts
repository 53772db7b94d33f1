import { Markdown } from "../base/markdown.ts";
import { CLOSE, Marker, OPEN } from "./choice.ts";

/** What an English text is to those who translate it. */
export interface Pattern {
  /** In ICU's MessageFormat. */
  readonly text: string;
  /** Names of its arguments, in the order they are called with. */
  readonly names: readonly string[];
  /** Markdown: what is put in is escaped. */
  readonly isMarkdown: boolean;
}

type Say = (...values: readonly never[]) => unknown;

/** Returns the pattern of an English text; undefined for what is none. A text with arguments is called, with marks. */
export function patternOf(leaf: unknown): Pattern | undefined {
  const names = typeof leaf === "function" ? argumentsOf(leaf) : [];
  const said = typeof leaf === "function" ? calledWithMarks(leaf as Say, names) : leaf;
  if (typeof said !== "string" && !(said instanceof Markdown) && !(said instanceof Marker)) return undefined;
  return { text: asIcu(String(said)), names, isMarkdown: said instanceof Markdown };
}

function calledWithMarks(say: Say, names: readonly string[]): unknown {
  return say(...(names.map((name) => new Marker(name)) as never[]));
}

const ARGUMENTS = /^(?:function[^(]*)?\(([^)]*)\)/;

/** Their names as the source has them; Node blanks types out. */
function argumentsOf(say: { toString(): string }): readonly string[] {
  const list = ARGUMENTS.exec(say.toString())?.[1] ?? "";
  return list.split(",").flatMap((one) => /[A-Za-z_]\w*/.exec(one)?.[0] ?? []);
}

/** What is syntax to ICU is quoted where it is text. */
function asIcu(text: string): string {
  return text
    .replaceAll(/'(?=[{}#'\uE000\uE001])/g, "''")
    .replaceAll(/[{}]+/g, "'$&'")
    .replaceAll(OPEN, "{")
    .replaceAll(CLOSE, "}");
}
