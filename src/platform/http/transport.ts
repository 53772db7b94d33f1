import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

import { Agent, type Dispatcher } from "undici";

import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import { readBody } from "./body.ts";
import type { HeadersFor } from "./headers.ts";
import { linesOf, type PlatformRequest, type RawAnswer, type Transport } from "./request.ts";

const MAX_HEADER_BYTES = 32 * 1024;
const CONNECT_WITHIN_MS = 3_000;
/** How many redirects a request follows. */
const HOPS = 5;

export interface TransportOptions {
  readonly dispatcher: Dispatcher;
  readonly headersFor: HeadersFor;
  /** Returns the address to ask, which may hold the key. */
  readonly keyed?: (request: PlatformRequest, url: URL) => URL;
  /** Origins a redirect may lead to. */
  readonly allowed: ReadonlySet<string>;
  /** Returns whether a URL is a sign-in page: a private call redirected there was refused. */
  readonly isSignIn?: (url: URL) => boolean;
}

/**
 * Resolves names under `.localhost` to this machine (RFC 6761, 6.3), whatever the system's resolver says: the
 * playground uses them where there is only one loopback address.
 */
const lookupLoopbackNames: LookupFunction = (hostname, options, callback) => {
  if (!/(?:^|\.)localhost\.?$/i.test(hostname)) return lookup(hostname, options, callback);
  const both = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  if (options.all === true) callback(null, both);
  else callback(null, "127.0.0.1", 4);
};

export function createDispatcher(concurrency: number): Agent {
  return new Agent({
    connections: concurrency,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: { timeout: CONNECT_WITHIN_MS, lookup: lookupLoopbackNames },
    // The deadline is another layer's; these keep no socket much longer.
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });
}

/**
 * Sends one request and follows its redirects: API calls stay on their origin, files and pictures within the
 * allow-list. A POST is never redirected.
 */
export function transport({
  dispatcher,
  headersFor,
  keyed = (_, url) => url,
  allowed,
  isSignIn = () => false,
}: TransportOptions): Transport {
  return async (request) => {
    let { url } = request;
    for (let hop = 0; hop <= HOPS; hop += 1) {
      url = keyed(request, url);
      if (!allowed.has(url.origin)) throw refused(request, "a host outside the allow-list");
      const { answer, location } = await sendOnce(dispatcher, request, url, headersFor(request, url));
      if (location === undefined) return answer;
      url = nextHop(request, url, { location, isSignIn });
    }
    throw refused(request, "too many redirects");
  };
}

interface Hop {
  readonly answer: RawAnswer;
  readonly location: string | undefined;
}

async function sendOnce(
  dispatcher: Dispatcher,
  request: PlatformRequest,
  url: URL,
  headers: Record<string, string>,
): Promise<Hop> {
  const { method, signal, operation, maxBytes, body } = request;
  try {
    const { origin, pathname, search } = url;
    const asked = dispatcher.request({
      origin,
      path: pathname + search,
      method,
      headers,
      signal,
      body: body ?? null,
    });
    // undici notices the signal only once it has a connection.
    const response = await unlessAborted(asked, signal);
    if (headers["cookie"] !== undefined)
      request.session?.take?.(url, linesOf(response.headers["set-cookie"]));
    if (request.class === "page") return { answer: unread(response), location: undefined };
    const location = redirectOf(response);
    if (location !== undefined) {
      response.body.on("error", () => {}).destroy();
      return { answer: { status: response.statusCode, headers: {}, body: Buffer.alloc(0) }, location };
    }
    const encoding = linesOf(response.headers["content-encoding"])[0];
    const read = await readBody(response.body, encoding, { maxBytes, operation, signal });
    return { answer: { status: response.statusCode, headers: response.headers, body: read }, location };
  } catch (error) {
    throw signal.aborted ? signal.reason : transportError(request, error);
  }
}

/** Only the headers of a page matter. */
function unread({ statusCode, headers, body }: Dispatcher.ResponseData): RawAnswer {
  body.on("error", () => {}).destroy();
  return { status: statusCode, headers, body: Buffer.alloc(0) };
}

function redirectOf(response: Dispatcher.ResponseData): string | undefined {
  const { statusCode, headers } = response;
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  return linesOf(headers.location)[0];
}

function nextHop(
  request: PlatformRequest,
  from: URL,
  { location, isSignIn }: { readonly location: string; readonly isSignIn: (url: URL) => boolean },
): URL {
  const next = URL.parse(location, from.href);
  if (next === null) throw refused(request, "a redirect to no address");
  if (next.username !== "" || next.password !== "")
    throw refused(request, "a redirect with a name or password");
  if (request.class === "private" && isSignIn(next)) {
    throw new MilepostError("sign-in-needed", {
      operation: request.operation,
      reason: "a redirect to the sign-in",
    });
  }
  if (request.method !== "GET") throw refused(request, "a redirect of a POST");
  if (request.class !== "file" && request.class !== "picture" && next.origin !== from.origin) {
    throw refused(request, "a redirect to another origin");
  }
  return next;
}

/** Returns a network or HTTP error without its text, which may contain data. */
function transportError(request: PlatformRequest, error: unknown): MilepostError {
  if (isMilepostError(error)) return error;
  const code = codeOf(error);
  if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW") {
    return refused(request, "the headers are over their cap");
  }
  return new MilepostError("platform-unavailable", { operation: request.operation, reason: code });
}

function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : "the network failed";
}

function refused({ operation }: PlatformRequest, reason: string): MilepostError {
  return new MilepostError("platform-refused", { operation, reason });
}
