import type { Text } from "../tree.ts";
import { graphemesOf } from "./clean.ts";
import { leastLineHeight } from "./direction.ts";

/** What a text takes; with a width it wraps there. */
export interface TextToMeasure {
  readonly text: string;
  readonly style: Text["style"];
  readonly width?: number | undefined;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Measures texts as they will be drawn, all at once. */
export type Measure = (texts: readonly TextToMeasure[]) => Promise<readonly Extent[]>;

/** Longer texts are cut before anything is measured. */
const LONGEST = 400;
const LINE_HEIGHT = 1.25;

/** Returns the height of a text's line, in sizes. */
export function lineHeightOf({ text, style }: Pick<Text, "text" | "style">): number {
  return Math.max(style.lineHeight ?? LINE_HEIGHT, leastLineHeight(text));
}

/** Returns texts with a size and a length that fit the room they name; texts that name none stay as they are. */
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

/** On one line the width says which size may fit: letters cut for display run narrower, so that it may take two tries. */
function smallerSize(
  text: Text,
  { size, extent }: { readonly size: number; readonly extent: Extent },
): number {
  if (linesOf(text) > 1) return size - 2;
  const fitting = Math.floor((2 * size * (text.fit?.width ?? extent.width)) / extent.width) / 2;
  return Math.min(fitting, size - 0.5);
}

/** The longest beginning that fits with an ellipsis, found by halving. */
async function cut(text: Text, measure: Measure): Promise<string> {
  const parts = graphemesOf(text.text.slice(0, LONGEST));
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

/** Of what fits, as much stays at least where it is cut at a word; else the word is torn. */
const LEAST_KEPT = 0.6;
const BETWEEN_WORDS = /^[\s_./·–-]$/u;

/** Returns how many of the first characters are whole words. */
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
    .replace(/[\s_,.;:/·–-]+$/u, "")}…`;
}

/** Where a line may end without tearing a word, though no space is there. */
const BREAK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** A word of other letters with one of these in it would still be torn. */
function mayBreak(text: string): boolean {
  return 2 * (text.match(BREAK)?.length ?? 0) > text.length;
}

function linesOf({ fit }: Text): number {
  return fit?.lines ?? 1;
}

/** One word is never torn into lines: it shrinks on its own one. So does what no spaces part, if only a little. */
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

/** Of the size of a text that takes one line for it. */
const LEAST = 0.82;

/** Whether a text that may take two lines takes one, if it is so wide: shrunk a little, where no spaces part it. */
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

/** Half a pixel is what rounding may add. */
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
