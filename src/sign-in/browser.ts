import type { Dispatcher } from "undici";

import { isMilepostError } from "../base/errors.ts";
import { systemCode } from "../base/system-code.ts";
import { readBody } from "../platform/http/body.ts";
import { linesOf } from "../platform/http/request.ts";
import { redirectTarget } from "../platform/sign-in-answer.ts";
import type { Jars } from "./jars.ts";
import { Stop } from "./outcome.ts";

/** The limit for a page, on the wire and inflated. */
const PAGE_BYTES = 1024 * 1024;

export interface BrowserOptions {
  readonly dispatcher: Dispatcher;
  readonly jars: Jars;
  /** The origins that may be sent anything. */
  readonly allowed: ReadonlySet<string>;
  readonly userAgent: string;
  /** The deadline of the whole sign-in, and Ctrl+C. */
  readonly signal: AbortSignal;
}

/** An answer. Redirects are not followed: the flow decides about each. */
export interface Landing {
  readonly url: URL;
  readonly status: number;
  /** The next address, if it redirects and stays on the profile's hosts. */
  readonly next: URL | undefined;
  /** The Location header as received. */
  readonly location: string | undefined;
  readonly html: string;
  header(name: string): string | undefined;
}

/** As much of a browser as a sign-in needs: cookies and forms. */
export class Browser {
  readonly #options: BrowserOptions;

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  get(url: URL): Promise<Landing> {
    return this.#ask(url, { method: "GET" });
  }

  /** Posts a form from a page of `from`. */
  post(url: URL, fields: Readonly<Record<string, string>>, from: URL): Promise<Landing> {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: from.origin };
    return this.#ask(url, { method: "POST", headers, body: new URLSearchParams(fields).toString() });
  }

  async #ask(
    url: URL,
    {
      headers = {},
      ...options
    }: Pick<Dispatcher.RequestOptions, "method" | "body"> & { headers?: Record<string, string> },
  ): Promise<Landing> {
    const { dispatcher, jars, allowed, userAgent, signal } = this.#options;
    if (!allowed.has(url.origin)) throw new Stop("strayed", url.host);
    const cookie = jars.header(url);
    const sent = {
      "user-agent": userAgent,
      accept: "text/html,application/xhtml+xml",
      "accept-language": "en",
      "accept-encoding": "gzip, deflate, br",
      ...headers,
      ...(cookie === undefined ? {} : { cookie }),
    };
    try {
      const response = await dispatcher.request({
        ...options,
        origin: url.origin,
        path: url.pathname + url.search,
        headers: sent,
        signal,
      });
      jars.take(url, linesOf(response.headers["set-cookie"]));
      return await this.#landing(url, response);
    } catch (error) {
      throw this.#stopFor(error, url);
    }
  }

  async #landing(url: URL, { statusCode, headers, body }: Dispatcher.ResponseData): Promise<Landing> {
    const isRedirect = statusCode >= 300 && statusCode < 400;
    const location = isRedirect ? linesOf(headers["location"])[0] : undefined;
    const landing = {
      url,
      status: statusCode,
      location,
      header: (name: string) => linesOf(headers[name.toLowerCase()])[0],
    };
    if (!isRedirect) return { ...landing, next: undefined, html: await this.#text(headers, body) };
    body.on("error", () => {}).destroy();
    const next = redirectTarget(url, location);
    if (next === undefined) throw new Stop("unknown-page", url.host);
    if (!this.#options.allowed.has(next.origin)) throw new Stop("strayed", next.host);
    return { ...landing, next, html: "" };
  }

  async #text(
    headers: Dispatcher.ResponseData["headers"],
    body: Dispatcher.ResponseData["body"],
  ): Promise<string> {
    const limits = { maxBytes: PAGE_BYTES, operation: "sign-in", signal: this.#options.signal };
    const read = await readBody(body, linesOf(headers["content-encoding"])[0], limits);
    return read.toString("utf8");
  }

  /** Returns a network error without its text, which may hold what was sent. */
  #stopFor(error: unknown, url: URL): Stop {
    if (error instanceof Stop) return error;
    if (this.#options.signal.aborted) return new Stop("timeout", url.host);
    const code = systemCode(error);
    const isTooLarge =
      isMilepostError(error, "platform-refused") ||
      code === "UND_ERR_HEADERS_OVERFLOW" ||
      code === "HPE_HEADER_OVERFLOW";
    return new Stop(isTooLarge ? "too-large" : "unreachable", url.host);
  }
}
