import { describe, expect, it } from "vitest";

import { readPictureHeader } from "../../src/base/picture/picture-header.ts";
import { Painter } from "../../src/pictures/painter.ts";
import { animatedWebp, gif, jpeg, lyingWebp, png, pngSaying } from "../support/sample-pictures.ts";
import { progressCard } from "./samples/progress.ts";

const painter = new Painter();
const plain = { ...progressCard, avatar: undefined, banner: undefined, tracks: [] };

/** A PNG whose header, size and end are right, and whose pixels are not. */
function brokenInside(): Buffer {
  const bytes = Buffer.from(png(300, 200));
  const at = bytes.indexOf("IDAT") + 4;
  return bytes.fill(0x5a, at, at + 40);
}

/** Its tables are there; the pixels behind them are noise. */
function brokenJpeg(): Buffer {
  const bytes = Buffer.from(jpeg);
  return bytes.fill(0xee, bytes.indexOf(Buffer.from([0xff, 0xda])) + 14, bytes.length - 2);
}

describe("a picture in a card", () => {
  it.each([
    ["says it is 50,000 x 50,000", pngSaying(50_000, 50_000)],
    ["has more in it than its canvas", lyingWebp],
    ["moves", animatedWebp],
    ["moves, as a GIF", gif(3)],
    ["is cut short", png(300, 200).subarray(0, -30)],
    ["is SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='6' height='4'/>")],
    ["is nothing", Buffer.alloc(0)],
  ])("that %s is drawn as if it were missing", async (_, avatar) => {
    expect(await painter.paint({ ...plain, avatar })).toEqual(await painter.paint(plain));
  });

  it.each([
    ["PNG", brokenInside()],
    ["JPEG", brokenJpeg()],
    ["PNG that says more than it has", pngSaying(1_900, 1_900)],
  ])("that looks like a %s and breaks while it is decoded costs no more than itself", async (_, avatar) => {
    expect(readPictureHeader(avatar)).toBeDefined();
    const { bytes } = await painter.paint({ ...plain, avatar });
    expect(readPictureHeader(Buffer.from(bytes))).toEqual({ width: 1_040, height: expect.any(Number) });
  });
});
