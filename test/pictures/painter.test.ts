import { Renderer } from "@takumi-rs/core";
import { describe, expect, it } from "vitest";

import { Painter } from "../../src/pictures/painter.ts";
import { encodePng } from "../../src/playground/platform/pictures/png.ts";
import { turnedJpeg } from "../support/sample-pictures.ts";
import { largestDifference } from "./golden.ts";
import { eventCard } from "./samples/event.ts";
import { profileCard } from "./samples/profile.ts";

const painter = new Painter();

describe("words that no font has a letter of", () => {
  const unknown = "ሰላም";

  it.each([
    ["a badge", { ...eventCard, kind: unknown }, { ...eventCard, kind: "–" }],
    ["a title", { ...profileCard, title: unknown }, { ...profileCard, title: "–" }],
    ["a name", { ...profileCard, name: unknown }, { ...profileCard, name: "–" }],
    ["an event's title", { ...eventCard, title: unknown }, { ...eventCard, title: "–" }],
  ])("are a dash as %s, never nothing", async (_, card, dashed) => {
    const [drawn, expected] = [await painter.paint(card), await painter.paint(dashed)];
    expect(Buffer.compare(drawn.bytes, expected.bytes)).toBe(0);
  });
});

describe("a JPEG whose rows don't lie as they are shown", () => {
  const [width, height] = [90, 60];
  /** The stored pixel for one that is shown: its column and row. */
  const stored: readonly ((x: number, y: number) => readonly [number, number])[] = [
    (x, y) => [x, y],
    (x, y) => [width - 1 - x, y],
    (x, y) => [width - 1 - x, height - 1 - y],
    (x, y) => [x, height - 1 - y],
    (x, y) => [y, x],
    (x, y) => [y, width - 1 - x],
    (x, y) => [height - 1 - y, width - 1 - x],
    (x, y) => [height - 1 - y, x],
  ];

  /** Four colors, one a corner. */
  async function corners(orientation: number): Promise<Buffer> {
    const size = orientation < 5 ? { width, height } : { width: height, height: width };
    const pixels = Buffer.alloc(width * height * 4, 255);
    for (let x = 0; x < width; x += 1) {
      for (let y = 0; y < height; y += 1) {
        const [column, row] = stored[orientation - 1]?.(x, y) ?? [0, 0];
        pixels.set(
          [x < width / 2 ? 220 : 20, y < height / 2 ? 200 : 40, 90],
          (row * size.width + column) * 4,
        );
      }
    }
    const images = [{ src: "pixels", data: encodePng(size.width, size.height, pixels) }];
    const jpeg = await new Renderer().render(
      {
        type: "container",
        style: { display: "flex" },
        children: [{ type: "image", src: "pixels", style: size }],
      },
      { ...size, format: "jpeg", quality: 90, images },
    );
    return turnedJpeg(orientation, Buffer.from(jpeg), orientation % 2 === 0 ? "II" : "MM");
  }

  it.each([2, 3, 4, 5, 6, 7, 8])("is drawn upright, with orientation %i", async (orientation) => {
    const [upright, turned] = [await corners(1), await corners(orientation)];
    const card = { ...profileCard, avatar: undefined };
    const drawn = await Promise.all(
      [upright, turned].map(async (banner) => (await painter.paint({ ...card, banner })).bytes),
    );
    expect(await largestDifference(drawn[0] ?? turned, drawn[1] ?? upright)).toBeLessThan(10);
  });
});
