import type { Orientation, PictureSize } from "./picture-type.ts";
import { readWebp } from "./read-webp.ts";

const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const ENTRY = 12;

/**
 * Returns the orientation in the content of a JPEG's APP1 segment (Exif 2.3, 4.6.4); undefined where it isn't Exif or
 * says none.
 */
function readOrientation(segment: Buffer): Orientation | undefined {
  if (segment.toString("latin1", 0, EXIF.length) !== EXIF) return undefined;
  const tiff = segment.subarray(EXIF.length);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const at16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  if (tiff.length < 10) return undefined;
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  const end = Math.min(first + 2 + at16(first) * ENTRY, tiff.length - ENTRY + 1);
  for (let at = first + 2; at < end; at += ENTRY) {
    if (at16(at) !== ORIENTATION) continue;
    const value = at16(at + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : undefined;
  }
  return undefined;
}

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
function readJpeg(bytes: Buffer): PictureSize | undefined {
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

const SCREEN_END = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/**
 * Returns the size of a GIF's screen (GIF89a, 18 to 27); undefined unless it has exactly one picture, within the
 * screen, and a trailer. Throws a RangeError where it is truncated.
 */
function readGif(bytes: Buffer): PictureSize | undefined {
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

const CHUNK_OVERHEAD = 12;
const FIRST_CHUNK = 8;
const [HEADER, DATA, END, ANIMATION] = [named("IHDR"), named("IDAT"), named("IEND"), named("acTL")];

/**
 * Returns a PNG's size (W3C PNG, Third Edition, 5); undefined unless it is one complete still picture. Throws a
 * RangeError where it is truncated.
 */
function readPng(bytes: Buffer): PictureSize | undefined {
  if (typeAt(bytes, FIRST_CHUNK) !== HEADER || bytes.readUInt32BE(FIRST_CHUNK) !== 13) return undefined;
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  let hasData = false;
  for (let at = nextChunk(bytes, FIRST_CHUNK); ; at = nextChunk(bytes, at)) {
    const type = typeAt(bytes, at);
    if (type === END) return hasData && bytes.length >= nextChunk(bytes, at) ? size : undefined;
    // A second header could have another size.
    if (type === HEADER || type === ANIMATION) return undefined;
    hasData ||= type === DATA;
  }
}

/** Compared as numbers: a hostile file may have hundreds of thousands of chunks. */
function typeAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at + 4);
}

function named(type: string): number {
  return Buffer.from(type, "latin1").readUInt32BE();
}

function nextChunk(bytes: Buffer, at: number): number {
  return at + CHUNK_OVERHEAD + bytes.readUInt32BE(at);
}

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
