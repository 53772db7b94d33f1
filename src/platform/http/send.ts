import type { Dispatcher } from "undici";

import { withDeadline } from "../../base/async/deadline.ts";
import type { Clock, MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { MilepostError } from "../../base/errors.ts";
import type { Secret } from "../../base/secret.ts";
import type { Hosts } from "../profile/hosts.ts";
import type { Profile } from "../profile/schema.ts";
import { withAppToken } from "../oauth/app-token.ts";
import { SignInPages } from "../sign-in-answer.ts";
import { readingAnswers } from "./answer.ts";
import { breaker, circuitOf } from "./breaker.ts";
import { headersBy } from "./headers.ts";
import type { PlatformRequest, Send } from "./request.ts";
import { retryForever, retry } from "./retry.ts";
import { type LimitSharing, throttle } from "./throttle.ts";
import { transport } from "./transport.ts";

export interface SendOptions {
  readonly profile: Profile;
  readonly hosts: Hosts;
  /** PLATFORM_API_KEY. */
  readonly apiKey: Secret | undefined;
  /** PLATFORM_CLIENT_SECRET, where the profile has `clientCredentials`. */
  readonly clientSecret?: Secret | undefined;
  readonly clock: Clock;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  /** Milepost's, for the user agent. */
  readonly version: string;
  /** Other processes that keep to the profile's limits with this one. */
  readonly sharing?: LimitSharing | undefined;
  readonly dispatcher: Dispatcher;
  /** The whole of what is made here, for requests of its own: tokens. */
  readonly sendFromStart: Send;
}

/** Files of definitions are large. */
const FILE_WITHIN_MS = 5 * MINUTE_MS;
/** An answer that comes late holds the only tokens there are. */
const TOKEN_WITHIN_MS = 25_000;
/** A platform that has just failed is waited for no longer than a member waits for an answer. */
const FAILING_PATIENCE_MS = 2_300;

/**
 * The way of every byte to the platform, outermost first. Once: sending, over a capped transport that makes
 * headers by origin and follows redirects by hand. Then one layer a concern.
 */
export function createSend(options: SendOptions): Send {
  const { profile, hosts, clock, random, dispatcher, sharing } = options;
  const { limits } = profile;
  const withinMs = (request: PlatformRequest) =>
    request.class === "file"
      ? FILE_WITHIN_MS
      : Math.max(limits.deadlineSeconds * 1_000, request.class === "token" ? TOKEN_WITHIN_MS : 0);
  const failing = new Set<string>();
  const patienceMs = (request: PlatformRequest) =>
    request.isBackground !== true && request.class !== "token" && failing.has(circuitOf(request))
      ? FAILING_PATIENCE_MS
      : Infinity;

  const headersFor = headersBy(options);
  const pages = new SignInPages(profile, hosts);
  const isSignIn = (url: URL) => pages.isSignIn(url) || pages.isProvider(url);
  const { allowed } = hosts;
  const once = readingAnswers(transport({ dispatcher, headersFor, allowed, isSignIn }), profile, clock);

  const tried = breaker(retry(throttle(once, limits, clock, sharing), random, clock), clock, failing);
  return retryForever(deadline(withAppToken(tried, options), withinMs, clock, patienceMs), random);
}

/**
 * One absolute deadline for a whole call: waiting, retries, redirects and a dripping body included. Where
 * `patienceMs` is shorter, the caller is told so after it, while the call goes on until the deadline: that way a
 * platform that is slow, not dead, is found to be well again.
 */
export function deadline(
  send: Send,
  withinMs: (request: PlatformRequest) => number,
  clock: MonotonicClock,
  patienceMs: (request: PlatformRequest) => number = () => Number.POSITIVE_INFINITY,
): Send {
  return async (request) => {
    const ms = withinMs(request);
    const patience = patienceMs(request);
    const late = () => new MilepostError("platform-timeout", { operation: request.operation });
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(late()), ms);
    const signal = AbortSignal.any([request.signal, over.signal]);
    // It is for the layers below to end with the signal: where a request never had its turn, the throttle says so.
    const answer = send({ ...request, signal, deadlineAt: clock.monotonic() + ms }).finally(() =>
      clearTimeout(timer),
    );
    return patience < ms ? withDeadline({ ms: patience, late }, () => answer) : answer;
  };
}
