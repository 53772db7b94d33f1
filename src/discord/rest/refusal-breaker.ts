import type { MonotonicClock } from "../../base/clock.ts";

interface BreakerParts {
  readonly clock: MonotonicClock;
  /** Called when sending stops and when it resumes. */
  readonly onChange?: (isOpen: boolean) => void;
  readonly most?: number;
}

const WINDOW_MS = 600_000;
const MOST = 500;

/**
 * Stops sending to Discord at 500 refusals (401, 403, 429) in ten minutes, since it bans an address at 10,000. Resumes
 * when half of them are older than that.
 * https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 */
export class RefusalBreaker {
  readonly #clock: MonotonicClock;
  readonly #onChange: (isOpen: boolean) => void;
  readonly #most: number;
  readonly #refusedAt: number[] = [];
  #isOpen = false;

  constructor({ clock, onChange = () => {}, most = MOST }: BreakerParts) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#most = most;
  }

  /** Counts an answer's status. A 429 of a shared limit doesn't count. */
  saw(status: number, scope: string | null): void {
    if (status !== 401 && status !== 403 && status !== 429) return;
    if (status === 429 && scope === "shared") return;
    this.#forget();
    this.#refusedAt.push(this.#clock.monotonic());
    if (!this.#isOpen && this.#refusedAt.length >= this.#most) this.#set(true);
  }

  get isOpen(): boolean {
    if (!this.#isOpen) return false;
    this.#forget();
    if (this.#refusedAt.length <= this.#most / 2) this.#set(false);
    return this.#isOpen;
  }

  #set(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#onChange(isOpen);
  }

  #forget(): void {
    const now = this.#clock.monotonic();
    const kept = this.#refusedAt.filter((at) => now - at < WINDOW_MS);
    if (kept.length < this.#refusedAt.length) this.#refusedAt.splice(0, Infinity, ...kept);
  }
}
