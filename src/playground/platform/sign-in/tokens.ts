import { type Random, randomFor } from "../game-data/random.ts";

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PLAIN = BASE64.slice(0, 62);
const DIGITS = "0123456789";

/** Makes values of the shapes real ones have. They differ from start to start, and are no secrets. */
export class Tokens {
  readonly #random: Random;

  constructor(seed: number, startedAt: number) {
    this.#random = randomFor("tokens", seed, startedAt);
  }

  /** Letters and digits. */
  plain(length: number): string {
    return this.#text(PLAIN, length);
  }

  /** Decimal, up to 19 digits, below 2^63. */
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
