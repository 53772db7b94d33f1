import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { isMilepostError } from "../../base/errors.ts";
import type { PlatformRequest } from "./request.ts";

/** How long a thing that failed is taken for broken. */
const BROKEN_FOR_MS = 10 * MINUTE_MS;
const MOST = 1_000;

/**
 * What the platform says, in its own words, that it can't answer about, though it is up: a player may be broken for
 * ever, while all others work.
 */
export class BrokenThings {
  readonly #clock: MonotonicClock;
  readonly #until = new Map<string, number>();

  constructor(clock: MonotonicClock) {
    this.#clock = clock;
  }

  has(request: PlatformRequest): boolean {
    return (this.#until.get(keyOf(request)) ?? -Infinity) > this.#clock.monotonic();
  }

  /** Adds what a request was about, if this failure says so. */
  note(request: PlatformRequest, failure: unknown): void {
    const isSaid =
      isMilepostError(failure, "platform-unavailable") && failure.details.platformCode !== undefined;
    if (!isSaid) return;
    if (this.#until.size >= MOST) this.#until.clear();
    this.#until.set(keyOf(request), this.#clock.monotonic() + BROKEN_FOR_MS);
  }

  delete(request: PlatformRequest): void {
    this.#until.delete(keyOf(request));
  }
}

function keyOf({ method, url, body = "", session }: PlatformRequest): string {
  return `${method} ${url.href} ${body} ${session?.account?.()?.membershipId ?? ""}`;
}
