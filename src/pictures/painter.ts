import { readPictureHeader } from "../base/picture/picture-header.ts";
import type { ImageFormat } from "./cards/card.ts";
import { type Card, compositionOf } from "./cards/index.ts";
import { FontLibrary } from "./fonts/font-library.ts";
import type { DrawnCard } from "./pictures.ts";
import { TakumiCanvas } from "./takumi/takumi-canvas.ts";
import { type Measure, fitTexts } from "./text/fit.ts";
import { measureOnce } from "./text/measure-once.ts";
import { tokensOf } from "./tokens.ts";
import type { Canvas, Node, Text } from "./tree.ts";

/** Larger cards are stored as lossy WebP, whatever their kind. */
const MOST_BYTES = 250 * 1024;

/** Drawn for words that no font has a letter of, so that no badge is empty. */
const NO_LETTERS = "–";

interface Measuring {
  readonly locale: string;
  readonly measure: Measure;
}

/** Turns cards into files: composes them, loads fonts, fits texts, draws. */
export class Painter {
  readonly #canvas = new TakumiCanvas();
  readonly #fonts = new FontLibrary((face) => this.#canvas.register(face));

  /** Returns the card's file. Unsafe and undecodable pictures are left out. */
  async paint(given: Card): Promise<DrawnCard> {
    const card = dropPictures(given, new Set(picturesIn(given).filter(isUnfit)));
    try {
      return await this.#paint(card);
    } catch (error) {
      const broken = await this.#broken(picturesIn(card));
      if (broken.size === 0) throw error;
      return this.#paint(dropPictures(card, broken));
    }
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

  async #broken(pictures: readonly Uint8Array[]): Promise<ReadonlySet<Uint8Array>> {
    const broken = new Set<Uint8Array>();
    for (const picture of pictures) if (!(await this.#canvas.canDraw(picture))) broken.add(picture);
    return broken;
  }
}

/** Judges by the header: too large, animated, truncated or no picture. Decodes nothing. */
function isUnfit({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return readPictureHeader(Buffer.from(buffer, byteOffset, byteLength)) === undefined;
}

/** Returns all pictures in a card's data. */
function picturesIn(value: unknown): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(picturesIn) : [];
}

/** Returns the card without these pictures. */
function dropPictures(card: Card, dropped: ReadonlySet<Uint8Array>): Card {
  // Every picture of a card is optional, so this is still a card.
  return without(card, dropped) as Card;
}

function without(value: unknown, dropped: ReadonlySet<Uint8Array>): unknown {
  if (value instanceof Uint8Array) return dropped.has(value) ? undefined : value;
  if (Array.isArray(value)) return value.map((one) => without(one, dropped));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, dropped)]));
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
