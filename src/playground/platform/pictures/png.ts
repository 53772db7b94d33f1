import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGBA = 6;
/** Stores differences to the pixel on the left: gradients compress well that way. */
const SUB = 1;

export function encodePng(width: number, height: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, RGBA, 0, 0, 0], 8);
  const data = deflateSync(filtered(width, height, pixels), { level: 6 });
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function filtered(width: number, height: number, pixels: Uint8Array): Buffer {
  const stride = width * 4;
  const lines = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const from = row * stride;
    const to = row * (stride + 1);
    lines[to] = SUB;
    for (let at = 0; at < stride; at += 1) {
      const left = at < 4 ? 0 : (pixels[from + at - 4] ?? 0);
      lines[to + 1 + at] = (pixels[from + at] ?? 0) - left;
    }
  }
  return lines;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
