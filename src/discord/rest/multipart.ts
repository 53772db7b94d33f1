import { randomUUID } from "node:crypto";
import { extname } from "node:path";

import type { WireFile } from "../reply/message.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".json": "application/json",
  ".png": "image/png",
  ".txt": "text/plain",
  ".webp": "image/webp",
};

/**
 * Returns a message with files as multipart/form-data. File names are safe already: `Attachments` leaves only letters,
 * digits, dots and dashes.
 * https://discord.com/developers/docs/reference#uploading-files
 */
export function multipart(json: string, files: readonly WireFile[]): { type: string; bytes: Buffer } {
  const boundary = `milepost-${randomUUID()}`;
  const part = (disposition: string, type: string) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
    );
  const end = Buffer.from("\r\n");
  const parts = files.flatMap(({ id, name, bytes }) => [
    part(`name="files[${id}]"; filename="${name}"`, TYPES[extname(name)] ?? "application/octet-stream"),
    bytes,
    end,
  ]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      ...parts,
      part('name="payload_json"', "application/json"),
      Buffer.from(`${json}\r\n--${boundary}--\r\n`),
    ]),
  };
}
