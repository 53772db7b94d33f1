import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";

import { expect, it } from "vitest";

import { BodyReader } from "../../src/discord/endpoint/request.ts";

const LARGE = 512 * 1024 - 1;

it("reads a small body however many large ones are being sent, and refuses one large one more", async () => {
  const bodies = new BodyReader();
  const senders = Array.from({ length: 64 }, () => sender(LARGE));
  const large = senders.map((one) => bodies.read(one));
  await expect.poll(() => senders.every(({ readableLength }) => readableLength === 0)).toBe(true);
  expect(await bodies.read(ended(2_048))).toHaveLength(2_048);
  expect(await bodies.read(ended(LARGE))).toBe("busy");
  for (const one of senders) one.end();
  expect(new Set((await Promise.all(large)).map(({ length }) => length))).toEqual(new Set([LARGE]));
  expect(await bodies.read(ended(LARGE))).toHaveLength(LARGE);
});

function sender(length: number): IncomingMessage & PassThrough {
  const stream = new PassThrough();
  stream.write(Buffer.alloc(length));
  // The reader asks for no more than headers and bytes.
  return Object.assign(stream, { headers: {} }) as unknown as IncomingMessage & PassThrough;
}

function ended(length: number): IncomingMessage {
  return sender(length).end();
}
