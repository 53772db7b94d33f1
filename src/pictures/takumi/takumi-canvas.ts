import { createHash } from "node:crypto";

import { type Node as TakumiNode, Renderer } from "@takumi-rs/core";

import type { PictureSize } from "../../base/picture/picture-type.ts";
import type { FontFace } from "../fonts/font-library.ts";
import type { Extent, TextToMeasure } from "../text/fit.ts";
import type { Canvas, Node } from "../tree.ts";
import { textNode, toTakumi } from "./style.ts";
import type { ImageFormat } from "../cards/index.ts";

/** The limit of cached pictures and glyphs. */
const CACHE_BYTES = 8 * 1024 * 1024;
const DENSITY = 2;
const WEBP_QUALITY = 90;

/** What turns stored rows upright, by their orientation. */
const TURNS = {
  2: "scaleX(-1)",
  3: "rotate(180deg)",
  4: "scaleY(-1)",
  5: "rotate(90deg) scaleY(-1)",
  6: "rotate(90deg)",
  7: "rotate(90deg) scaleX(-1)",
  8: "rotate(270deg)",
} as const;

interface RenderOptions {
  readonly locale: string;
  readonly format: ImageFormat;
  /** Prevents banding in gradients, at a third more time. */
  readonly isDithered: boolean;
}

/** Draws trees with takumi at twice their size. */
export class TakumiCanvas {
  readonly #renderer = new Renderer({ cacheMaxBytes: CACHE_BYTES });

  async register({ family, bytes, ranges }: FontFace): Promise<void> {
    const unicodeRange = ranges.map(([first, last]): [number, number] => [first, last]);
    await this.#renderer.registerFont({ name: family, data: bytes, unicodeRange });
  }

  /** Returns the sizes of texts, in the tree's pixels. */
  async measure(texts: readonly TextToMeasure[], locale: string): Promise<readonly Extent[]> {
    // takumi has no node for an empty text.
    const visible = texts.filter(({ text }) => text !== "");
    const { children } = await this.#renderer.measure({
      type: "container",
      style: { display: "flex", flexDirection: "column", alignItems: "flex-start" },
      children: visible.map((text) => measurable(text, locale)),
    });
    const extents = new Map(visible.map((text, index) => [text, children[index]]));
    return texts.map((text) => extents.get(text) ?? { width: 0, height: 0 });
  }

  /** Returns whether a picture can be decoded. */
  async canDraw(bytes: Uint8Array): Promise<boolean> {
    const style = { width: 1, height: 1 };
    const images = [{ src: "picture", data: bytes, cache: "none" as const }];
    try {
      await this.#renderer.render(
        { type: "image", src: "picture", style },
        { ...style, format: "raw", images },
      );
      return true;
    } catch {
      return false;
    }
  }

  /** Returns a picture whose rows lie as they are shown, which the renderer doesn't see to. Throws if it can't decode it. */
  async turnUpright(bytes: Uint8Array, { width, height, orientation }: PictureSize): Promise<Uint8Array> {
    if (orientation === undefined) return bytes;
    const stored = orientation < 5 ? { width, height } : { width: height, height: width };
    const at = { left: (width - stored.width) / 2, top: (height - stored.height) / 2 };
    const style = { position: "absolute", ...at, ...stored, transform: TURNS[orientation] } as const;
    return this.#renderer.render(
      { type: "container", style: { width, height }, children: [{ type: "image", src: "picture", style }] },
      { width, height, format: "png", images: [{ src: "picture", data: bytes, cache: "none" }] },
    );
  }

  async render(canvas: Canvas, { locale, format, isDithered }: RenderOptions): Promise<Uint8Array> {
    const images = new Map<Uint8Array, string>();
    const nameOf = (bytes: Uint8Array) => {
      // The cache goes by name, so that a picture is decoded once for all cards.
      const name = images.get(bytes) ?? createHash("sha1").update(bytes).digest("base64url");
      images.set(bytes, name);
      return name;
    };
    const node = toTakumi(canvas satisfies Node, locale, nameOf);
    return this.#renderer.render(node, {
      width: canvas.style.width * DENSITY,
      height: canvas.style.height * DENSITY,
      devicePixelRatio: DENSITY,
      format,
      dithering: isDithered ? "ordered-bayer" : "none",
      images: Array.from(images, ([data, src]) => ({ src, data })),
      ...(format === "webp" && { quality: WEBP_QUALITY }),
    });
  }
}

/** Its position doesn't affect its size. */
function measurable({ text, style, width }: TextToMeasure, locale: string): TakumiNode {
  const { width: _width, height: _height, grow: _grow, at: _at, margin: _margin, ...letters } = style;
  return textNode({ text, style: letters, ...(width !== undefined && { fit: { width, lines: 2 } }) }, locale);
}
