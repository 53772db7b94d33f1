import type { Text } from "../tree.ts";
import { WORD_BORDER, graphemesOf, withWordBorders } from "./clean.ts";
import { leastLineHeight } from "./direction.ts";

/** A text to measure; it wraps at `width`. */
export interface TextToMeasure {
  readonly text: string;
  readonly style: Text["style"];
  readonly width?: number | undefined;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Returns the sizes of texts as they will be drawn, measured together. */
export type Measure = (texts: readonly TextToMeasure[]) => Promise<readonly Extent[]>;

/** Longer texts are cut before measuring. */
const LONGEST = 400;
const LINE_HEIGHT = 1.25;

/** Returns a text's line height as a multiple of its size. */
export function lineHeightOf({ text, style }: Pick<Text, "text" | "style">): number {
  return Math.max(style.lineHeight ?? LINE_HEIGHT, leastLineHeight(text));
}

/** Returns texts with sizes and lengths that fit their room; texts without a room are unchanged. */
export async function fitTexts(given: readonly Text[], measure: Measure): Promise<readonly Text[]> {
  const texts = await withLines(given, measure);
  const wanting = texts.filter(({ fit }) => fit !== undefined);
  const extents = await measure(wanting.map((text) => measurable(text, text.style.size)));
  const fitted = new Map<Text, Text>();
  for (const [index, text] of wanting.entries()) {
    const extent = extents[index];
    if (extent === undefined || hasRoom(text, text.style.size, extent)) continue;
    fitted.set(text, await shrinkOrCut(text, extent, measure));
  }
  return texts.map((text) => fitted.get(text) ?? text);
}

async function shrinkOrCut(text: Text, extent: Extent, measure: Measure): Promise<Text> {
  const min = Math.min(text.style.size, text.fit?.min ?? text.style.size);
  let tried = { size: text.style.size, extent };
  for (;;) {
    const size = smallerSize(text, tried);
    if (size < min) break;
    const [found] = await measure([measurable(text, size)]);
    if (found === undefined || hasRoom(text, size, found)) return sized(text, size);
    tried = { size, extent: found };
  }
  const short = sized(text, min);
  return { ...short, text: await cut(short, measure) };
}

/**
 * Returns the size that may fit, by the width on one line. Letters of the display cut are narrower, so it may take two
 * tries.
 */
function smallerSize(
  text: Text,
  { size, extent }: { readonly size: number; readonly extent: Extent },
): number {
  if (linesOf(text) > 1) return size - 2;
  const fitting = Math.floor((2 * size * (text.fit?.width ?? extent.width)) / extent.width) / 2;
  return Math.min(fitting, size - 0.5);
}

/** Returns the longest beginning that fits with an ellipsis, found by bisection. */
async function cut(text: Text, measure: Measure): Promise<string> {
  const parts = graphemesOf(withWordBorders(text.text.slice(0, LONGEST)));
  let fits = 0;
  let tooLong = parts.length;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    const tried = { ...text, text: ended(parts, middle) };
    const [extent] = await measure([measurable(tried, text.style.size)]);
    if (extent !== undefined && hasRoom(tried, text.style.size, extent)) fits = middle;
    else tooLong = middle;
  }
  return ended(parts, wholeWords(parts, Math.max(1, fits)));
}

/** Cutting at a word has to keep at least this share of what fits; otherwise the word is cut. */
const LEAST_KEPT = 0.6;
const BETWEEN_WORDS = /^[\s\u200B_./·–-]$/u;

/** Returns how many of the first characters form whole words. */
function wholeWords(parts: readonly string[], count: number): number {
  const isEnd = (index: number) => BETWEEN_WORDS.test(parts[index] ?? " ");
  let end = count;
  while (end > 0 && !isEnd(end) && !isEnd(end - 1)) end -= 1;
  return end < count * LEAST_KEPT ? count : end;
}

function ended(parts: readonly string[], count: number): string {
  return `${parts
    .slice(0, count)
    .join("")
    .replaceAll(WORD_BORDER, "")
    .replace(/[\s_,.;:/·–-]+$/u, "")}…`;
}

/** Scripts in which a line may break between any two letters. */
const BREAK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** A word of other letters that contains one of these would still be cut. */
function mayBreak(text: string): boolean {
  return 2 * (text.match(BREAK)?.length ?? 0) > text.length;
}

function linesOf({ fit }: Text): number {
  return fit?.lines ?? 1;
}

/** A single word never wraps: it shrinks. Neither does text without spaces that has to shrink only a little. */
async function withLines(given: readonly Text[], measure: Measure): Promise<readonly Text[]> {
  const unparted = given.filter((text) => linesOf(text) > 1 && !/\s/u.test(text.text));
  const doubtful = unparted.filter(({ text }) => mayBreak(text));
  const extents =
    doubtful.length === 0
      ? []
      : await measure(doubtful.map((text) => measurable(onOneLine(text), text.style.size)));
  const isTorn = ({ text, style, fit }: Text, index: number) =>
    !takesOneLine(text, extents[index]?.width ?? 0, { size: style.size, ...fit, width: fit?.width ?? 0 });
  const torn = new Set(doubtful.filter(isTorn));
  const whole = new Set(unparted.filter((text) => !torn.has(text)));
  return given.map((text) => (whole.has(text) ? onOneLine(text) : text));
}

function onOneLine(text: Text): Text {
  return text.fit === undefined ? text : { ...text, fit: { ...text.fit, lines: 1 } };
}

/** Relative to the size at which it would fit on one line. */
const LEAST = 0.82;

/** Returns whether a text allowed two lines takes one of this width, shrinking a little if it has no spaces. */
export function takesOneLine(
  text: string,
  width: number,
  room: { readonly size: number; readonly min?: number; readonly width: number },
): boolean {
  const least = /\s/u.test(text) ? 1 : Math.max(LEAST, (room.min ?? room.size) / room.size);
  return width * least <= room.width;
}

function measurable(text: Text, size: number): TextToMeasure {
  const isWrapped = linesOf(text) > 1;
  const style = { ...text.style, size };
  return { text: text.text, style, ...(isWrapped && { width: text.fit?.width }) };
}

/** Rounding may add half a pixel. */
function hasRoom(text: Text, size: number, { width, height }: Extent): boolean {
  const { fit } = text;
  if (fit === undefined) return true;
  const lineHeight = size * lineHeightOf(text);
  const isInLines = linesOf(text) === 1 || height <= lineHeight * (linesOf(text) + 0.4);
  return isInLines && width <= fit.width + 0.5;
}

function sized(text: Text, size: number): Text {
  return { ...text, style: { ...text.style, size } };
}
