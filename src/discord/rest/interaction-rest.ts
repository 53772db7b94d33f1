import { randomUUID } from "node:crypto";
import { extname } from "node:path";

import { DefaultRestOptions, DefaultUserAgent } from "@discordjs/rest";
import { type Dispatcher, Pool } from "undici";

import { MilepostError } from "../../base/errors.ts";
import type { RestParts } from "./bot-rest.ts";
import type { WireFile } from "../reply/message.ts";
import { jsonOrNothing } from "../../base/json.ts";
import type { RefusalBreaker } from "./refusal-breaker.ts";

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
class Exchange implements Dispatcher.DispatchHandler {
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

const TYPES: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".json": "application/json",
  ".png": "image/png",
  ".txt": "text/plain",
  ".webp": "image/webp",
};

/**
 * Returns a message with files as multipart/form-data. File names are safe already: `Attachments` leaves only letters,
 * digits, dots and dashes.
 * https://discord.com/developers/docs/reference#uploading-files
 */
export function multipart(json: string, files: readonly WireFile[]): { type: string; bytes: Buffer } {
  const boundary = `milepost-${randomUUID()}`;
  const part = (disposition: string, type: string) =>
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
    );
  const end = Buffer.from("\r\n");
  const parts = files.flatMap(({ id, name, bytes }) => [
    part(`name="files[${id}]"; filename="${name}"`, TYPES[extname(name)] ?? "application/octet-stream"),
    bytes,
    end,
  ]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      ...parts,
      part('name="payload_json"', "application/json"),
      Buffer.from(`${json}\r\n--${boundary}--\r\n`),
    ]),
  };
}
