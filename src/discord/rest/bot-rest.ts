import { AsyncLocalStorage } from "node:async_hooks";

import {
  DiscordAPIError,
  HTTPError,
  parseResponse,
  RateLimitError,
  RequestMethod,
  REST,
  type RESTOptions,
} from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { JumpDetector } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import { type Log, silentLog } from "../../base/log.ts";
import { codeOf, isEndUnknown, refusalName } from "./refusal.ts";
import { Pacer } from "./pacer.ts";
import type { RefusalBreaker } from "./refusal-breaker.ts";
import { sendWhole } from "./send-whole.ts";
import { sleep } from "../../base/async/sleep.ts";

const REQUEST_WITHIN_MS = 10_000;
const HANDLERS_SWEPT_EVERY_MS = 300_000;
/** Discord accepts 50 a second from a bot; the rest is left to other users of the token. */
const REQUESTS_PER_SECOND = 45;
/** Longer limits are thrown to the caller: a request that sleeps can't be aborted. */
const LONGEST_WAIT_MS = 15_000;

export interface RestParts {
  readonly apiUrl?: string | undefined;
  readonly breaker: RefusalBreaker;
}

type QueuedRequest = Parameters<REST["queueRequest"]>[0];

/**
 * Works around two habits of the library: it drops the token at a 401, which may be a fault of Discord's, and it keeps
 * rate limits by wall time, so that a clock set back would prolong them.
 */
class BotRest extends REST {
  readonly #log: Log;
  readonly #detector = new JumpDetector();
  #jumps = 0;

  constructor(options: Partial<RESTOptions>, log: Log) {
    super(options);
    this.#log = log;
  }

  /** Retries once what may be repeated. A post may not: its sender first looks whether it was made. */
  override queueRequest(request: QueuedRequest): ReturnType<REST["queueRequest"]> {
    return this.#ask(request).catch((error: unknown) => {
      const mayRepeat = request.method !== RequestMethod.Post && request.signal?.aborted !== true;
      if (!mayRepeat || !isEndUnknown(error)) throw error;
      return this.#ask(request);
    });
  }

  /** Discord's own error code goes to the log only. */
  async #ask(request: QueuedRequest): ReturnType<REST["queueRequest"]> {
    const before = this.#heedClock();
    try {
      return await super.queueRequest(request);
    } catch (error) {
      // It waited while the clock was set, and was never sent.
      if (error instanceof RateLimitError && this.#heedClock() > before) return this.#ask(request);
      if (error instanceof DiscordAPIError) {
        const { status } = error;
        const code = codeOf(error);
        this.#log.info("Discord refused a request", { status, code, reason: refusalName(code, status) });
      }
      throw error;
    }
  }

  /** Clears all rate limits when the clock was set. Returns how often that happened. */
  #heedClock(): number {
    if (this.#detector.hasJumped()) {
      this.#jumps += 1;
      this.globalReset = 0;
      this.globalDelay = null;
      for (const handler of this.handlers.values()) Object.assign(handler, { reset: 0 });
    }
    return this.#jumps;
  }

  override setToken(token: string): this {
    // The library drops the token by setting null.
    return (token as string | null) === null ? this : super.setToken(token);
  }
}

export interface BotRestParts extends RestParts {
  readonly log?: Log | undefined;
  /** This process's share of the bot's rate limit, from 0 to 1; all of it by default. */
  readonly share?: (() => number) | undefined;
}

/** Returns the REST client for everything that counts towards the bot's rate limit, paced below it. */
export function createBotRest({ log = silentLog, share = () => 1, ...parts }: BotRestParts): REST {
  const pacer = new Pacer(() => REQUESTS_PER_SECOND * share());
  const options = restOptions(parts);
  const makeRequest: RESTOptions["makeRequest"] = async (url, init) => {
    await pacer.turn(init.signal ?? undefined);
    if (!isStillMeant()) throw new MilepostError("busy", { reason: "another process does this by now" });
    return options.makeRequest(url, init);
  };
  const rest = new BotRest(
    {
      ...options,
      // After a limit without an end the next try would come at once.
      rejectOnRateLimit: ({ retryAfter }) => !(retryAfter > 0 && retryAfter <= LONGEST_WAIT_MS),
      makeRequest,
      timeout: REQUEST_WITHIN_MS,
    },
    log,
  );
  const openings = new ParallelRoute({
    route: `${RequestMethod.Post}:${Routes.userChannels()}`,
    makeRequest,
    withinMs: REQUEST_WITHIN_MS,
    longestWaitMs: LONGEST_WAIT_MS,
  });
  rest.handlers.set(openings.id, openings);
  return rest;
}

