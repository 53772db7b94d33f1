import type { IncomingMessage } from "node:http";

import { LRUCache } from "lru-cache";
import type { Content } from "./respond.ts";

/** A request without secrets. */
export interface SeenRequest {
  /** Grows by one a request. */
  readonly n: number;
  readonly at: number;
  /** By the system's clock, which can't be moved: gives the order. */
  readonly realAt: number;
  readonly method: string;
  readonly host: string;
  /** Path and query; possible secrets in the query are masked. */
  readonly path: string;
  /** The operation's id, "files", "images", "pages", "control", or "unknown". */
  readonly operation: string;
  /** By lower-case name; of possible secrets only the length. */
  readonly headers: Readonly<Record<string, string>>;
  status?: number;
  /** From the request's arrival to the end of the answer. */
  ms?: number;
  /** The beginning of an operation's JSON answer. */
  body?: string;
}

const MOST_BODY = 4000;

const OPEN_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "content-type",
  "host",
  "if-none-match",
  "user-agent",
]);
const MASKED_QUERY = /([?&](?:code|state|grant|token|key)=)[^&]*/gi;

/** Adds how a request was answered. Bodies of sign-ins are left out: they may hold tokens. */
export function noteAnswer(
  seen: SeenRequest,
  answered: { readonly status: number; readonly ms: number; readonly content?: Content | undefined },
): void {
  seen.status = answered.status;
  seen.ms = Math.round(answered.ms * 10) / 10;
  const { content } = answered;
  if (content?.type.startsWith("application/json") !== true || !/^[a-z]+\./i.test(seen.operation)) return;
  if (/sign|token/i.test(seen.operation)) return;
  seen.body = content.body.toString("utf8", 0, MOST_BODY);
}

export class Requests {
  readonly #kept: SeenRequest[] = [];
  readonly #limit: number;
  #total = 0;

  constructor(limit = 1000) {
    this.#limit = limit;
  }

  add(request: IncomingMessage, operation: string, at: number): SeenRequest {
    const headers = Object.entries(request.headers).map(([name, value]) => {
      const text = String(value);
      return [name, OPEN_HEADERS.has(name) ? text : `[${String(text.length)} characters]`];
    });
    this.#total += 1;
    const seen: SeenRequest = {
      n: this.#total,
      at,
      realAt: Date.now(),
      operation,
      method: request.method ?? "",
      host: request.headers.host ?? "",
      path: (request.url ?? "").replaceAll(MASKED_QUERY, "$1[masked]"),
      headers: Object.fromEntries(headers),
    };
    // The page reads the state often; that is no traffic of the bot.
    if (operation === "control") return seen;
    this.#kept.push(seen);
    if (this.#kept.length > this.#limit) this.#kept.shift();
    return seen;
  }

  list(): readonly SeenRequest[] {
    return this.#kept;
  }

  /** Returns how many of the kept requests are of this operation. */
  count(operation: string): number {
    return this.#kept.filter((seen) => seen.operation === operation).length;
  }

  get total(): number {
    return this.#total;
  }

  clear(): void {
    this.#kept.length = 0;
  }
}

/** As services of this kind throttle: requests a second, averaged over a window, by address. */
const PER_SECOND = 25;
const WINDOW_MS = 10_000;
const ADDRESSES = 1_000;

export class RateLimit {
  readonly #times = new LRUCache<string, number[]>({ max: ADDRESSES });

  /** Counts a request. Returns false for one too many, which isn't counted. */
  allows(address: string, now: number): boolean {
    const kept = (this.#times.peek(address) ?? []).filter((time) => time > now - WINDOW_MS && time <= now);
    if (kept.length >= PER_SECOND * (WINDOW_MS / 1_000)) {
      this.#times.set(address, kept);
      return false;
    }
    kept.push(now);
    this.#times.set(address, kept);
    return true;
  }
}
