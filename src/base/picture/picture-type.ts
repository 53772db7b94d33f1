/** How a picture's rows lie, as in Exif: 1 is upright, 5 to 8 lie on a side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** In pixels, from a picture's header. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** Where the stored rows don't lie as they are shown. The size is that of the picture as it is shown. */
  readonly orientation?: Exclude<Orientation, 1>;
}

const TYPES: readonly (readonly [type: string, begins: RegExp])[] = [
  ["image/png", /^89504e47/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** Returns the media type by the first bytes, if Discord accepts it; else undefined. */
export function pictureType(bytes: Buffer): string | undefined {
  const start = bytes.toString("hex", 0, 12);
  return TYPES.find(([, begins]) => begins.test(start))?.[0];
}

/** Returns a picture as the data URI Discord takes in JSON; undefined for other bytes. */
export function imageData(bytes: Uint8Array): string | undefined {
  const data = Buffer.from(bytes);
  const type = pictureType(data);
  return type === undefined ? undefined : `data:${type};base64,${data.toString("base64")}`;
}
