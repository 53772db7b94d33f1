import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export interface Content {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Whether clients may cache it and revalidate by its tag. */
  readonly isFile?: boolean;
}

export interface FileRoute {
  /** The name faults use. */
  readonly name: "files" | "images" | "pages";
  readonly content: () => Content;
  /** Slow work to do before `content`. */
  readonly prepare?: () => Promise<void>;
}

const SMALLEST_COMPRESSED = 1024;

export function json(status: number, value: unknown, headers: Content["headers"] = {}): Content {
  return {
    status,
    type: "application/json; charset=utf-8",
    body: Buffer.from(JSON.stringify(value)),
    headers,
  };
}

export function html(status: number, title: string, text: string): Content {
  const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
  return { status, type: "text/html; charset=utf-8", body: Buffer.from(page) };
}

/** Sends an answer: compressed if large and accepted, 304 for a file the client has, no body for HEAD. */
export function send(request: IncomingMessage, response: ServerResponse, content: Content): void {
  const headers: OutgoingHttpHeaders = { "content-type": content.type, ...content.headers };
  if (content.status === 204) {
    // RFC 9110, 8.6: no length, nor a type, where there is never a body.
    delete headers["content-type"];
    response.writeHead(204, headers).end();
    return;
  }
  if (isText(content)) headers["vary"] = "accept-encoding";
  if (content.isFile === true) {
    const tag = `"${createHash("sha1").update(content.body).digest("base64url")}"`;
    // A tag shared by several encodings must be weak (RFC 9110, 8.8.1).
    headers["etag"] = isText(content) ? `W/${tag}` : tag;
    headers["cache-control"] = "public, max-age=3600";
    if (matches(request.headers["if-none-match"], tag)) {
      response.writeHead(304, headers).end();
      return;
    }
  } else {
    headers["cache-control"] = "no-store";
  }
  const body = compressed(request, content, headers);
  headers["content-length"] = body.length;
  response.writeHead(content.status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

function compressed(request: IncomingMessage, content: Content, headers: OutgoingHttpHeaders): Buffer {
  if (!isText(content) || content.body.length < SMALLEST_COMPRESSED) return content.body;
  const accepted = acceptedCodings(request);
  if (accepted.has("br")) {
    headers["content-encoding"] = "br";
    return brotliCompressSync(content.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
  }
  if (!accepted.has("gzip")) return content.body;
  headers["content-encoding"] = "gzip";
  return gzipSync(content.body, { level: 4 });
}

function isText({ type }: Content): boolean {
  return /json|html|text/.test(type);
}

function acceptedCodings(request: IncomingMessage): ReadonlySet<string> {
  const given = (request.headers["accept-encoding"] ?? "").toLowerCase().split(",");
  const accepted = given
    .filter((one) => !/;\s*q=0(?:\.0+)?\s*$/.test(one))
    .map((one) => one.split(";")[0]?.trim() ?? "");
  return new Set(accepted);
}

function matches(given: string | undefined, tag: string): boolean {
  return given === "*" || (given ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}

export function isReading(request: IncomingMessage): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

/** Returns the answer for a method the path doesn't have: `refused` with the allowed ones, or those of OPTIONS. */
export function otherMethod(
  request: IncomingMessage,
  methods: readonly string[],
  refused: Content = html(405, "Method not allowed", "This address knows other methods."),
): Content {
  const known = new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])));
  const allow = [...known, "OPTIONS"].join(", ");
  return request.method === "OPTIONS" ? options(allow) : { ...refused, headers: { allow } };
}

/** Returns the answer to `OPTIONS *`, and to invalid addresses. */
export function untargeted(request: IncomingMessage): Content {
  if (request.method === "OPTIONS" && request.url === "*") return options("GET, HEAD, POST, OPTIONS");
  return html(400, "Bad request", "That is no address.");
}

function options(allow: string): Content {
  return { status: 204, type: "text/plain", body: Buffer.alloc(0), headers: { allow } };
}
