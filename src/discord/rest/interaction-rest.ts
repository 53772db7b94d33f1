import { DefaultRestOptions, DefaultUserAgent } from "@discordjs/rest";
import { Pool } from "undici";

import { MilepostError } from "../../base/errors.ts";
import type { RestParts } from "./bot-rest.ts";
import { Exchange, InteractionRefused } from "./interaction-exchange.ts";
import type { WireFile } from "../reply/message.ts";
import { multipart } from "./multipart.ts";

/** A request that an interaction's token in its path allows. */
export interface InteractionRequest {
  readonly method: "POST" | "PATCH" | "DELETE";
  /** Below the API's version: `/interactions/...`. */
  readonly route: string;
  readonly body?: unknown;
  readonly files?: readonly WireFile[];
  readonly withinMs: number;
}

/**
 * Where Discord doesn't say how long it keeps a connection. A handshake anew would take its share of the three seconds;
 * longer, and what stands between forgets the connection without a word.
 */
const KEPT_OPEN_MS = 90_000;

/**
 * What interactions are answered through. Discord exempts these routes from the bot's own rate limit, so nothing is
 * queued; nothing is tried again either: `InteractionApi` knows what may be sent twice. Own requests, since
 * those of `@discordjs/rest` would take more processor time than all the rest of an answer.
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
   * Resolves when Discord took it; what it answered is left unread. Rejects with `InteractionRefused`, or with the
   * failure on the way.
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

/** A failure on the way or at Discord's, which may be over at the next try. */
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
