const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const ENTRY = 12;

/** How a picture's rows lie, as in Exif: 1 is upright, 5 to 8 lie on a side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/**
 * Returns the orientation in the content of a JPEG's APP1 segment (Exif 2.3, 4.6.4); undefined where it isn't Exif or
 * says none.
 */
export function readOrientation(segment: Buffer): Orientation | undefined {
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
