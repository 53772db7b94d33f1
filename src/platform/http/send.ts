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
import { headersBy, keyedBy } from "./headers.ts";
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
  /** Like Math.random, for jitter. */
  readonly random: () => number;
  /** Milepost's version, for the user agent. */
  readonly version: string;
  /** Other processes that share the profile's limits. */
  readonly sharing?: LimitSharing | undefined;
  readonly dispatcher: Dispatcher;
  /** Sends through all layers; for requests made by layers, such as for tokens. */
  readonly sendFromStart: Send;
}

/** Files of definitions are large. */
const FILE_WITHIN_MS = 5 * MINUTE_MS;
/** Long, since a late answer holds the only valid tokens. */
const TOKEN_WITHIN_MS = 25_000;
/** How long a member waits for a platform that has just failed. */
const FAILING_PATIENCE_MS = 2_300;

/**
 * Returns the HTTP stack to the platform: a transport with limits that builds headers per origin and follows redirects
 * itself, and one layer per concern above it.
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
  const once = readingAnswers(
    transport({ dispatcher, headersFor, keyed: keyedBy(options), allowed, isSignIn }),
    profile,
    clock,
  );

  const tried = breaker(retry(throttle(once, limits, clock, sharing), random, clock), clock, failing);
  return retryForever(deadline(withAppToken(tried, options), withinMs, clock, patienceMs), random);
}

/**
 * Sets one deadline for a whole call, including waits, retries, redirects and slow bodies. With a shorter `patienceMs`
 * the caller gets an error after that, but the call goes on, so that a slow platform is found to be up.
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
    // The layers below end with the signal; the throttle says so for a request that never had its turn.
    const answer = send({ ...request, signal, deadlineAt: clock.monotonic() + ms }).finally(() =>
      clearTimeout(timer),
    );
    return patience < ms ? withDeadline({ ms: patience, late }, () => answer) : answer;
  };
}
