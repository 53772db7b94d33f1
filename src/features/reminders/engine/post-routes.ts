import { LRUCache } from "lru-cache";

import { backoffMs } from "../../../base/async/backoff.ts";
import { Cooldown } from "../../../base/async/cooldown.ts";
import type { MonotonicClock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { SentPost } from "../../../discord/post/post-search.ts";
import type { Refusal, RefusalName } from "../../../discord/rest/refusal.ts";

/** Many refusals pause all sending as "too-fast"; a limit of Discord's says for how long. */
const OUTAGES: ReadonlySet<RefusalName> = new Set(["unavailable", "token-refused", "too-fast"]);

interface PostRoutesDeps {
  readonly clock: MonotonicClock;
  readonly random: () => number;
}

/** So many failures in a row are Discord's own; to so many places, nothing else is to be expected of others. */
const FAILURES = 3;
/** The longest is what a post is late by at most where the places that fail alone are to blame. */
const TRIALS = { firstMs: 1_000, longestMs: 5_000, jitter: 0.5 };
/** What posts may trail by after an outage. */
const RETRIED_WITHIN_MS = 15_000;
/** Of a place that fails while others work. */
const PLACE = { firstMs: 1_000, longestMs: 15 * MINUTE_MS, jitter: 0.5 };
const MOST_PLACES = 10_000;

/** Whether a route of Discord's works. While it does not, one request at a time tries it. */
export class Circuit {
  readonly #random: () => number;
  readonly #pause: Cooldown;
  /** Places that failed since the last answer. */
  readonly #streak = new Set<string>();
  /** How often each place failed in a row, since the route worked again. */
  readonly #places = new LRUCache<string, number>({ max: MOST_PLACES });
  #failures = 0;
  #trials = 0;

  constructor({ clock, random }: PostRoutesDeps) {
    this.#random = random;
    this.#pause = new Cooldown(clock);
  }

  /** Requests to several places failed, and none was answered since. */
  get isOpen(): boolean {
    return this.#streak.size >= FAILURES;
  }

  /** Until the next may try; 0: it may now. */
  get waitMs(): number {
    return this.isOpen ? this.#pause.leftMs() : 0;
  }

  /** For how long a place that failed waits: longer and longer where it alone is to blame. */
  retryMs(place: string): number {
    const doublings = (this.#places.get(place) ?? 1) - 1;
    const ms = Math.ceil(backoffMs(doublings, { ...PLACE, random: this.#random }));
    return this.#failures >= FAILURES ? Math.min(ms, RETRIED_WITHIN_MS) : ms;
  }

  /** One tries, and the next one only after a pause. */
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

  /** Returns whether it was open. */
  worked(place: string): boolean {
    const wasOpen = this.isOpen;
    this.#places.delete(place);
    this.#streak.clear();
    this.#failures = 0;
    this.#trials = 0;
    if (wasOpen) this.forgive();
    return wasOpen;
  }

  /** What failed before says nothing of what fails from now on. */
  forgive(): void {
    this.#places.clear();
  }
}

/**
 * What is known of the routes posts take: opening a conversation, and all others. While one does not work nothing is
 * sent by it but a trial; the first that goes through wakes everything that waits.
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

  /** Learns from what came of a change at a place, and returns it. */
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

  /** When to try again what failed as everything may: by place and route, whatever each post went through. */
  nextTry(target: string, refused: Refusal, now: number): number | undefined {
    return isOutage(refused) ? now + this.#circuitOf(refused).retryMs(target) : undefined;
  }

  /** What failed is tried again at once, all of it. */
  forgive(): void {
    this.posting.forgive();
    this.opening.forgive();
  }

  #circuitOf(answer: { readonly kind: string; readonly route?: string }): Circuit {
    return answer.kind === "refused" && answer.route === "open" ? this.opening : this.posting;
  }
}

/** It says nothing about what was sent, or to whom. */
function isOutage({ name, retryAfterMs }: Refusal): boolean {
  return retryAfterMs === undefined && OUTAGES.has(name);
}
