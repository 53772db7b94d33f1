import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

import { MilepostError } from "../../base/errors.ts";

/** A key for sealing records: 32 bytes with an unsigned 32-bit id. */
export interface SealingKey {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** What a record is bound to: it can't be opened in another place. */
export interface SealContext {
  /** The kind of record: `milepost/session/v1`. */
  readonly label: string;
  /** Of the platform's portal. */
  readonly origin: string;
  readonly discordId: string;
  readonly rowId: string;
  /** The row's version; unsigned. */
  readonly revision: number;
}

const VERSION = 1;
/** HKDF-SHA-512, AES-256-GCM. */
const SUITE = 1;
const PREFIX_BYTES = 6;
const SALT_BYTES = 32;
const COMMITMENT_BYTES = 32;
const HEADER_BYTES = PREFIX_BYTES + SALT_BYTES + COMMITMENT_BYTES;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Plaintexts are padded to multiples of this, to hide their length. */
const BLOCK_BYTES = 256;
const LARGEST_PLAINTEXT = 4 * 1024 * 1024;
const INFO = Buffer.from("milepost/mps1\0", "latin1");
/** Ends the plaintext; zeros follow. */
const END = 0x80;

/**
 * Seals a record as MPS1: version, suite, key id, salt[32], commitment[32], ciphertext padded to 256, tag[16]. Each
 * record has its own key, derived by HKDF-SHA-512 from a new salt. Only tests pass `salt`.
 */
export function sealRecord(
  key: SealingKey,
  context: SealContext,
  plaintext: Uint8Array,
  salt: Uint8Array = randomBytes(SALT_BYTES),
): Buffer {
  if (plaintext.length > LARGEST_PLAINTEXT) {
    throw new MilepostError("internal", { reason: "a record is too large to be sealed" });
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(VERSION, 0);
  header.writeUInt8(SUITE, 1);
  header.writeUInt32BE(key.id, 2);
  header.set(salt, PREFIX_BYTES);
  const own = derive(key.bytes, header);
  header.set(own.commitment, PREFIX_BYTES + SALT_BYTES);

  const cipher = createCipheriv("aes-256-gcm", own.key, own.nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(header, context));
  const padded = pad(plaintext);
  const body = cipher.update(padded);
  cipher.final();
  padded.fill(0);
  own.key.fill(0);
  return Buffer.concat([header, body, cipher.getAuthTag()]);
}

/**
 * Opens a sealed record. Throws the same "unopenable" whatever is wrong, from a flipped bit to another row's record.
 */
export function openRecord(keys: readonly SealingKey[], context: SealContext, record: Uint8Array): Buffer {
  const opened = tryOpen(keys, context, record);
  if (opened === undefined) throw new MilepostError("unopenable");
  return opened;
}

/** Returns the key id of a record; undefined when it is no record of this version. */
export function keyIdOf(record: Uint8Array): number | undefined {
  const bodyBytes = record.length - HEADER_BYTES - TAG_BYTES;
  if (bodyBytes < BLOCK_BYTES || bodyBytes % BLOCK_BYTES !== 0) return undefined;
  if (record[0] !== VERSION || record[1] !== SUITE) return undefined;
  return new DataView(record.buffer, record.byteOffset).getUint32(2);
}

function tryOpen(keys: readonly SealingKey[], context: SealContext, record: Uint8Array): Buffer | undefined {
  const keyId = keyIdOf(record);
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return undefined;
  const header = record.subarray(0, HEADER_BYTES);
  const own = derive(key.bytes, header);
  if (!timingSafeEqual(own.commitment, header.subarray(PREFIX_BYTES + SALT_BYTES))) return undefined;

  const decipher = createDecipheriv("aes-256-gcm", own.key, own.nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(header, context));
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = decipher.update(record.subarray(HEADER_BYTES, -TAG_BYTES));
  own.key.fill(0);
  try {
    decipher.final();
  } catch {
    padded.fill(0);
    return undefined;
  }
  return unpad(padded);
}

interface RecordKey {
  readonly key: Buffer;
  readonly nonce: Buffer;
  readonly commitment: Buffer;
}

/** Derives the keys of a record. The commitment keeps a ciphertext from opening under a second key. */
function derive(key: Uint8Array, header: Uint8Array): RecordKey {
  const info = Buffer.concat([INFO, header.subarray(0, PREFIX_BYTES)]);
  const salt = header.subarray(PREFIX_BYTES, PREFIX_BYTES + SALT_BYTES);
  const length = KEY_BYTES + NONCE_BYTES + COMMITMENT_BYTES;
  const bytes = Buffer.from(hkdfSync("sha512", key, salt, info, length));
  return {
    key: bytes.subarray(0, KEY_BYTES),
    nonce: bytes.subarray(KEY_BYTES, KEY_BYTES + NONCE_BYTES),
    commitment: bytes.subarray(KEY_BYTES + NONCE_BYTES),
  };
}

/** The header, each part with its length, and the revision, so that no two contexts give the same bytes. */
function associatedData(header: Uint8Array, context: SealContext): Buffer {
  const { label, origin, discordId, rowId, revision } = context;
  const parts: Uint8Array[] = [header];
  for (const text of [label, origin, discordId, rowId]) {
    const bytes = Buffer.from(text, "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    parts.push(length, bytes);
  }
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(revision));
  parts.push(counter);
  return Buffer.concat(parts);
}

function pad(plaintext: Uint8Array): Buffer {
  const blocks = Math.floor(plaintext.length / BLOCK_BYTES) + 1;
  const padded = Buffer.alloc(blocks * BLOCK_BYTES);
  padded.set(plaintext);
  padded[plaintext.length] = END;
  return padded;
}

function unpad(padded: Buffer): Buffer | undefined {
  const end = padded.lastIndexOf(END);
  const isPadding =
    end >= padded.length - BLOCK_BYTES && padded.subarray(end + 1).every((byte) => byte === 0);
  return end >= 0 && isPadding ? padded.subarray(0, end) : undefined;
}
