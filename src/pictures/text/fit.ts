import type { Text } from "../tree.ts";
import { graphemesOf } from "./clean.ts";

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
export const LINE_HEIGHT = 1.25;

/** Returns texts with a size and a length that fit the room they name; texts that name none stay as they are. */
export async function fitTexts(texts: readonly Text[], measure: Measure): Promise<readonly Text[]> {
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
  const { size } = text.style;
  const min = Math.min(size, text.fit?.min ?? size);
  for (const smaller of sizesBelow(text, extent, min)) {
    const [found] = await measure([measurable(text, smaller)]);
    if (found !== undefined && hasRoom(text, smaller, found)) return sized(text, smaller);
  }
  const short = sized(text, min);
  return { ...short, text: await cut(short, measure) };
}

/** On one line the width says which size fits; on several, every second one is tried. */
function sizesBelow(text: Text, { width }: Extent, min: number): readonly number[] {
  const { size } = text.style;
  if (linesOf(text) > 1) {
    const count = Math.max(0, Math.ceil((size - min) / 2));
    return Array.from({ length: count }, (_, index) => Math.max(min, size - 2 * (index + 1)));
  }
  const fitting = Math.floor((2 * size * (text.fit?.width ?? width)) / width) / 2;
  return fitting >= min ? [fitting, Math.max(min, fitting - 0.5)] : [];
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
  return ended(parts, Math.max(1, fits));
}

function ended(parts: readonly string[], count: number): string {
  return `${parts
    .slice(0, count)
    .join("")
    .replace(/[\s,.;:·–-]+$/u, "")}…`;
}

function linesOf({ fit }: Text): number {
  return fit?.lines ?? 1;
}

function measurable(text: Text, size: number): TextToMeasure {
  const isWrapped = linesOf(text) > 1;
  const style = { ...text.style, size };
  return { text: text.text, style, ...(isWrapped && { width: text.fit?.width }) };
}

/** Half a pixel is what rounding may add. */
function hasRoom(text: Text, size: number, { width, height }: Extent): boolean {
  const { fit, style } = text;
  if (fit === undefined) return true;
  const lineHeight = size * (style.lineHeight ?? LINE_HEIGHT);
  const isInLines = linesOf(text) === 1 || height <= lineHeight * (linesOf(text) + 0.4);
  return isInLines && width <= fit.width + 0.5;
}

function sized(text: Text, size: number): Text {
  return { ...text, style: { ...text.style, size } };
}
