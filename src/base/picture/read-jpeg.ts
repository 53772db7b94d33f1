import type { PictureSize } from "./picture-size.ts";
import { type Orientation, readOrientation } from "./read-orientation.ts";

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
/** Baseline, extended and progressive: what decoders can read. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const FIRST_MARKER = 2;

/**
 * Returns a JPEG's size (ITU T.81, B.2); undefined unless it has one frame before its data and an end after it. Throws
 * a RangeError where it is truncated.
 */
export function readJpeg(bytes: Buffer): PictureSize | undefined {
  let size: PictureSize | undefined;
  let orientation: Orientation | undefined;
  for (let at = FIRST_MARKER; ;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) {
      return size === undefined || bytes.indexOf(END_OF_IMAGE, at) < 0
        ? undefined
        : turned(size, orientation);
    }
    if (marker === APP1) {
      orientation ??= readOrientation(bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2)));
    }
    if (isFrame(marker)) {
      if (size !== undefined || !FRAMES.has(marker)) return undefined;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}

/** SOF0 to SOF15, without DHT, JPG and DAC in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function turned({ width, height }: PictureSize, orientation: Orientation = 1): PictureSize {
  if (orientation === 1) return { width, height };
  return orientation < 5 ? { width, height, orientation } : { width: height, height: width, orientation };
}
