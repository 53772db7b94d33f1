import { DefaultRestOptions, DefaultUserAgent } from "@discordjs/rest";
import { Pool } from "undici";

import { MilepostError } from "../../base/errors.ts";
import type { RestParts } from "./bot-rest.ts";
import { Exchange, InteractionRefused } from "./interaction-exchange.ts";
import type { WireFile } from "../reply/message.ts";
import { multipart } from "./multipart.ts";

/** A request authorized by the interaction's token in its path. */
export interface InteractionRequest {
  readonly method: "POST" | "PATCH" | "DELETE";
  /** The path below the API's version: `/interactions/...`. */
  readonly route: string;
  readonly body?: unknown;
  readonly files?: readonly WireFile[];
  readonly withinMs: number;
}

/**
 * How long idle connections stay open where Discord doesn't say. Shorter, and a new handshake takes part of the three
 * seconds; longer, and a NAT drops the connection silently.
 */
const KEPT_OPEN_MS = 90_000;

/**
 * The client for answering interactions. Discord exempts these routes from the bot's rate limit, so nothing is queued;
 * nothing is retried either, as `InteractionApi` knows what may be sent twice. Requests through `@discordjs/rest` would
 * take more processor time than the rest of a reply.
 */
export class InteractionRest {
  readonly #breaker: RestParts["breaker"];
  readonly #pool: Pool;
  readonly #base: string;

  constructor({ apiUrl = DefaultRestOptions.api, breaker }: RestParts) {
    const { origin, pathname } = new URL(apiUrl);
    this.#breaker = breaker;
    this.#pool = new Pool(origin, { allowH2: false, keepAliveTimeout: KEPT_OPEN_MS });
    this.#base = `${pathname.replace(/\/$/, "")}/v${DefaultRestOptions.version}`;
  }

  /**
   * Resolves when Discord accepted the request; its answer is not read. Rejects with `InteractionRefused`, or with the
   * network's failure.
   */
  send({ method, route, body, files = [], withinMs }: InteractionRequest): Promise<void> {
    if (this.#breaker.isOpen) {
      return Promise.reject(new MilepostError("busy", { reason: "Discord refused too many requests" }));
    }
    const exchange = new Exchange(withinMs, this.#breaker);
    const path = this.#base + route;
    if (body === undefined) this.#pool.dispatch({ method, path, headers: BARE, body: null }, exchange);
    else this.#pool.dispatch({ method, path, ...written(body, files) }, exchange);
    return exchange.done;
  }
}

/** Returns whether a retry may succeed: a network failure, or a 5xx. */
export function mayPass(error: unknown): boolean {
  if (error instanceof InteractionRefused) return error.status >= 500 || error.status === 429;
  return error instanceof Error && !(error instanceof MilepostError) && "code" in error;
}

const BARE = { "user-agent": DefaultUserAgent };
const JSON_HEADERS = { ...BARE, "content-type": "application/json" };

function written(body: unknown, files: readonly WireFile[]) {
  const json = JSON.stringify(body);
  if (files.length === 0) return { headers: JSON_HEADERS, body: json };
  const { type, bytes } = multipart(json, files);
  return { headers: { ...BARE, "content-type": type }, body: bytes };
}
