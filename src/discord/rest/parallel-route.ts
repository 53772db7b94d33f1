import { DiscordAPIError, HTTPError, parseResponse, type REST } from "@discordjs/rest";

import { sleep } from "../../base/async/sleep.ts";
import { MilepostError } from "../../base/errors.ts";

type Handler = NonNullable<ReturnType<REST["handlers"]["get"]>>;
type Queued = Parameters<Handler["queueRequest"]>;
type Answer = Awaited<ReturnType<Handler["queueRequest"]>>;

export interface ParallelRouteOptions {
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
export class ParallelRoute implements Handler {
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
