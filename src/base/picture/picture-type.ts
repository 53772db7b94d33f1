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
