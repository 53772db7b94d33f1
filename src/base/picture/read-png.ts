import type { PictureSize } from "./picture-size.ts";

const CHUNK_OVERHEAD = 12;
const FIRST_CHUNK = 8;
const [HEADER, DATA, END, ANIMATION] = [named("IHDR"), named("IDAT"), named("IEND"), named("acTL")];

/**
 * Returns a PNG's size (W3C PNG, Third Edition, 5); undefined unless it is one complete still picture. Throws a
 * RangeError where it is truncated.
 */
export function readPng(bytes: Buffer): PictureSize | undefined {
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
