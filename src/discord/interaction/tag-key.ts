import { createHash, hash } from "node:crypto";

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const TAG_BYTES = 8;
const ID_LENGTH = 2;

/**
 * A key for the tags of controls: HMAC-SHA-256 (RFC 2104), cut to 64 bits. The padded keys are prepared once: a reply
 * carries up to 40 tags, and `createHmac` costs several times the two hashes.
 */
export class TagKey {
  /** Two characters that tell keys apart without revealing them. */
  readonly id: string;
  readonly #inner: Buffer;
  /** The padded outer key, with room for the inner digest behind it. */
  readonly #outer: Buffer;

  constructor(key: Uint8Array) {
    const block = Buffer.alloc(BLOCK_BYTES);
    block.set(key.length > BLOCK_BYTES ? createHash("sha256").update(key).digest() : key);
    this.#inner = block.map((byte) => byte ^ 0x36) as Buffer;
    this.#outer = Buffer.concat([block.map((byte) => byte ^ 0x5c), Buffer.alloc(DIGEST_BYTES)]);
    this.id = createHash("sha256")
      .update("milepost/control/key\0")
      .update(key)
      .digest("base64url")
      .slice(0, ID_LENGTH);
  }

  /** Returns the first 64 bits of the HMAC of the text's UTF-8, as 11 characters of base64url. */
  tag(text: string): string {
    const inner = hash("sha256", Buffer.concat([this.#inner, Buffer.from(text)]), "binary");
    this.#outer.write(inner, BLOCK_BYTES, "binary");
    const digest = hash("sha256", this.#outer, "binary");
    return Buffer.from(digest.slice(0, TAG_BYTES), "binary").toString("base64url");
  }
}
