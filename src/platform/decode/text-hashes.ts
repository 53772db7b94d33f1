import { hash as digest } from "node:crypto";

import { LRUCache } from "lru-cache";

import type { IdKind } from "../../base/int64.ts";
import { FIRST_TEXT_HASH, LARGEST_UINT32 } from "../resources/wire.ts";

const DIGITS = /^(?:0|[1-9]\d{0,9})$/;
const LONGEST_TEXT = 500;
/** How many texts are remembered, to ask by them. */
const REMEMBERED = 20_000;

/**
 * Hashes of things whose service names them by a text, a UUID or a larger number: whole numbers above every uint32, the
 * same on all nodes and after a restart.
 */
export class TextHashes {
  readonly #areTexts: boolean;
  readonly #texts = new LRUCache<number, string>({ max: REMEMBERED });

  constructor({ ids }: { readonly ids: IdKind }) {
    this.#areTexts = ids === "text";
  }

  /** Returns the hash of what stands on the wire or is a dictionary's key; undefined for what can be none. */
  toHash(value: unknown): number | undefined {
    const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
    if (typeof text !== "string" || text === "") return undefined;
    if (DIGITS.test(text) && Number(text) <= LARGEST_UINT32) return Number(text);
    if (!this.#areTexts || text.length > LONGEST_TEXT) return undefined;
    // 48 bits: among 29,000 things two are alike once in 670,000 services.
    const hash = FIRST_TEXT_HASH + digest("sha256", text, "buffer").readUIntBE(0, 6);
    this.#texts.set(hash, text);
    return hash;
  }

  /** Returns what the service calls a thing; undefined where a text was not read lately. */
  wireOf(hash: number): string | undefined {
    return hash <= LARGEST_UINT32 ? String(hash) : this.#texts.get(hash);
  }
}
