import { clip } from "../../../base/text.ts";
import { FULL_WIDTH } from "./sentences.ts";

const ALT_LENGTH = 1_024;
const ENDED = /[.!?…。！？]$/u;

/** What a picture shows, in sentences of a language, for whoever does not see it. */
export function altText(parts: readonly (string | undefined)[], language: string): string {
  const [stop, space] = FULL_WIDTH.has(language) ? ["。", ""] : [".", " "];
  const sentences = parts.flatMap((part = "") =>
    part === "" ? [] : [ENDED.test(part) ? part : part + stop],
  );
  return clip(sentences.join(space), ALT_LENGTH);
}
