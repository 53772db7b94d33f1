import { LRUCache } from "lru-cache";

import { backoffMs } from "../../../base/async/backoff.ts";
import { Cooldown } from "../../../base/limit.ts";
import type { MonotonicClock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { SentPost } from "../../../discord/post/post-search.ts";
import type { Refusal, RefusalName } from "../../../discord/rest/refusal.ts";

/** Refusals that mean an outage. "too-fast" counts unless Discord says how long it lasts. */
const OUTAGES: ReadonlySet<RefusalName> = new Set(["unavailable", "token-refused", "too-fast"]);

interface PostRoutesDeps {
  readonly clock: MonotonicClock;
  readonly random: () => number;
}

/** How many failures in a row open the circuit: enough destinations to rule out that these alone are broken. */
const FAILURES = 3;
/** The waits between trials; the longest is how late a post can be where only the failing destinations are to blame. */
const TRIALS = { firstMs: 1_000, longestMs: 5_000, jitter: 0.5 };
/** How late posts may be after an outage. */
const RETRIED_WITHIN_MS = 15_000;
/** The waits for a destination that fails while others work. */
const PLACE = { firstMs: 1_000, longestMs: 15 * MINUTE_MS, jitter: 0.5 };
const MOST_PLACES = 10_000;

/** Whether one of Discord's routes works. While it doesn't, one request at a time tries it. */
export class Circuit {
  readonly #random: () => number;
  readonly #pause: Cooldown;
  /** Destinations that failed since the last success. */
  readonly #streak = new Set<string>();
  /** How often each destination failed in a row, since the route last recovered. */
  readonly #places = new LRUCache<string, number>({ max: MOST_PLACES });
  #failures = 0;
  #trials = 0;

  constructor({ clock, random }: PostRoutesDeps) {
    this.#random = random;
    this.#pause = new Cooldown(clock);
  }

  /** Whether several destinations failed, with no success since. */
  get isOpen(): boolean {
    return this.#streak.size >= FAILURES;
  }

  /** Milliseconds until the next trial; 0: now. */
  get waitMs(): number {
    return this.isOpen ? this.#pause.leftMs() : 0;
  }

  /** Returns how long a failed destination waits: ever longer where it alone fails. */
  retryMs(place: string): number {
    const doublings = (this.#places.get(place) ?? 1) - 1;
    const ms = Math.ceil(backoffMs(doublings, { ...PLACE, random: this.#random }));
    return this.#failures >= FAILURES ? Math.min(ms, RETRIED_WITHIN_MS) : ms;
  }

  /** Allows one request, and the next only after a pause. */
  beginTrial(): void {
    this.#pause.begin(backoffMs(this.#trials, { ...TRIALS, random: this.#random }));
    this.#trials += 1;
  }

  failed(place: string): void {
    const wasOpen = this.isOpen;
    this.#failures += 1;
    this.#places.set(place, (this.#places.get(place) ?? 0) + 1);
    if (!wasOpen) this.#streak.add(place);
    if (!wasOpen && this.isOpen) this.beginTrial();
  }

  /** Returns whether the circuit was open. */
  worked(place: string): boolean {
    const wasOpen = this.isOpen;
    this.#places.delete(place);
    this.#streak.clear();
    this.#failures = 0;
    this.#trials = 0;
    if (wasOpen) this.forgive();
    return wasOpen;
  }

  /** Forgets earlier failures. */
  forgive(): void {
    this.#places.clear();
  }
}

/**
 * The state of the routes that posting uses: opening DMs, and everything else. While one doesn't work only trials are
 * sent; the first success wakes everything that waits.
 */
export class PostRoutes {
  /** Called when a route works again. */
  readonly onWorking = new Set<() => void>();
  readonly posting: Circuit;
  readonly opening: Circuit;

  constructor(deps: PostRoutesDeps) {
    this.posting = new Circuit(deps);
    this.opening = new Circuit(deps);
  }

  /** Notes the result of a request to a destination, and returns it. */
  note<T extends SentPost | Refusal>(target: string, answer: T): T {
    if (answer.kind === "refused" && isOutage(answer)) {
      this.#circuitOf(answer).failed(target);
      return answer;
    }
    const isOpened = answer.kind === "sent" && answer.route === "open";
    const working = isOpened ? [this.posting, this.opening] : [this.#circuitOf(answer)];
    const recovered = working.filter((circuit) => circuit.worked(target));
    if (recovered.length > 0) for (const tell of this.onWorking) tell();
    return answer;
  }

  /** Returns when to retry a failure that may pass, by destination and route. */
  nextTry(target: string, refused: Refusal, now: number): number | undefined {
    return isOutage(refused) ? now + this.#circuitOf(refused).retryMs(target) : undefined;
  }

  /** Retries everything that failed at once. */
  forgive(): void {
    this.posting.forgive();
    this.opening.forgive();
  }

  #circuitOf({ route }: { readonly route?: string }): Circuit {
    return route === "open" ? this.opening : this.posting;
  }
}

/** Returns whether the refusal is an outage: it says nothing about the post or its destination. */
function isOutage({ name, retryAfterMs }: Refusal): boolean {
  return retryAfterMs === undefined && OUTAGES.has(name);
}
