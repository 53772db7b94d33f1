import type { IncomingMessage } from "node:http";

const LARGEST_BODY = 64 * 1024;

export interface RequestBody {
  readonly value?: unknown;
  readonly form?: URLSearchParams;
  readonly isTooLarge: boolean;
}

/** Returns a JSON body or a form. Anything else counts as no body; too large a body isn't kept. */
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
    // `curl -d` sends JSON with a form's content type.
    return { form: new URLSearchParams(text), ...jsonOf(text), isTooLarge: false };
  }
  return { ...jsonOf(text), isTooLarge: false };
}

function jsonOf(text: string): { readonly value?: unknown } {
  try {
    return { value: parseLosingNothing(text) };
  } catch {
    return {};
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Keeps 64-bit integers as text. TypeScript doesn't know `source` yet. */
const digitsKept: Reviver = (_key, value, { source = "" }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;

function parseLosingNothing(text: string): unknown {
  return JSON.parse(text, digitsKept as (this: unknown, key: string, value: unknown) => unknown);
}
