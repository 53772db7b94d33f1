import { brotliDecompressSync } from "node:zlib";

/** The first and last code point of a run. */
export type CodePointRange = readonly [first: number, last: number];

/** The index of cmap among the tables WOFF2 numbers, and the tables that are transformed unless they say 3. */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const UNNAMED = 63;

/** Returns the code points a WOFF2 font has glyphs for (W3C, WOFF 2.0, 4.1; OpenType, cmap). */
export function codePointsOf(woff2: Buffer): readonly CodePointRange[] {
  const tableCount = woff2.readUInt16BE(12);
  const compressedSize = woff2.readUInt32BE(20);
  const reader = { at: 48 };
  let offset = 0;
  let cmap: { readonly start: number; readonly end: number } | undefined;
  for (let index = 0; index < tableCount; index += 1) {
    const { tag, length } = readTableEntry(woff2, reader);
    if (tag === CMAP) cmap = { start: offset, end: offset + length };
    offset += length;
  }
  if (cmap === undefined) return [];
  const tables = brotliDecompressSync(woff2.subarray(reader.at, reader.at + compressedSize));
  return readCmap(tables.subarray(cmap.start, cmap.end));
}

/** `length`: in the compressed stream. */
function readTableEntry(woff2: Buffer, reader: { at: number }): { tag: number; length: number } {
  const flags = woff2.readUInt8(reader.at);
  const tag = flags & 0x3f;
  const version = flags >> 6;
  reader.at += tag === UNNAMED ? 5 : 1;
  const original = readBase128(woff2, reader);
  const isTransformed = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;
  return { tag, length: isTransformed ? readBase128(woff2, reader) : original };
}

function readBase128(bytes: Buffer, reader: { at: number }): number {
  let value = 0;
  for (;;) {
    const byte = bytes.readUInt8(reader.at);
    reader.at += 1;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value;
  }
}

/** Reads format 12 if there is one, else format 4. */
function readCmap(cmap: Buffer): readonly CodePointRange[] {
  const count = cmap.readUInt16BE(2);
  const subtables = Array.from({ length: count }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4)),
  );
  const wide = subtables.find((table) => table.readUInt16BE(0) === 12);
  if (wide !== undefined) return readFormat12(wide);
  const narrow = subtables.find((table) => table.readUInt16BE(0) === 4);
  return narrow === undefined ? [] : readFormat4(narrow);
}

function readFormat12(table: Buffer): readonly CodePointRange[] {
  return Array.from({ length: table.readUInt32BE(12) }, (_, index): CodePointRange => {
    const at = 16 + index * 12;
    return [table.readUInt32BE(at), table.readUInt32BE(at + 4)];
  });
}

function readFormat4(table: Buffer): readonly CodePointRange[] {
  const doubled = table.readUInt16BE(6);
  const ranges: CodePointRange[] = [];
  for (let at = 14; at < 14 + doubled; at += 2) {
    const last = table.readUInt16BE(at);
    const first = table.readUInt16BE(at + doubled + 2);
    if (first <= last && first !== 0xffff) ranges.push([first, Math.min(last, 0xfffe)]);
  }
  return ranges;
}
