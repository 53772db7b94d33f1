import type { PictureSize } from "./picture-type.ts";

const FIRST_CHUNK = 12;
const CHUNK_HEADER = 8;
const LOSSY_START = Buffer.from([0x9d, 0x01, 0x2a]);
const LOSSLESS_MARK = 0x2f;

/**
 * Returns a WebP's size (RFC 9649, 2); undefined unless it is one still picture whose data and canvas agree. Throws a
 * RangeError where it is truncated.
 */
export function readWebp(bytes: Buffer): PictureSize | undefined {
  const end = CHUNK_HEADER + bytes.readUInt32LE(4);
  if (end > bytes.length) return undefined;
  let canvas: PictureSize | undefined;
  let picture: PictureSize | undefined;
  for (let at = FIRST_CHUNK; at < end; at = nextChunk(bytes, at)) {
    if (nextChunk(bytes, at) > end) return undefined;
    const type = bytes.toString("latin1", at, at + 4);
    if (type === "ANIM" || type === "ANMF") return undefined;
    if (type === "VP8X") canvas ??= canvasAt(bytes, at + CHUNK_HEADER);
    if (type !== "VP8 " && type !== "VP8L") continue;
    if (picture !== undefined) return undefined;
    picture = (type === "VP8L" ? losslessAt : lossyAt)(bytes, at + CHUNK_HEADER);
    if (picture === undefined) return undefined;
  }
  return picture === undefined || (canvas !== undefined && !isSame(canvas, picture)) ? undefined : picture;
}

/** Chunks begin at even offsets. */
function nextChunk(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32LE(at + 4);
  return at + CHUNK_HEADER + length + (length % 2);
}

function canvasAt(bytes: Buffer, at: number): PictureSize {
  return { width: bytes.readUIntLE(at + 4, 3) + 1, height: bytes.readUIntLE(at + 7, 3) + 1 };
}

/** A key frame of VP8 (RFC 6386, 9.1). */
function lossyAt(bytes: Buffer, at: number): PictureSize | undefined {
  if (!bytes.subarray(at + 3, at + 6).equals(LOSSY_START)) return undefined;
  return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff };
}

function losslessAt(bytes: Buffer, at: number): PictureSize | undefined {
  if (bytes.readUInt8(at) !== LOSSLESS_MARK) return undefined;
  const bits = bytes.readUInt32LE(at + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function isSame(one: PictureSize, other: PictureSize): boolean {
  return one.width === other.width && one.height === other.height;
}
