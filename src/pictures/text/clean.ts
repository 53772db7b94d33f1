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

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Between words of those scripts: a renderer that breaks at spaces breaks here, too. */
export const WORD_BORDER = "\u200B";

/** Returns the text with a mark between words that no space parts, where its script has none. */
export function withWordBorders(text: string): string {
  if (!UNSPACED.test(text)) return text;
  words ??= new Intl.Segmenter(undefined, { granularity: "word" });
  let marked = "";
  let isAfterWord = false;
  for (const { segment, isWordLike = false } of words.segment(text)) {
    marked += isAfterWord && isWordLike ? `${WORD_BORDER}${segment}` : segment;
    isAfterWord = isWordLike;
  }
  return marked;
}

/** Returns whether lines break at spaces and word borders alone. Han and kana beside them break anywhere. */
export function breaksAtWords(text: string): boolean {
  return UNSPACED.test(text) || (/\p{Script=Hangul}/u.test(text) && !/[\u3040-\u30ff]/.test(text));
}

/** Returns the characters as a reader perceives them. */
export function graphemesOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

let segmenter: Intl.Segmenter | undefined;
let words: Intl.Segmenter | undefined;
