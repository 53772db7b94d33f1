import { DefaultRestOptions, DiscordAPIError, HTTPError, REST, type RESTOptions } from "discord.js";

import { MilepostError } from "../base/errors.ts";
import type { RefusalBreaker } from "./refusal-breaker.ts";

/** What interactions are answered through: Discord exempts these routes from the bot's own rate limit. */
export interface InteractionRest {
  /** First answers: quick or not at all. */
  readonly callbacks: REST;
  /** Edits, follow-ups and deletions, some with files. */
  readonly messages: REST;
}

const CALLBACK_WITHIN_MS = 2000;
const MESSAGE_WITHIN_MS = 15_000;
const REQUEST_WITHIN_MS = 10_000;
const HANDLERS_SWEPT_EVERY_MS = 300_000;
/** Discord takes 50 a second from a bot; the rest is left to others with the same token. */
const REQUESTS_PER_SECOND = 45;

export interface RestParts {
  readonly apiUrl?: string | undefined;
  readonly breaker: RefusalBreaker;
}

/** Nothing is queued by us, and nothing tried again: `InteractionApi` knows what may be sent twice. */
export function interactionRest(parts: RestParts): InteractionRest {
  const rest = (timeout: number) =>
    new REST({
      ...restOptions(parts),
      timeout,
      retries: 0,
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    });
  return { callbacks: rest(CALLBACK_WITHIN_MS), messages: rest(MESSAGE_WITHIN_MS) };
}

/** For everything that counts against the bot's limit: paced below it, whoever asks. */
export function botRest(parts: RestParts): REST {
  return new REST({
    ...restOptions(parts),
    timeout: REQUEST_WITHIN_MS,
    retries: 1,
    globalRequestsPerSecond: REQUESTS_PER_SECOND,
  });
}

/** What all of discord.js's REST clients share: where Discord is, and the breaker before every request. */
export function restOptions({ apiUrl, breaker }: RestParts): Partial<RESTOptions> {
  const send = DefaultRestOptions.makeRequest;
  return {
    handlerSweepInterval: HANDLERS_SWEPT_EVERY_MS,
    ...(apiUrl !== undefined && { api: apiUrl }),
    async makeRequest(url, init) {
      if (breaker.isOpen) throw new MilepostError("busy", { reason: "Discord refused too many requests" });
      const answer = await send(url, init);
      if (answer.status >= 401) breaker.saw(answer.status, answer.headers.get("x-ratelimit-scope"));
      return answer;
    },
  };
}

/** A failure on the way or at Discord's, which may be over at the next try. */
export function mayPass(error: unknown): boolean {
  if (error instanceof HTTPError) return true;
  if (error instanceof DiscordAPIError || error instanceof MilepostError) return false;
  return error instanceof Error && (error.name === "AbortError" || "code" in error);
}
