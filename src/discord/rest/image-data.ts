const TYPES: readonly (readonly [type: string, begins: RegExp])[] = [
  ["image/png", /^89504e47/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** Returns a picture as Discord takes it in JSON, a data URI; undefined for what is none. */
export function imageData(bytes: Uint8Array): string | undefined {
  const data = Buffer.from(bytes);
  const start = data.toString("hex", 0, 12);
  const type = TYPES.find(([, begins]) => begins.test(start))?.[0];
  return type === undefined ? undefined : `data:${type};base64,${data.toString("base64")}`;
}
