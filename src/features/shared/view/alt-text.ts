import { clip } from "../../../base/text.ts";

const ALT_LENGTH = 1_024;
const ENDED = /[.!?…。！？]$/u;
/** They end a sentence with a sign that has its own room. */
const FULL_WIDTH: ReadonlySet<string> = new Set(["ja", "zh-CN", "zh-TW"]);

/** What a picture shows, in sentences of a language, for whoever does not see it. */
export function altText(parts: readonly (string | undefined)[], language: string): string {
  const [stop, space] = FULL_WIDTH.has(language) ? ["。", ""] : [".", " "];
  const sentences = parts.flatMap((part = "") =>
    part === "" ? [] : [ENDED.test(part) ? part : part + stop],
  );
  return clip(sentences.join(space), ALT_LENGTH);
}
