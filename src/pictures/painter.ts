import { readPictureHeader } from "../base/picture/picture-header.ts";
import { compositionOf, type ImageFormat } from "./cards/index.ts";
import { FontLibrary } from "./fonts/font-library.ts";
import type { DrawnCard } from "./pictures.ts";
import { TakumiCanvas } from "./takumi/takumi-canvas.ts";
import { type Measure, fitTexts, type Extent, type TextToMeasure } from "./text/fit.ts";
import { tokensOf } from "./tokens.ts";
import type { Canvas, Node, Text } from "./tree.ts";
import type { Card, PictureBytes } from "./card.ts";

interface Waiting {
  readonly text: TextToMeasure;
  readonly resolve: (extent: Extent) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a cached measure for one card, which measures concurrent texts together. */
export function measureOnce(measure: Measure): Measure {
  const known = new Map<string, Promise<Extent>>();
  let waiting: Waiting[] = [];
  const flush = async () => {
    const asked = waiting;
    waiting = [];
    try {
      const extents = await measure(asked.map(({ text }) => text));
      for (const [index, { resolve }] of asked.entries()) resolve(extents[index] ?? { width: 0, height: 0 });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const one = (text: TextToMeasure): Promise<Extent> => {
    const key = keyOf(text);
    const found = known.get(key);
    if (found !== undefined) return found;
    const { promise, resolve, reject } = Promise.withResolvers<Extent>();
    if (waiting.length === 0) queueMicrotask(() => void flush());
    waiting.push({ text, resolve, reject });
    known.set(key, promise);
    return promise;
  };
  return (texts) => Promise.all(texts.map(one));
}

/** Color and position don't affect the size. */
function keyOf({ text, width, style }: TextToMeasure): string {
  const { size, weight, spacing, lineHeight, isTabular } = style;
  return JSON.stringify([text, width, size, weight, spacing, lineHeight, isTabular]);
}

/** Larger cards are stored as lossy WebP, whatever their kind. */
const MOST_BYTES = 250 * 1024;

/** Drawn for words that no font has a letter of, so that no badge is empty. */
const NO_LETTERS = "–";

interface Measuring {
  readonly locale: string;
  readonly measure: Measure;
}

type Replaced = ReadonlyMap<Uint8Array, PictureBytes>;

/** Turns cards into files: composes them, loads fonts, fits texts, draws. */
export class Painter {
  readonly #canvas = new TakumiCanvas();
  readonly #fonts = new FontLibrary((face) => this.#canvas.register(face));

  /** Returns the card's file. Unsafe and undecodable pictures are left out. */
  async paint(given: Card): Promise<DrawnCard> {
    const card = withPictures(given, await this.#fit(picturesIn(given)));
    try {
      return await this.#paint(card);
    } catch (error) {
      const broken = await this.#broken(picturesIn(card));
      if (broken.size === 0) throw error;
      return this.#paint(withPictures(card, broken));
    }
  }

  /** Judges by the header: what is too large, animated, truncated or no picture becomes undefined. */
  async #fit(pictures: readonly Uint8Array[]): Promise<Replaced> {
    const replaced = new Map<Uint8Array, PictureBytes>();
    for (const bytes of pictures) {
      const header = readPictureHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (header === undefined) replaced.set(bytes, undefined);
      else if (header.orientation !== undefined && (await this.#canvas.canDraw(bytes))) {
        replaced.set(bytes, await this.#canvas.turnUpright(bytes, header));
      }
    }
    return replaced;
  }

  async #paint(card: Card): Promise<DrawnCard> {
    const { locale } = card;
    const { format, compose } = compositionOf(card);
    const measure = measureOnce((texts) => this.#canvas.measure(texts, locale));
    const composed = await compose({
      tokens: tokensOf(card.hue, card.mode),
      width: (text, style) => this.#width({ type: "text", text, style }, { locale, measure }),
    });
    const canvas = await this.#withTexts(composed, { locale, measure });
    const draw = async (format: ImageFormat, isDithered: boolean): Promise<DrawnCard> => ({
      name: `${card.card}.${format}`,
      bytes: await this.#canvas.render(canvas, { locale, format, isDithered }),
    });
    // On dark ground the steps of a glow are too small to see, so it isn't dithered.
    const drawn = await draw(format, card.mode === "light");
    return drawn.bytes.length <= MOST_BYTES || format === "webp" ? drawn : draw("webp", false);
  }

  async #width(text: Text, { locale, measure }: Measuring): Promise<number> {
    const prepared = await this.#prepared(text, locale);
    const [extent] = await measure([{ text: prepared.text, style: prepared.style }]);
    return extent?.width ?? 0;
  }

  /** Returns the tree with drawable texts that fit. */
  async #withTexts(canvas: Canvas, { locale, measure }: Measuring): Promise<Canvas> {
    const texts = textsIn(canvas);
    const prepared: Text[] = [];
    for (const text of texts) prepared.push(await this.#prepared(text, locale));
    const fitted = await fitTexts(prepared, measure);
    const byText = new Map(texts.map((text, index) => [text, fitted[index] ?? text]));
    return { ...canvas, children: canvas.children.map((child) => replaceTexts(child, byText)) };
  }

  async #prepared(text: Text, locale: string): Promise<Text> {
    const drawable = await this.#fonts.prepare(text.text, locale);
    return { ...text, text: drawable === "" && text.text.trim() !== "" ? NO_LETTERS : drawable };
  }

  async #broken(pictures: readonly Uint8Array[]): Promise<Replaced> {
    const broken = new Map<Uint8Array, undefined>();
    for (const picture of pictures) {
      if (!(await this.#canvas.canDraw(picture))) broken.set(picture, undefined);
    }
    return broken;
  }
}

/** Returns all pictures in a card's data. */
function picturesIn(value: unknown): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(picturesIn) : [];
}

/** Returns the card with other pictures, or none, in the place of these. */
function withPictures(card: Card, replaced: Replaced): Card {
  // Every picture of a card is optional, so this is still a card.
  return replaceIn(card, replaced) as Card;
}

function replaceIn(value: unknown, replaced: Replaced): unknown {
  if (value instanceof Uint8Array) return replaced.has(value) ? replaced.get(value) : value;
  if (Array.isArray(value)) return value.map((one) => replaceIn(one, replaced));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceIn(one, replaced)]));
}

function textsIn(node: Node): readonly Text[] {
  if (node.type === "text") return [node];
  return node.type === "box" ? node.children.flatMap(textsIn) : [];
}

function replaceTexts(node: Node, texts: ReadonlyMap<Node, Text>): Node {
  if (node.type === "text") return texts.get(node) ?? node;
  if (node.type !== "box") return node;
  return { ...node, children: node.children.map((child) => replaceTexts(child, texts)) };
}
