import { createHash } from "node:crypto";
import { serialize } from "node:v8";

import { LRUCache } from "lru-cache";

import { SingleFlight } from "../base/async/single-flight.ts";
import { MINUTE_MS } from "../base/duration.ts";
import type { DrawnCard, KeptFiles } from "./pictures.ts";
import type { Card } from "./card.ts";

const KEPT_MS = 10 * MINUTE_MS;
const KEPT_BYTES = 32 * 1024 * 1024;
/** Cards with private data are never cached. */
const PRIVATE: ReadonlySet<Card["card"]> = new Set(["compare", "progress", "ranking", "stats", "vault"]);
/** Cards that show what the game offers, and nobody's name: they may outlive the process. */
const ON_DISK: ReadonlySet<Card["card"]> = new Set(["event", "trending", "week"]);

/** Files of cards on disk, and a mark of the program that draws: another one's cards may look different. */
export interface CardFiles {
  readonly files: KeptFiles;
  readonly drawnBy: string;
}

/**
 * Caches public cards for ten minutes. The key is the card's entire content: data, language, day, zone, mode, hue and
 * pictures, or in an outline their addresses.
 */
export class PictureCache {
  readonly #inFiles: CardFiles | undefined;
  #kept: LRUCache<string, DrawnCard> | undefined;
  readonly #flights = new SingleFlight<DrawnCard>();
  #wasFound: boolean | undefined;

  constructor(inFiles?: CardFiles) {
    this.#inFiles = inFiles;
  }

  /** Returns whether the next card is probably here. */
  async isLikely(): Promise<boolean> {
    return this.#wasFound ?? (await this.#inFiles?.files.isEmpty().catch(() => true)) === false;
  }

  async find(outline: Card): Promise<DrawnCard | undefined> {
    if (PRIVATE.has(outline.card)) return undefined;
    const found = await this.#find(outline, keyOf(outline));
    this.#wasFound = found !== undefined;
    return found;
  }

  /** Concurrent requests wait for one drawing: a post to a hundred channels is drawn once. */
  async get(
    outline: Card,
    draw: (signal: AbortSignal) => Promise<DrawnCard>,
    signal: AbortSignal,
  ): Promise<DrawnCard> {
    if (PRIVATE.has(outline.card)) return draw(signal);
    const key = keyOf(outline);
    const found = await this.#find(outline, key);
    if (found !== undefined) return found;
    const drawn = await this.#flights.join(key, draw, signal);
    this.#keep(key, drawn);
    // Nobody waits for the disk; whoever keeps pictures in that folder, too, tells where it refuses.
    this.#filesOf(outline)
      ?.write(this.#nameOf(key), drawn.bytes)
      .catch(() => {});
    return drawn;
  }

  async #find({ card }: Card, key: string): Promise<DrawnCard | undefined> {
    const kept = this.#kept?.get(key);
    if (kept !== undefined) return kept;
    const bytes = await this.#filesOf({ card })
      ?.read(this.#nameOf(key))
      .catch(() => undefined);
    return bytes && this.#keep(key, { name: `${card}.${isPng(bytes) ? "png" : "webp"}`, bytes });
  }

  #keep(key: string, drawn: DrawnCard): DrawnCard {
    const kept = (this.#kept ??= new LRUCache({
      ttl: KEPT_MS,
      // Else a bot that nobody asks holds them on.
      ttlAutopurge: true,
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ bytes }) => bytes.length,
    }));
    kept.set(key, drawn);
    return drawn;
  }

  #filesOf({ card }: Pick<Card, "card">): KeptFiles | undefined {
    return ON_DISK.has(card) ? this.#inFiles?.files : undefined;
  }

  #nameOf(key: string): string {
    return `drawn by ${this.#inFiles?.drawnBy}: ${key}`;
  }
}

function keyOf(outline: Card): string {
  return createHash("sha256").update(serialize(outline)).digest("base64");
}

const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89;
