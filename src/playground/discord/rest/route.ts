import { jsonOrNothing } from "../../../base/json.ts";
import { isRecord, type Json } from "../json.ts";
import type { Core } from "../core.ts";
import { type Draft, safeName, type Upload } from "../message/write-message.ts";
import { refusal } from "../validation/api-error.ts";
import type { LimitRule } from "./rate-limits.ts";

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `/channels/:channel/messages`; a part after a colon is a parameter. */
  readonly path: string;
  readonly auth: "bot" | "token";
  readonly limit?: LimitRule;
  readonly handle: (core: Core, request: Request) => Result | Promise<Result>;
}

/** Returns a route that needs the bot's token. Without a limit of its own it may be used 20 times a second. */
export function botRoute(
  method: Route["method"],
  path: string,
  handle: Route["handle"],
  limit?: LimitRule,
): Route {
  return { method, path, auth: "bot", handle, ...(limit !== undefined && { limit }) };
}

/** Returns a route whose address holds a token of its own, so that no header is needed. */
export function tokenRoute(...given: Parameters<typeof botRoute>): Route {
  return { ...botRoute(...given), auth: "token" };
}

export interface Result {
  readonly status: number;
  readonly body?: unknown;
}

export const NO_CONTENT: Result = { status: 204 };

export function ok(body: unknown): Result {
  return { status: 200, body };
}

export class Request {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly #raw: Buffer;
  readonly #contentType: string;

  constructor(
    address: { readonly params: Readonly<Record<string, string>>; readonly query: URLSearchParams },
    body: { readonly raw: Buffer; readonly contentType: string },
  ) {
    this.params = address.params;
    this.query = address.query;
    this.#raw = body.raw;
    this.#contentType = body.contentType;
  }

  param(name: string): string {
    return this.params[name] ?? "";
  }

  /** The JSON body; an absent one is an empty object. */
  json(): unknown {
    return parse(this.#raw.toString("utf8"));
  }

  /** The JSON body, which must be an object. */
  record(): Json {
    return recordOf(this.json());
  }

  /** A message's body: JSON, or `payload_json` and files. */
  draft(): Draft {
    if (!this.#contentType.startsWith("multipart/form-data")) return { body: this.record(), uploads: [] };
    const { payload, uploads } = readMultipart(this.#raw, this.#contentType);
    return { body: recordOf(parse(payload ?? "")), uploads };
  }
}

function parse(text: string): unknown {
  if (text === "") return {};
  const value = jsonOrNothing(text);
  if (value === undefined) throw refusal("RequestBodyContainsInvalidJSON");
  return value;
}

function recordOf(value: unknown): Json {
  if (!isRecord(value)) throw refusal("RequestBodyContainsInvalidJSON");
  return value;
}

interface Multipart {
  readonly payload: string | undefined;
  readonly uploads: readonly Upload[];
}

const HEADERS_END = Buffer.from("\r\n\r\n");

/** Reads `payload_json` and `files[n]` of a multipart body. Throws 50109's like when it isn't one. */
function readMultipart(body: Buffer, contentType: string): Multipart {
  const boundary = /boundary="?([^";]{1,70})"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw refusal("RequestBodyContainsInvalidJSON");
  const mark = Buffer.from(`--${boundary}`);
  const uploads: Upload[] = [];
  let payload: string | undefined;
  for (const part of partsOf(body, mark)) {
    const at = part.indexOf(HEADERS_END);
    if (at < 0) throw refusal("RequestBodyContainsInvalidJSON");
    const head = part.toString("utf8", 0, at);
    const held = part.subarray(at + HEADERS_END.length);
    const name = /name="([^"]*)"/i.exec(head)?.[1] ?? "";
    const filename = /filename="([^"]*)"/i.exec(head)?.[1];
    const key = /^files?\[(\d+)\]$/.exec(name)?.[1] ?? (name === "file" ? "0" : undefined);
    if (name === "payload_json") payload = held.toString("utf8");
    // A copy, so that the whole body isn't kept alive by one file.
    else if (key !== undefined)
      uploads.push({ key, name: safeName(filename ?? "file"), bytes: Uint8Array.from(held) });
  }
  return { payload, uploads };
}

function partsOf(body: Buffer, mark: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let from = body.indexOf(mark);
  while (from >= 0) {
    const start = from + mark.length;
    const isLast = body.toString("latin1", start, start + 2) === "--";
    const next = isLast ? -1 : body.indexOf(mark, start);
    // Between the line break after a mark and the one before the next.
    if (next >= 0) parts.push(body.subarray(start + 2, next - 2));
    from = next;
  }
  return parts;
}
