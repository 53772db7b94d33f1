/** How services of this family throttle: so many requests a second, averaged over a window, by address. */
const PER_SECOND = 25;
const WINDOW_MS = 10_000;
const ADDRESSES = 1_000;

export class RateLimit {
  readonly #times = new Map<string, number[]>();

  /** Counts a request. False: it is one too many, and not counted. */
  allows(address: string, now: number): boolean {
    const kept = (this.#times.get(address) ?? []).filter((time) => time > now - WINDOW_MS && time <= now);
    if (kept.length >= PER_SECOND * (WINDOW_MS / 1_000)) {
      this.#times.set(address, kept);
      return false;
    }
    kept.push(now);
    this.#times.delete(address);
    this.#times.set(address, kept);
    const oldest = this.#times.size > ADDRESSES ? this.#times.keys().next().value : undefined;
    if (oldest !== undefined) this.#times.delete(oldest);
    return true;
  }
}
