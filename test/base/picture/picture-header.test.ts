import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readPictureHeader } from "../../../src/base/picture/picture-header.ts";
import {
  animatedWebp,
  gif,
  jpeg,
  jpegSaying,
  losslessWebp,
  lyingWebp,
  overflowingGif,
  png,
  pngSaying,
  pngWith,
  transparentWebp,
  turnedJpeg,
  webp,
  wideWebp,
} from "../../support/sample-pictures.ts";

const whole: readonly (readonly [name: string, bytes: Buffer])[] = [
  ["PNG", png()],
  ["PNG with a chunk of words", pngWith("tEXt")],
  ["JPEG", jpeg],
  ["GIF", gif()],
  ["WebP", webp],
  ["lossless WebP", losslessWebp],
  ["WebP one can see through", transparentWebp],
];

test.each(whole)("the size of a whole %s is read", (_, bytes) => {
  expect(readPictureHeader(bytes)).toEqual({ width: 6, height: 4 });
});

test.each(whole)("a %s cut short anywhere is none", (_, bytes) => {
  const cut = Array.from({ length: bytes.length }, (__, length) => bytes.subarray(0, length));
  expect(cut.map(readPictureHeader)).toEqual(cut.map(() => undefined));
});

test.each(whole)("what stands behind the end of a %s changes nothing", (_, bytes) => {
  expect(readPictureHeader(Buffer.concat([bytes, Buffer.alloc(40, 7)]))).toEqual({ width: 6, height: 4 });
});

describe("the orientation of a JPEG", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "%i is read in either byte order, with the size as it is shown",
    (said) => {
      const size = said < 5 ? { width: 6, height: 4 } : { width: 4, height: 6 };
      const expected = said === 1 ? size : { ...size, orientation: said };
      expect(readPictureHeader(turnedJpeg(said, jpeg, "MM"))).toEqual(expected);
      expect(readPictureHeader(turnedJpeg(said, jpeg, "II"))).toEqual(expected);
    },
  );

  test.each([0, 9, 255])("%i is none", (said) => {
    expect(readPictureHeader(turnedJpeg(said))).toEqual({ width: 6, height: 4 });
  });

  test("is none where Exif is cut short or points anywhere, and the picture stays one", () => {
    const turned = turnedJpeg(6);
    const exif = turned.indexOf("Exif");
    for (let at = exif; at < exif + 44; at += 1) {
      const broken = Buffer.from(turned).fill(0xff, at, exif + 44);
      expect(readPictureHeader(broken)).toMatchObject({ width: expect.any(Number) });
    }
  });
});

describe("no picture", () => {
  test.each([
    ["nothing", ""],
    ["a page", "<!doctype html><title>Not here</title>"],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="6" height="4"/>'],
    ["SVG behind a declaration", '<?xml version="1.0"?><svg width="6" height="4"/>'],
    ["JSON", "{}"],
    ["BMP", "BM\x7a\0\0\0\0\0\0\0\x7a\0\0\0"],
    ["AVIF", "\0\0\0\x1cftypavif"],
    ["the first letters of a GIF", "GIF89a"],
    ["a RIFF of sound", "RIFF\x24\0\0\0WAVEfmt "],
  ])("is %s", (_, text) => {
    expect(readPictureHeader(Buffer.from(text, "latin1"))).toBeUndefined();
  });
});

describe("too large", () => {
  test.each([
    ["a PNG of 50,000 x 50,000", pngSaying(50_000, 50_000)],
    ["a PNG as large as can be said", pngSaying(0xffff_ffff, 0xffff_ffff)],
    ["a PNG a line over four megapixels", pngSaying(2_000, 2_001)],
    ["a JPEG of 50,000 x 50,000", jpegSaying(50_000, 50_000)],
    ["a WebP of 16,383 x 16,383", wideWebp],
    ["a WebP whose data are larger than its canvas", lyingWebp],
    ["a GIF whose picture leaves its screen", overflowingGif],
  ])("is %s", (_, bytes) => {
    expect(readPictureHeader(bytes)).toBeUndefined();
  });

  test("is not one of exactly four megapixels", () => {
    expect(readPictureHeader(pngSaying(2_000, 2_000))).toEqual({ width: 2_000, height: 2_000 });
  });
});

test.each([
  ["a PNG without pixels", pngSaying(0, 4)],
  ["a JPEG whose height comes later", jpegSaying(6, 0)],
  ["a PNG with two headers", pngWith("IHDR", Buffer.alloc(13))],
  ["an animated PNG", pngWith("acTL")],
  ["an animated GIF", gif(2)],
  ["a GIF without a picture", gif(0)],
  ["an animated WebP", animatedWebp],
])("%s is refused", (_, bytes) => {
  expect(readPictureHeader(bytes)).toBeUndefined();
});

test("bytes changed at random never throw, and never name a size beyond four megapixels", () => {
  const change = fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) });
  const property = fc.property(
    fc.constantFrom(...whole.map(([, bytes]) => bytes)),
    fc.array(change, { minLength: 1, maxLength: 8 }),
    (bytes, changes) => {
      const changed = Buffer.from(bytes);
      for (const { at, byte } of changes) changed[at % changed.length] = byte;
      const size = readPictureHeader(changed) ?? { width: 1, height: 1 };
      expect(size.width * size.height).toBeGreaterThan(0);
      expect(size.width * size.height).toBeLessThanOrEqual(4_000_000);
    },
  );
  fc.assert(property, { numRuns: 3_000 });
});
