import { crc32 } from "node:zlib";

import { encodePng } from "../../src/playground/platform/pictures/png.ts";

/** Small pictures of 6 x 4 pixels, and what breaks them. */
const base64 = (text: string) => Buffer.from(text, "base64");

/** A whole PNG of any size. */
export function png(width = 6, height = 4, shade = 120): Buffer {
  return encodePng(width, height, new Uint8Array(width * height * 4).fill(shade));
}

export const jpeg = base64(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x" +
    "eXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAAR" +
    "CAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA" +
    "BAb/xAAYEQEAAwEAAAAAAAAAAAAAAAABAAIRIf/aAAwDAQACEQMRAD8AgAEVXWUdalTA5P/Z",
);

const LOSSY = base64("kAEAnQEqBgAEAALATCWwAnS6AAOYAP7o1xt+XOlCvJDED0f/ybKdPkW//rX2G+w3hoAAAA==");
const LOSSLESS = base64("LwXAAAAPcLPmz2T+jHn+gwfH+YnofzA=");
const ALPHA = base64("AQ8w/xER4gc/Ef2PAQ==");

export const webp = riff(chunk("VP8 ", LOSSY));
export const losslessWebp = riff(chunk("VP8L", LOSSLESS));
export const transparentWebp = riff(canvas(0x10, 6, 4), chunk("ALPH", ALPHA), chunk("VP8 ", LOSSY));
/** Its canvas is small, its data say 16383 x 16383. */
export const lyingWebp = riff(canvas(0, 6, 4), chunk("VP8 ", sized(LOSSY, 0x3fff, 0x3fff)));
export const wideWebp = riff(chunk("VP8 ", sized(LOSSY, 0x3fff, 0x3fff)));
export const animatedWebp = riff(
  canvas(0x02, 6, 4),
  chunk("ANIM", Buffer.alloc(6)),
  chunk("ANMF", Buffer.concat([Buffer.alloc(16), chunk("VP8 ", LOSSY)])),
);

const FRAME = [0x2c, 0, 0, 0, 0, 6, 0, 4, 0, 0, 2, 6, 0x84, 0x8f, 0xa9, 0xcb, 0xed, 0x0f, 0];
const DELAY = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];

export function gif(frames = 1, frame: readonly number[] = FRAME): Buffer {
  const screen = [...Buffer.from("GIF89a"), 6, 0, 4, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const pictures = Array.from({ length: frames }, () => [...DELAY, ...frame]).flat();
  return Buffer.from([...screen, ...pictures, 0x3b]);
}

/** A frame larger than the screen it is shown on. */
export const overflowingGif = gif(1, FRAME.with(6, 0xff));

/** A PNG with other bytes in its header, whose checksum is right: 50,000 x 50,000, say. */
export function pngSaying(width: number, height: number): Buffer {
  const bytes = Buffer.from(png());
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

export function jpegSaying(width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

/** A JPEG that says in Exif how its rows lie. */
export function turnedJpeg(orientation: number, bytes = jpeg, order: "II" | "MM" = "MM"): Buffer {
  const isLittle = order === "II";
  const short = (value: number) => (isLittle ? [value, 0] : [0, value]);
  const long = (value: number) => (isLittle ? [value, 0, 0, 0] : [0, 0, 0, value]);
  const entry = [
    ...(isLittle ? [0x12, 0x01] : [0x01, 0x12]),
    ...short(3),
    ...long(1),
    ...short(orientation),
    0,
    0,
  ];
  const other = [...(isLittle ? [0x00, 0x01] : [0x01, 0x00]), ...short(3), ...long(1), ...short(9), 0, 0];
  const tiff = [...Buffer.from(order), ...short(42), ...long(8), ...short(2), ...other, ...entry, ...long(0)];
  const exif = Buffer.concat([Buffer.from("Exif\0\0"), Buffer.from(tiff)]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
  return Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]);
}

/** A PNG with one more chunk before its data. */
export function pngWith(type: string, data = Buffer.alloc(8)): Buffer {
  const whole = png();
  const name = Buffer.from(type, "latin1");
  const body = Buffer.concat([name, data]);
  const more = Buffer.concat([number32(data.length), body, number32(crc32(body))]);
  return Buffer.concat([whole.subarray(0, 33), more, whole.subarray(33)]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, "latin1"), length, data, Buffer.alloc(data.length % 2)]);
}

function canvas(flags: number, width: number, height: number): Buffer {
  const data = Buffer.alloc(10);
  data.writeUInt8(flags, 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return chunk("VP8X", data);
}

function sized(lossy: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(lossy);
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

function riff(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  return chunk("RIFF", body);
}
