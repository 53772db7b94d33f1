import { LRUCache } from "lru-cache";

import { type Random, randomFor } from "../game-data/random.ts";
import type { Clock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { TestUser } from "./users.ts";

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PLAIN = BASE64.slice(0, 62);
const DIGITS = "0123456789";

/** Makes values that look like real ones. They differ at each start, and are no secrets. */
export class Tokens {
  readonly #random: Random;

  constructor(seed: number, startedAt: number) {
    this.#random = randomFor("tokens", seed, startedAt);
  }

  plain(length: number): string {
    return this.#text(PLAIN, length);
  }

  /** Returns up to 19 digits, below 2^63. */
  decimal(): string {
    return `${String(this.#random.int(1, 8))}${this.#text(DIGITS, this.#random.int(16, 18))}`;
  }

  base64(length: number): string {
    return `${this.#text(BASE64, length)}==`;
  }

  #text(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.#random.int(0, alphabet.length - 1)]).join("");
  }
}

export type ProviderId = "ProviderA" | "ProviderB";

export interface Grant {
  readonly provider: ProviderId;
  readonly person: TestUser;
  readonly isRemembered: boolean;
}

const LIFE_MS = 5 * MINUTE_MS;
const MOST = 1_000;

/** Grant codes: each works once, within five minutes. */
export class Grants {
  readonly #clock: Clock;
  readonly #tokens: Tokens;
  readonly #kept = new LRUCache<string, Grant & { readonly until: number }>({ max: MOST });

  constructor(clock: Clock, tokens: Tokens) {
    this.#clock = clock;
    this.#tokens = tokens;
  }

  issue(grant: Grant): string {
    const code = this.#tokens.plain(24);
    this.#kept.set(code, { ...grant, until: this.#clock.now() + LIFE_MS });
    return code;
  }

  redeem(code: string, provider: ProviderId): Grant | undefined {
    const grant = this.#kept.peek(code);
    this.#kept.delete(code);
    const isGood = grant?.provider === provider && grant.until > this.#clock.now();
    return isGood ? grant : undefined;
  }
}
