const EVERY_MS = 100;
/** Timers are late by less than this on a machine that runs. */
const LATE_MS = 400;
const MOST_TRIES = 5;

/** When this machine stood still, as far as a timer of this process tells. Times are milliseconds since 1970. */
export class Stalls {
  readonly #found: (readonly [from: number, until: number])[] = [];
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();

  constructor() {
    this.#timer = setInterval(() => this.#look(), EVERY_MS).unref();
  }

  /** Returns for how many milliseconds it stood still between two times. */
  between(from: number, until: number): number {
    const parts = this.#found.map(([began, ended]) => Math.min(ended, until) - Math.max(began, from));
    return parts.reduce((sum, ms) => sum + Math.max(0, ms), 0);
  }

  /** Returns for how many milliseconds the machine ran since a time. */
  ranSince(from: number): number {
    this.#look();
    const until = Date.now();
    return until - from - this.between(from, until);
  }

  /** Tries again what failed while the machine stood still: that shows nothing. Throws what else it throws. */
  async retry<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const from = Date.now();
      try {
        return await attempt();
      } catch (error) {
        this.#look();
        if (tries === MOST_TRIES || this.between(from, Date.now()) === 0) throw error;
      }
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const lateMs = performance.now() - this.#last - EVERY_MS;
    this.#last = performance.now();
    if (lateMs > LATE_MS) this.#found.push([Date.now() - lateMs, Date.now()]);
  }
}
