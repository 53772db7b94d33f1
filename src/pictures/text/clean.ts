import { cleanText } from "../../base/text.ts";

/** Letters in fancy styles that people write names with: mathematical alphanumerics. */
const FANCY = /[\u{1D400}-\u{1D7FF}]/gu;

/**
 * Returns the text on one line, composed, with fancy letters as plain ones. Never NFKC as a whole: it would make
 * Japanese punctuation Latin.
 */
export function toDrawable(text: string): string {
  return cleanText(text)
    .replaceAll(FANCY, (letter) => letter.normalize("NFKC"))
    .normalize("NFC")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The characters a reader sees as one, in order. */
export function graphemesOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

let segmenter: Intl.Segmenter | undefined;
