import { LRUCache } from "lru-cache";

import type { Clock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";

/** Discord says "the past few minutes". */
const NONCE_WINDOW_MS = 5 * MINUTE_MS;
const MOST = 20_000;

/** Which message an author's nonce made, in any channel, by the playground's clock. */
export class Nonces {
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #made = new LRUCache<string, { readonly messageId: string; readonly at: number }>({ max: MOST });

  constructor(clock: Clock, windowMs = NONCE_WINDOW_MS) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  find(authorId: string, nonce: string): string | undefined {
    const made = this.#made.peek(`${authorId} ${nonce}`);
    if (made === undefined || Math.abs(this.#clock.now() - made.at) > this.#windowMs) return undefined;
    return made.messageId;
  }

  remember(authorId: string, nonce: string, messageId: string): void {
    this.#made.set(`${authorId} ${nonce}`, { messageId, at: this.#clock.now() });
  }
}
