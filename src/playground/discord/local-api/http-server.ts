import type { IncomingMessage, ServerResponse } from "node:http";

import { jsonOrNothing } from "../../../base/json.ts";
import { isRecord } from "../json.ts";
import type { Core } from "../core.ts";
import { type LocalApi, LocalRefusal } from "../local-api.ts";
import { readBody, sendJson } from "../rest/body.ts";
import { personOf } from "./views.ts";

const PREFIX = "/local/";
const PREFIXES = [PREFIX, "/attachments/", "/avatars/", "/emojis/", "/guild-events/"];
const KEEP_ALIVE_MS = 15_000;
const COLORS = ["#4f6d7a", "#7a4f6d", "#6d7a4f", "#4f7a6a", "#7a5f4f"];

/** Serves `/local/<method>`, `/local/events`, attachments, avatars, emojis and covers of events. */
export class LocalApiServer {
  readonly #core: Core;
  readonly #methods: ReadonlyMap<string, (argument: never) => Promise<unknown>>;

  constructor(core: Core, local: LocalApi) {
    this.#core = core;
    this.#methods = new Map(Object.entries(local));
  }

  static owns(path: string): boolean {
    return PREFIXES.some((prefix) => path.startsWith(prefix));
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, kind, first = "", second = ""] = url.pathname.split("/");
    if (kind === "attachments") sendFile(response, this.#core.files.peek(second));
    // Any file extension will do: browsers look at the content.
    else if (kind === "emojis") sendFile(response, this.#core.world.emojis.get(first.split(".")[0] ?? ""));
    else if (kind === "guild-events")
      sendFile(response, this.#core.world.scheduledEvents.get(first.split(".")[0] ?? "")?.cover);
    else if (kind === "avatars") this.#avatar(first.replace(".svg", ""), response);
    else if (url.pathname === "/local/events") this.#events(url, request, response);
    else await this.#call(url.pathname.slice(PREFIX.length), request, response);
  }

  async #call(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const method = this.#methods.get(name);
      const isJson = (request.headers["content-type"] ?? "").startsWith("application/json");
      if (method === undefined) throw new LocalRefusal("unknown-method", `there is no method ${name}`);
      if (request.method !== "POST" || !isJson) throw new LocalRefusal("bad-input", "POST with a JSON body");
      const argument = parse((await readBody(request)).toString("utf8"));
      // Each method validates its argument.
      sendJson(response, 200, await method(argument as never));
    } catch (error) {
      if (error instanceof LocalRefusal)
        sendJson(response, 400, { code: error.code, message: error.message });
      else {
        this.#core.log.warn("a call to the local Discord failed", {}, error);
        sendJson(response, 400, {
          code: "bad-input",
          message: error instanceof Error ? error.message : "failed",
        });
      }
    }
  }

  #events(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const as = url.searchParams.get("as") ?? "";
    try {
      personOf(this.#core, as);
    } catch {
      return sendJson(response, 400, { code: "unknown-person", message: `no person ${as}` });
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(": here\n\n");
    const stop = this.#core.eventBus.listen(as, (event) =>
      response.write(`data: ${JSON.stringify(event)}\n\n`),
    );
    const alive = setInterval(() => response.write(": still here\n\n"), KEEP_ALIVE_MS).unref();
    request.on("close", () => {
      clearInterval(alive);
      stop();
    });
  }

  /** Sends a colored disc with initials. */
  #avatar(id: string, response: ServerResponse): void {
    const user = this.#core.world.users.get(id);
    if (user === undefined) {
      response.writeHead(404).end();
      return;
    }
    const initials = user.name
      .split(/\s+/)
      .map((word) => word.at(0) ?? "")
      .join("")
      .slice(0, 2)
      .replaceAll(/[<>&]/g, "");
    const color = COLORS[Number(BigInt(id) % BigInt(COLORS.length))] ?? "#4f6d7a";
    response.writeHead(200, { "content-type": "image/svg+xml", "cache-control": "max-age=3600" });
    response.end(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="${color}"/>` +
        `<text x="32" y="40" font-family="sans-serif" font-size="24" fill="#fff" text-anchor="middle">${initials}</text></svg>`,
    );
  }
}

function parse(text: string): unknown {
  const value = text === "" ? {} : jsonOrNothing(text);
  if (value === undefined) throw new LocalRefusal("bad-input", "the body is no JSON");
  if (!isRecord(value)) throw new LocalRefusal("bad-input", "the body must be an object");
  return value;
}

function sendFile(
  response: ServerResponse,
  file: { readonly bytes: Uint8Array; readonly contentType: string } | undefined,
): void {
  if (file === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    "content-type": file.contentType,
    "content-length": String(file.bytes.length),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  response.end(file.bytes);
}
