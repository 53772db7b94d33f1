import type { IncomingMessage } from "node:http";

/** A request as it came, without anything that could be a secret. */
export interface SeenRequest {
  readonly at: number;
  readonly method: string;
  readonly host: string;
  /** Path and query; values of the query that could be secrets are masked. */
  readonly path: string;
  /** The operation's id, "files", "images", "pages", "control", or "unknown". */
  readonly operation: string;
  /** By lower-case name; a value that could be a secret is only its length. */
  readonly headers: Readonly<Record<string, string>>;
  status?: number;
}

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
const MASKED_QUERY = /([?&](?:code|grant|token|key)=)[^&]*/gi;

/** The last requests, oldest first. */
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
    const seen: SeenRequest = {
      at,
      operation,
      method: request.method ?? "",
      host: request.headers.host ?? "",
      path: (request.url ?? "").replaceAll(MASKED_QUERY, "$1[masked]"),
      headers: Object.fromEntries(headers),
    };
    this.#kept.push(seen);
    this.#total += 1;
    if (this.#kept.length > this.#limit) this.#kept.shift();
    return seen;
  }

  list(): readonly SeenRequest[] {
    return this.#kept;
  }

  /** How many of an operation are among the kept ones. */
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
