import { createDecipheriv, hkdfSync, timingSafeEqual } from "node:crypto";

import { openRecord, type SealContext, sealRecord } from "../../src/sessions/seal/seal-record.ts";
import { type Figure, interleave, median, row } from "./measure.ts";

const OPENS = 2_000;
const ROUNDS = 25;
/** Four cookies of real size, as a jar serialises them. */
const PLAINTEXT_BYTES = 1_400;

const key = { id: 1, bytes: Buffer.alloc(32, 7) };
const context: SealContext = {
  label: "milepost/session/v1",
  origin: "https://portal.example",
  discordId: "123456789012345678",
  rowId: "AAAAAAAAAAAAAAAAAAAAAA",
  revision: 3,
};

/** Opening a sealed session, against HKDF-SHA-512 and AES-256-GCM called bare on the same bytes. */
export async function seal(): Promise<Figure[]> {
  const record = sealRecord(key, context, Buffer.alloc(PLAINTEXT_BYTES, 0x61));
  const info = Buffer.concat([Buffer.from("milepost/mps1\0"), record.subarray(0, 6)]);
  const aad = associatedData(record);
  const contenders = {
    "primitives called bare": () => timed(() => openBare(record, info, aad)),
    milepost: () => timed(() => openRecord([key], context, record)),
  };
  await interleave(5, contenders);
  const samples = await interleave(ROUNDS, contenders);
  const { "primitives called bare": bare = [], milepost = [] } = samples;
  return row(
    "opening a sealed session",
    "us",
    { "primitives called bare": median(bare), milepost: median(milepost) },
    { most: 1.3 },
  );
}

/** Derives, compares and decrypts, and nothing else. */
function openBare(record: Buffer, info: Buffer, aad: Buffer): void {
  const own = Buffer.from(hkdfSync("sha512", key.bytes, record.subarray(6, 38), info, 76));
  if (!timingSafeEqual(own.subarray(44), record.subarray(38, 70))) throw new Error("another key");
  const decipher = createDecipheriv("aes-256-gcm", own.subarray(0, 32), own.subarray(32, 44), {
    authTagLength: 16,
  });
  decipher.setAAD(aad);
  decipher.setAuthTag(record.subarray(-16));
  decipher.update(record.subarray(70, -16));
  decipher.final();
}

/** What the record is bound to, made once. */
function associatedData(record: Buffer): Buffer {
  const framed = [context.label, context.origin, context.discordId, context.rowId].map((text) =>
    Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]),
  );
  const revision = Buffer.from([0, 0, 0, 0, 0, 0, 0, context.revision]);
  return Buffer.concat([record.subarray(0, 70), ...framed, revision]);
}

/** Microseconds for one. */
function timed(work: () => void): number {
  const started = performance.now();
  for (let count = 0; count < OPENS; count += 1) work();
  return ((performance.now() - started) * 1_000) / OPENS;
}
