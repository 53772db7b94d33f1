import type { Dispatcher } from "undici";

import { jsonOrNothing } from "../../base/json.ts";
import type { RefusalBreaker } from "./refusal-breaker.ts";

/** Discord's refusal of a request. Holds nothing of the request, whose path contains the interaction's token. */
export class InteractionRefused extends Error {
  override readonly name = "InteractionRefused";
  readonly status: number;
  /** Discord's error code; 0 where it gave none. */
  readonly code: number;
  /** Only for a 429. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: number, retryAfterMs?: number) {
    super(`Discord answered ${status}${code === 0 ? "" : ` (${code})`}`);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

const MAX_REFUSAL_BYTES = 64 * 1024;
const TOO_MANY = 429;

/** One request and its answer, with an absolute deadline. Reads the body only of refusals. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly done: Promise<void>;
  readonly #settle: { resolve(): void; reject(error: unknown): void };
  readonly #breaker: RefusalBreaker;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #late: Error | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #refusal: Buffer[] | undefined;
  #refusalBytes = 0;

  constructor(withinMs: number, breaker: RefusalBreaker) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.#settle = { resolve, reject };
    this.#breaker = breaker;
    this.#timer = setTimeout(onDeadline, withinMs, this);
  }

  /** Gives the request up; one that still waits for a connection is not sent. */
  end(): void {
    this.#late = Object.assign(new Error("Discord did not answer in time"), { code: "ETIMEDOUT" });
    this.#controller?.abort(this.#late);
    this.#settle.reject(this.#late);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#late !== undefined) controller.abort(this.#late);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    if (status < 300) return;
    this.#refusal = [];
    this.#retryAfter = one(headers["retry-after"]);
    if (status >= 401) this.#breaker.saw(status, one(headers["x-ratelimit-scope"]) ?? null);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#refusalBytes += chunk.length;
    if (this.#refusalBytes <= MAX_REFUSAL_BYTES) this.#refusal?.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    if (this.#refusal === undefined) this.#settle.resolve();
    else this.#settle.reject(this.#refused(Buffer.concat(this.#refusal).toString()));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#timer);
    this.#settle.reject(error);
  }

  /** A proxy before Discord may answer in HTML. */
  #refused(body: string): InteractionRefused {
    const { code, retry_after } = Object(jsonOrNothing(body)) as Readonly<Record<string, unknown>>;
    const known = typeof code === "number" ? code : 0;
    if (this.#status !== TOO_MANY) return new InteractionRefused(this.#status, known);
    const seconds = typeof retry_after === "number" ? retry_after : Number(this.#retryAfter ?? Number.NaN);
    return new InteractionRefused(this.#status, known, Number.isNaN(seconds) ? undefined : seconds * 1000);
  }
}

function onDeadline(exchange: Exchange): void {
  exchange.end();
}

function one(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : header?.[0];
}
