import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { clip } from "../../../base/text.ts";

/** Languages whose full stop is full-width, with no space after it. */
const FULL_WIDTH: ReadonlySet<string> = new Set(["ja", "zh-CN", "zh-TW"]);

/** Joins sentences as the language does; undefined ones are left out. */
export function sentences(language: string, ...parts: readonly (Markdown | string | undefined)[]): Markdown {
  return joinMarkdown(
    parts.flatMap((part) => (part === undefined ? [] : [md`${part}`])),
    FULL_WIDTH.has(language) ? "" : " ",
  );
}

const ALT_LENGTH = 1_024;
const ENDED = /[.!?…。！？]$/u;
const WIDE = /[。！？]$/u;

/** Returns a picture's description in sentences. */
export function altText(parts: readonly (string | undefined)[], language: string): string {
  const stop = FULL_WIDTH.has(language) ? "。" : ". ";
  const sentences = parts.flatMap((part = "") => {
    if (part === "") return [];
    return [ENDED.test(part) ? `${part}${WIDE.test(part) ? "" : " "}` : part + stop];
  });
  return clip(sentences.join("").trimEnd(), ALT_LENGTH);
}
