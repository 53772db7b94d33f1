import type { IncomingMessage } from "node:http";

import { type Content, html } from "./respond.ts";

export function isReading(request: IncomingMessage): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

/** For a method the path doesn't have: what it has, beside `refused` in the answer's own form. */
export function otherMethod(
  request: IncomingMessage,
  methods: readonly string[],
  refused: Content = html(405, "Method not allowed", "This address knows other methods."),
): Content {
  const known = new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])));
  const allow = [...known, "OPTIONS"].join(", ");
  return request.method === "OPTIONS" ? options(allow) : { ...refused, headers: { allow } };
}

/** For `OPTIONS *`, and for what is no address at all. */
export function untargeted(request: IncomingMessage): Content {
  if (request.method === "OPTIONS" && request.url === "*") return options("GET, HEAD, POST, OPTIONS");
  return html(400, "Bad request", "That is no address.");
}

function options(allow: string): Content {
  return { status: 204, type: "text/plain", body: Buffer.alloc(0), headers: { allow } };
}
