import { createHash } from "node:crypto";
import { serialize } from "node:v8";

import { LRUCache } from "lru-cache";

import { SingleFlight } from "../base/async/single-flight.ts";
import { MINUTE_MS } from "../base/duration.ts";
import type { Card } from "./cards/index.ts";
import type { DrawnCard } from "./pictures.ts";

const KEPT_MS = 10 * MINUTE_MS;
const KEPT_BYTES = 32 * 1024 * 1024;
/** Cards with private data are never cached. */
const PRIVATE: ReadonlySet<Card["card"]> = new Set(["compare", "progress", "stats", "vault"]);

/**
 * Caches public cards for ten minutes. The key is the card's entire content: data, language, day, zone, mode, hue and
 * pictures, or in an outline their addresses.
 */
export class PictureCache {
  #kept: LRUCache<string, DrawnCard> | undefined;
  readonly #flights = new SingleFlight<DrawnCard>();

  find(outline: Card): DrawnCard | undefined {
    return this.#kept?.get(keyOf(outline));
  }

  /** Concurrent requests wait for one drawing: a post to a hundred channels is drawn once. */
  async get(
    outline: Card,
    draw: (signal: AbortSignal) => Promise<DrawnCard>,
    signal: AbortSignal,
  ): Promise<DrawnCard> {
    if (PRIVATE.has(outline.card)) return draw(signal);
    const kept = (this.#kept ??= new LRUCache({
      ttl: KEPT_MS,
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ bytes }) => bytes.length,
    }));
    const key = keyOf(outline);
    const found = kept.get(key);
    if (found !== undefined) return found;
    const drawn = await this.#flights.join(key, draw, signal);
    kept.set(key, drawn);
    return drawn;
  }
}

function keyOf(outline: Card): string {
  return createHash("sha256").update(serialize(outline)).digest("base64");
}
