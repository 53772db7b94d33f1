import type { PictureSize } from "./picture-size.ts";
import { readGif } from "./read-gif.ts";
import { readJpeg } from "./read-jpeg.ts";
import { readPng } from "./read-png.ts";
import { readWebp } from "./read-webp.ts";

/** A decoder takes four bytes per pixel. */
const MOST_PIXELS = 4_000_000;

interface Format {
  readonly isOf: (bytes: Buffer) => boolean;
  readonly read: (bytes: Buffer) => PictureSize | undefined;
}

const FORMATS: readonly Format[] = [
  { isOf: (bytes) => startsWith(bytes, "\x89PNG\r\n\x1A\n"), read: readPng },
  { isOf: (bytes) => startsWith(bytes, "\xFF\xD8\xFF"), read: readJpeg },
  { isOf: (bytes) => startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a"), read: readGif },
  { isOf: (bytes) => startsWith(bytes, "RIFF") && startsWith(bytes.subarray(8), "WEBP"), read: readWebp },
];

/**
 * Returns the size of a picture that is safe to decode: a complete, still PNG, JPEG, GIF or WebP, by its bytes, of at
 * most four megapixels. Undefined for everything else. Never decodes, never throws.
 */
export function readPictureHeader(bytes: Buffer): PictureSize | undefined {
  const format = FORMATS.find(({ isOf }) => isOf(bytes));
  try {
    const size = format?.read(bytes);
    const pixels = size === undefined ? 0 : size.width * size.height;
    return pixels > 0 && pixels <= MOST_PIXELS ? size : undefined;
  } catch (error) {
    // A length points past the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function startsWith(bytes: Buffer, start: string): boolean {
  return bytes.toString("latin1", 0, start.length) === start;
}
