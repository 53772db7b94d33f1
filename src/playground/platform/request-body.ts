import type { IncomingMessage } from "node:http";

const LARGEST_BODY = 64 * 1024;

export interface RequestBody {
  /** JSON. */
  readonly value?: unknown;
  /** `application/x-www-form-urlencoded`. */
  readonly form?: URLSearchParams;
  readonly isTooLarge: boolean;
}

/** Reads a JSON body or a form. What is neither counts as no body; too large a one is not read on. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= LARGEST_BODY) parts.push(part);
  }
  if (size > LARGEST_BODY) return { isTooLarge: true };
  if (size === 0) return { isTooLarge: false };
  const text = Buffer.concat(parts).toString("utf8");
  if (/^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? "")) {
    return { form: new URLSearchParams(text), isTooLarge: false };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value, isTooLarge: false };
  } catch {
    return { isTooLarge: false };
  }
}
