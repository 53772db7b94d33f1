import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { clip } from "../../../base/text.ts";

/** Their full stop has its own room: no space comes after it. */
const FULL_WIDTH: ReadonlySet<string> = new Set(["ja", "zh-CN", "zh-TW"]);

/** Sentences of a language one after the other; what is undefined is left out. */
export function sentences(language: string, ...parts: readonly (Markdown | string | undefined)[]): Markdown {
  return joinMarkdown(
    parts.flatMap((part) => (part === undefined ? [] : [md`${part}`])),
    FULL_WIDTH.has(language) ? "" : " ",
  );
}

const ALT_LENGTH = 1_024;
const ENDED = /[.!?…。！？]$/u;
/** Its room comes with it. */
const WIDE = /[。！？]$/u;

/** What a picture shows, in sentences of a language, for whoever does not see it. */
export function altText(parts: readonly (string | undefined)[], language: string): string {
  const stop = FULL_WIDTH.has(language) ? "。" : ". ";
  const sentences = parts.flatMap((part = "") => {
    if (part === "") return [];
    return [ENDED.test(part) ? `${part}${WIDE.test(part) ? "" : " "}` : part + stop];
  });
  return clip(sentences.join("").trimEnd(), ALT_LENGTH);
}
