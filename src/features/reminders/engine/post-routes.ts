import { backoffMs } from "../../../base/async/backoff.ts";
import { Cooldown } from "../../../base/async/cooldown.ts";
import type { MonotonicClock } from "../../../base/clock.ts";
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
/** The longest is what posts may trail by after an outage. */
const BACKOFF = { firstMs: 1_000, longestMs: 15_000, jitter: 0.5 };

/** Whether a route of Discord's works. While it does not, one request at a time tries it. */
export class Circuit {
  readonly #random: () => number;
  readonly #pause: Cooldown;
  readonly #failing = new Set<string>();
  #failures = 0;
  #trials = 0;

  constructor({ clock, random }: PostRoutesDeps) {
    this.#random = random;
    this.#pause = new Cooldown(clock);
  }

  /** Requests to several places failed, and none was answered since. */
  get isOpen(): boolean {
    return this.#failing.size >= FAILURES;
  }

  /** Until the next may try; 0: it may now. */
  get waitMs(): number {
    return this.isOpen ? this.#pause.leftMs() : 0;
  }

  /** After how long at most to try again what failed; infinite where the place alone is to blame. */
  get retryWithinMs(): number {
    return this.#failures >= FAILURES ? BACKOFF.longestMs : Infinity;
  }

  /** One tries, and the next one only after a pause. */
  beginTrial(): void {
    this.#pause.begin(backoffMs(this.#trials, { ...BACKOFF, random: this.#random }));
    this.#trials += 1;
  }

  failed(target: string): void {
    const wasOpen = this.isOpen;
    this.#failures += 1;
    if (!wasOpen) this.#failing.add(target);
    if (!wasOpen && this.isOpen) this.beginTrial();
  }

  /** Returns whether it was open. */
  worked(): boolean {
    const wasOpen = this.isOpen;
    this.#failing.clear();
    this.#failures = 0;
    this.#trials = 0;
    return wasOpen;
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
    const recovered = working.filter((circuit) => circuit.worked());
    if (recovered.length > 0) for (const tell of this.onWorking) tell();
    return answer;
  }

  /** Brings the next try forward of what failed as everything does: the outage's end is the same for all. */
  sooner(nextTry: number, refused: Refusal, now: number): number {
    return isOutage(refused) ? Math.min(nextTry, now + this.#circuitOf(refused).retryWithinMs) : nextTry;
  }

  #circuitOf(answer: { readonly kind: string; readonly route?: string }): Circuit {
    return answer.kind === "refused" && answer.route === "open" ? this.opening : this.posting;
  }
}

/** It says nothing about what was sent, or to whom. */
function isOutage({ name, retryAfterMs }: Refusal): boolean {
  return retryAfterMs === undefined && OUTAGES.has(name);
}
