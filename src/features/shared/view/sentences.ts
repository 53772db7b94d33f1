import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";

/** Their full stop has its own room: no space comes after it. */
export const FULL_WIDTH: ReadonlySet<string> = new Set(["ja", "zh-CN", "zh-TW"]);

/** Sentences of a language one after the other; what is undefined is left out. */
export function sentences(language: string, ...parts: readonly (Markdown | string | undefined)[]): Markdown {
  return joinMarkdown(
    parts.flatMap((part) => (part === undefined ? [] : [md`${part}`])),
    FULL_WIDTH.has(language) ? "" : " ",
  );
}