/** Returns the options all REST clients share: Discord's address, and the breaker before each request. */
export function restOptions({
  apiUrl,
  breaker,
}: RestParts): Partial<RESTOptions> & Pick<RESTOptions, "makeRequest"> {
  return {
    handlerSweepInterval: HANDLERS_SWEPT_EVERY_MS,
    // The library would retry posts, too.
    retries: 0,
    ...(apiUrl !== undefined && { api: apiUrl }),
    async makeRequest(url, init) {
      if (breaker.isOpen) throw new MilepostError("busy", { reason: "Discord refused too many requests" });
      const answer = await sendWhole(url, init);
      if (answer.status >= 401) breaker.saw(answer.status, answer.headers.get("x-ratelimit-scope"));
      return answer;
    },
  };
}

type Handler = NonNullable<ReturnType<REST["handlers"]["get"]>>;
type Queued = Parameters<Handler["queueRequest"]>;
type Answer = Awaited<ReturnType<Handler["queueRequest"]>>;

interface ParallelRouteOptions {
  /** The library's name for the route, `METHOD:/path`, whose path holds no id. */
  readonly route: string;
  readonly makeRequest: REST["options"]["makeRequest"];
  readonly withinMs: number;
  /** Longer waits are thrown to the caller. */
  readonly longestWaitMs: number;
}

/**
 * Sends the requests of one route in parallel, within the rate limit its answers report. The library would send them
 * one by one, so that one that hangs would block all others.
 */
class ParallelRoute implements Handler {
  readonly id: string;
  /** The library removes inactive handlers. */
  readonly inactive = false;
  readonly #options: ParallelRouteOptions;
  /** Assumed until an answer reports the limit. */
  readonly #limit = { left: 5, most: 5, endsAt: 0, lengthMs: 1_000 };

  constructor(options: ParallelRouteOptions) {
    this.id = `Global(${options.route}):global`;
    this.#options = options;
  }

  async queueRequest(...[, url, init, data]: Queued): Promise<Answer> {
    const { makeRequest, withinMs } = this.#options;
    await this.#turn(data.signal);
    const timeout = AbortSignal.timeout(withinMs);
    const signal = data.signal === undefined ? timeout : AbortSignal.any([data.signal, timeout]);
    const answer = await makeRequest(url, { ...init, signal });
    this.#learn(answer);
    if (answer.ok) return answer;
    const { status, statusText } = answer;
    const method = init.method ?? "GET";
    if (status >= 500) throw new HTTPError(status, statusText, method, url, data);
    if (status === 429) throw busy(this.#limit.endsAt - performance.now());
    const raw = Object(await parseResponse(answer)) as ConstructorParameters<typeof DiscordAPIError>[0];
    throw new DiscordAPIError(raw, "code" in raw ? raw.code : raw.error, status, method, url, data);
  }

  /** Resolves when the limit allows one more request. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const limit = this.#limit;
    for (let now = performance.now(); ; now = performance.now()) {
      if (now >= limit.endsAt) Object.assign(limit, { left: limit.most, endsAt: now + limit.lengthMs });
      limit.left -= 1;
      if (limit.left >= 0) return;
      const ms = limit.endsAt - now;
      if (ms > this.#options.longestWaitMs) throw busy(ms);
      await sleep(ms, signal);
    }
  }

  #learn({ status, headers }: Answer): void {
    const limit = this.#limit;
    const read = (name: string) => Number(headers.get(name) ?? 0);
    const most = read("x-ratelimit-limit");
    if (most > 0) {
      limit.left = Math.min(limit.most === most ? limit.left : most, read("x-ratelimit-remaining"));
      limit.most = most;
      const resetMs = 1_000 * read("x-ratelimit-reset-after");
      limit.lengthMs = Math.max(limit.lengthMs, resetMs);
      limit.endsAt = performance.now() + resetMs;
    } else if (status < 400) limit.left = limit.most = Infinity;
    if (status !== 429) return;
    limit.left = 0;
    limit.endsAt = Math.max(limit.endsAt, performance.now() + 1_000 * (read("retry-after") || 1));
  }
}

function busy(ms: number): MilepostError {
  return new MilepostError("busy", { reason: "Discord's limit", retryAfterMs: Math.max(1, Math.ceil(ms)) });
}

const meant = new AsyncLocalStorage<() => boolean>();

/** Runs a request whose parts each check `isMeant` right before they are sent, after any wait for rate limits. */
export function whileMeant<T>(isMeant: () => boolean, request: () => Promise<T>): Promise<T> {
  return meant.run(isMeant, request);
}

/** Returns whether the request about to be sent is still wanted. */
function isStillMeant(): boolean {
  return meant.getStore()?.() ?? true;
}
