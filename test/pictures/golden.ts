import { Renderer } from "@takumi-rs/core";

import { readPictureHeader } from "../../src/base/picture/picture-header.ts";

/** A picture as small as on a phone, in rows of red, green, blue and alpha. */
interface Thumbnail {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const WIDTH = 260;
/** What an eye takes in as one at that size. */
const BLOCK = 10;

const renderer = new Renderer();

/** Returns a PNG at a phone's width. */
export async function shrink(png: Uint8Array): Promise<Buffer> {
  return renderer.render(...imageOf(png, "png"));
}

/**
 * Returns how far apart two PNG are where they differ most: the distance between the mean colours of one block, in
 * steps of 255. Below ten nobody sees it; another digit is 30 and more.
 */
export async function largestDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)];
  if (a.height !== b.height) return 255;
  let largest = 0;
  for (let y = 0; y < a.height; y += BLOCK) {
    for (let x = 0; x < a.width; x += BLOCK) {
      const [left, right] = [meanOf(a, x, y), meanOf(b, x, y)];
      largest = Math.max(largest, ...left.map((part, index) => Math.abs(part - (right[index] ?? 0))));
    }
  }
  return largest;
}

/** Returns every colour there is in a part of a picture, in pixels of a card 520 wide, as `#rrggbb`. */
export async function colorsIn(
  picture: Uint8Array,
  part: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
): Promise<readonly string[]> {
  const { width, pixels } = await pixelsOf(picture);
  const scale = WIDTH / 520;
  const colors = new Set<string>();
  for (let y = Math.ceil(part.top * scale); y < part.bottom * scale; y += 1) {
    for (let x = Math.ceil(part.left * scale); x < part.right * scale; x += 1) {
      const at = (y * width + x) * 4;
      colors.add(`#${Buffer.from(pixels.subarray(at, at + 3)).toString("hex")}`);
    }
  }
  return [...colors];
}

async function pixelsOf(png: Uint8Array): Promise<Thumbnail> {
  const [node, options] = imageOf(png, "raw");
  return { width: options.width, height: options.height, pixels: await renderer.render(node, options) };
}

function imageOf(bytes: Uint8Array, format: "png" | "raw") {
  const read = readPictureHeader(Buffer.from(bytes));
  if (read === undefined) throw new Error("This is no picture.");
  const size = { width: WIDTH, height: Math.round((read.height * WIDTH) / read.width) };
  const images = [{ src: "card", data: bytes, cache: "none" as const }];
  return [
    { type: "image" as const, src: "card", style: size },
    { ...size, format, images },
  ] as const;
}

function meanOf({ width, height, pixels }: Thumbnail, left: number, top: number): readonly number[] {
  const sums = [0, 0, 0];
  let count = 0;
  for (let y = top; y < Math.min(height, top + BLOCK); y += 1) {
    for (let x = left; x < Math.min(width, left + BLOCK); x += 1) {
      for (const channel of [0, 1, 2]) {
        sums[channel] = (sums[channel] ?? 0) + (pixels[(y * width + x) * 4 + channel] ?? 0);
      }
      count += 1;
    }
  }
  return sums.map((sum) => sum / count);
}
