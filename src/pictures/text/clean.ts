import { cleanText } from "../../base/text.ts";

/** Mathematical alphanumerics, which people use as fancy letters in names. */
const FANCY = /[\u{1D400}-\u{1D7FF}]/gu;

/**
 * Returns the text on one line, composed, with fancy letters as plain ones. Not NFKC as a whole, which would turn
 * Japanese punctuation into Latin.
 */
export function toDrawable(text: string): string {
  return cleanText(text)
    .replaceAll(FANCY, (letter) => letter.normalize("NFKC"))
    .normalize("NFC")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Returns the characters as a reader perceives them. */
export function graphemesOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

let segmenter: Intl.Segmenter | undefined;
