import type { PictureSize } from "./picture-size.ts";

const SCREEN_END = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/**
 * Returns the size of a GIF's screen (GIF89a, 18 to 27); undefined unless it has exactly one picture, within the
 * screen, and a trailer. Throws a RangeError where it is truncated.
 */
export function readGif(bytes: Buffer): PictureSize | undefined {
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let pictures = 0;
  for (let at = SCREEN_END + tableBytes(bytes.readUInt8(10)); ;) {
    const block = bytes.readUInt8(at);
    if (block === TRAILER) return pictures === 1 ? size : undefined;
    if (block === EXTENSION) at = afterSubBlocks(bytes, at + 2);
    else if (block === IMAGE && pictures === 0 && isInside(bytes, at, size)) {
      pictures += 1;
      // The picture's descriptor, its colors, and a byte before its data.
      at = afterSubBlocks(bytes, at + 11 + tableBytes(bytes.readUInt8(at + 9)));
    } else return undefined;
  }
}

/** The size of a color table, according to its flags. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

function isInside(bytes: Buffer, at: number, { width, height }: PictureSize): boolean {
  const right = bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5);
  const bottom = bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7);
  return right <= width && bottom <= height;
}

function afterSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length;
  return at + 1;
}
