import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { RESTJSONErrorCodes } from "discord-api-types/v10";
import type { Core } from "../core.ts";
import { ApiError, showPath } from "../validation/api-error.ts";
import { readBody, sendJson } from "./body.ts";
import { type Match, Request, type Result, type Route, Router } from "./route.ts";
import { applicationRoutes } from "./routes/application.ts";
import { callbackRoutes } from "./routes/callback.ts";
import { channelRoutes } from "./routes/channels.ts";
import { commandRoutes } from "./routes/commands.ts";
import { emojiRoutes } from "./routes/emojis.ts";
import { guildRoutes } from "./routes/guilds.ts";
import { messageRoutes } from "./routes/messages.ts";
import { roleRoutes } from "./routes/roles.ts";
import { scheduledEventRoutes } from "./routes/scheduled-events.ts";
import { threadRoutes } from "./routes/threads.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

const ROUTES: readonly Route[] = [
  ...applicationRoutes,
  ...callbackRoutes,
  ...webhookRoutes,
  ...messageRoutes,
  ...channelRoutes,
  ...threadRoutes,
  ...commandRoutes,
  ...emojiRoutes,
  ...guildRoutes,
  ...roleRoutes,
  ...scheduledEventRoutes,
];

const VERSION = /^\/api(?:\/v(?:9|10))?(?=\/)/;

interface Exchange {
  readonly method: string;
  /** The path below `/api/v10`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly raw: Buffer;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly error?: ApiError;
}

export class RestServer {
  readonly #core: Core;
  readonly #router = new Router(ROUTES);

  constructor(core: Core) {
    this.#core = core;
  }

  static owns(path: string): boolean {
    return path.startsWith("/api/");
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const url = new URL(request.url ?? "/", "http://localhost");
    const method = request.method ?? "GET";
    const path = url.pathname.replace(VERSION, "").replaceAll("%40", "@");
    const { faults } = this.#core;
    const slow = faults.takeRoute("slow", method, path);
    if (slow !== undefined) await wait(slow.ms, undefined, { ref: false });
    if (faults.takeRoute("cut", method, path) !== undefined) {
      request.socket.destroy();
      return;
    }
    let raw: Buffer = Buffer.alloc(0);
    let answered: Answered;
    try {
      raw = await readBody(request);
      answered = await this.#answer({ method, path, query: url.searchParams, request, raw });
    } catch (error) {
      answered = this.#failed(error);
    }
    const lost = faults.takeRoute("lose-answer", method, path);
    if (lost === undefined) send(response, answered);
    else if (lost.status === undefined) request.socket.destroy();
    else send(response, faulty({ status: lost.status }));
    this.#record({ method, path, raw, request }, answered, performance.now() - startedAt);
  }

  async #answer(exchange: Exchange): Promise<Answered> {
    const { method, path } = exchange;
    const match = this.#router.find(method, path.split("/").slice(1));
    if (match === undefined) throw plainError(404, "Not Found");
    if (match === "method") throw plainError(405, "Method Not Allowed");
    if (match.route.auth === "bot" && exchange.request.headers.authorization !== `Bot ${this.#core.token}`) {
      throw plainError(401, "Unauthorized");
    }
    const fault = this.#core.faults.takeRoute("answer", method, path);
    if (fault !== undefined) return faulty(fault);
    return await this.#carryOut(exchange, match);
  }

  async #carryOut(exchange: Exchange, { route, params }: Match): Promise<Answered> {
    let headers: Readonly<Record<string, string>> = {};
    if (route.limit !== undefined || route.auth === "bot") {
      const limit = route.limit ?? { bucket: route.path, limit: 20, windowMs: 1000 };
      const verdict = this.#core.limits.take(limit, majorOf(params), {
        isExemptFromGlobal: route.auth === "token",
      });
      if (verdict.refused !== undefined) return limited(verdict.refused, verdict.headers);
      headers = verdict.headers;
    }
    try {
      const contentType = exchange.request.headers["content-type"] ?? "";
      const request = new Request({ params, query: exchange.query }, { raw: exchange.raw, contentType });
      const result: Result = await route.handle(this.#core, request);
      return { status: result.status, headers, body: result.body };
    } catch (error) {
      return { ...this.#failed(error), headers };
    }
  }

  #failed(error: unknown): Answered {
    if (error instanceof ApiError) return { status: error.status, headers: {}, body: error.toBody(), error };
    this.#core.log.error("the local Discord failed", {}, error);
    return { status: 500, headers: {}, body: { message: "500: Internal Server Error", code: 0 } };
  }

  #record(
    given: Pick<Exchange, "method" | "path" | "raw" | "request">,
    answered: Answered,
    ms: number,
  ): void {
    const { method, path, raw, request } = given;
    const isText = (request.headers["content-type"] ?? "").startsWith("application/json");
    const { error } = answered;
    this.#core.traffic.add({
      from: "bot",
      over: "http",
      what: `${method} ${path}`,
      status: answered.status,
      ms: Math.round(ms * 10) / 10,
      bytes: raw.length,
      ...(isText ? { body: raw.toString("utf8", 0, 8000) } : {}),
      ...(error !== undefined && {
        refused: {
          code: error.code,
          message: error.message,
          paths: error.faults.map((fault) => `${showPath(fault.path)}: ${fault.message}`),
        },
      }),
    });
  }
}

/** Returns a refusal with Discord's general code. */
function plainError(status: number, text: string): ApiError {
  return new ApiError(status, RESTJSONErrorCodes.GeneralError, `${status}: ${text}`);
}

/** Returns the major parameter that rate limits count by. */
function majorOf(params: Readonly<Record<string, string>>): string {
  return params["channel"] ?? params["guild"] ?? params["token"] ?? "";
}

function limited(
  refused: { readonly retryAfterMs: number; readonly isGlobal: boolean },
  headers: Readonly<Record<string, string>>,
): Answered {
  const seconds = refused.retryAfterMs / 1000;
  return {
    status: 429,
    headers: {
      ...headers,
      "retry-after": String(Math.ceil(seconds)),
      "x-ratelimit-scope": refused.isGlobal ? "global" : "user",
      ...(refused.isGlobal ? { "x-ratelimit-global": "true" } : {}),
    },
    body: { message: "You are being rate limited.", retry_after: seconds, global: refused.isGlobal },
  };
}

function faulty(fault: {
  readonly status: number;
  readonly code?: number;
  readonly retryAfterMs?: number;
  readonly scope?: "user" | "global" | "shared";
}): Answered {
  if (fault.status !== 429) {
    const body = { message: `${fault.status}: made to fail`, code: fault.code ?? 0 };
    return { status: fault.status, headers: {}, body };
  }
  const retryAfterMs = fault.retryAfterMs ?? 1000;
  const scope = fault.scope ?? "user";
  const answered = limited({ retryAfterMs, isGlobal: scope === "global" }, {});
  return {
    ...answered,
    headers: { ...answered.headers, "retry-after": String(retryAfterMs / 1000), "x-ratelimit-scope": scope },
  };
}

function send(response: ServerResponse, { status, headers, body }: Answered): void {
  if (body === undefined) response.writeHead(status, headers).end();
  else sendJson(response, status, body, headers);
}
