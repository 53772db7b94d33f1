import { Pool } from "undici";

import { LocalRefusal } from "./local-api.ts";
import type { LocalApi, LocalEvent, LocalRefusalCode } from "./local-api.ts";

/** Longer than any answer that is waited for. */
const WAIT_MS = 120_000;

/**
 * The people's side over HTTP, with every method of `LocalApi`. `url` is the local Discord's address with or
 * without `/api`. Close it when done.
 */
export type LocalClient = LocalApi & {
  /** Calls `listener` for what this person gets to see, until stopped. Resolves once it is listening. */
  listen(as: string, listener: (event: LocalEvent) => void): Promise<{ stop(): void }>;
  close(): Promise<void>;
};

/** Connects to a local Discord. */
export function connectLocal(url: string): LocalClient {
  const origin = new URL(url).origin;
  const pool = new Pool(origin, { connections: 256, headersTimeout: WAIT_MS, bodyTimeout: 0 });
  const own = {
    listen: async (as: string, listener: (event: LocalEvent) => void) => await listen(pool, as, listener),
    close: async () => {
      await pool.destroy();
    },
  };
  const methods = new Proxy(own, {
    get(target, name, receiver): unknown {
      if (typeof name !== "string" || name in target) return Reflect.get(target, name, receiver);
      // A promise looks for `then`; this is none.
      if (name === "then") return undefined;
      return async (argument?: unknown) => await call(pool, name, argument);
    },
  });
  // The proxy answers every method of LocalApi by asking the server, which knows exactly those.
  return methods as unknown as LocalClient;
}

async function call(pool: Pool, method: string, argument: unknown): Promise<unknown> {
  const response = await pool.request({
    method: "POST",
    path: `/local/${method}`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(argument ?? {}),
  });
  const answer: unknown = await response.body.json();
  if (response.statusCode === 200) return answer;
  const { code, message } = answer as { readonly code?: LocalRefusalCode; readonly message?: string };
  throw new LocalRefusal(code ?? "bad-input", message ?? `HTTP ${response.statusCode}`);
}

async function listen(
  pool: Pool,
  as: string,
  listener: (event: LocalEvent) => void,
): Promise<{ stop(): void }> {
  const abort = new AbortController();
  const response = await pool.request({
    method: "GET",
    path: `/local/events?as=${encodeURIComponent(as)}`,
    headers: { accept: "text/event-stream" },
    signal: abort.signal,
  });
  if (response.statusCode !== 200) {
    await response.body.dump();
    throw new LocalRefusal("unknown-person", `no events for ${as}`);
  }
  void read(response.body, listener).catch(() => {
    // The stream ends by being stopped, or with the server.
  });
  return {
    stop: () => {
      abort.abort();
    },
  };
}

async function read(body: AsyncIterable<Buffer>, listener: (event: LocalEvent) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts)
      if (part.startsWith("data: ")) listener(JSON.parse(part.slice(6)) as LocalEvent);
  }
}
