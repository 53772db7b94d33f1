import type { IncomingMessage, Server, ServerResponse } from "node:http";

import { ApplicationWebhookEventType, InteractionResponseType, InteractionType } from "discord-api-types/v10";
import { z } from "zod";

import { limitConnections } from "../../base/async/limit-connections.ts";
import { listening } from "../../base/async/listening.ts";
import { sleep } from "../../base/async/sleep.ts";
import { within } from "../../base/async/within.ts";
import { type Clock, systemClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { jsonOrNothing } from "../../base/json.ts";
import type { Log } from "../../base/log.ts";
import type { Metrics } from "../../base/metrics.ts";
import type { Application } from "../command/describe-application.ts";
import type { Incoming, InteractionSource, SourceHealth } from "../interaction/incoming.ts";
import { BodyReader, claimedSignature, createSignatureCheck, type SignatureCheck } from "./request.ts";

/** Where interactions are received over HTTP. */
export interface EndpointSettings {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The public address that leads here. If given, the bot sets it at Discord; else the operator enters it there. */
  readonly url?: string;
}

interface EndpointParts extends EndpointSettings {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly onInteraction: (incoming: Incoming) => void;
  /** Called with the id of a member who took the application from their account. */
  readonly onDeauthorized?: ((memberId: string) => Promise<void>) | undefined;
}

/** The HTTP status of each result, by the name it has in the metrics. */
const STATUS = {
  accepted: 202,
  ping: 200,
  event: 204,
  unreadable: 400,
  unsigned: 401,
  stale: 401,
  "wrong-path": 404,
  "wrong-method": 405,
  "too-large": 413,
  busy: 503,
} as const;

interface Outcome {
  readonly name: keyof typeof STATUS;
  /** The interaction to handle, if the request was one. */
  readonly incoming?: Incoming;
}

const PATH = "/interactions";
/** Discord's webhook events: https://discord.com/developers/docs/events/webhook-events */
const EVENTS_PATH = "/events";
const PONG = JSON.stringify({ type: InteractionResponseType.Pong });
/** Older requests are refused: nobody waits for their reply. Allows for clocks that differ. */
const FRESH_MS = 5 * MINUTE_MS;

const ARRIVES_WITHIN_MS = 5_000;
/**
 * Longer than the idle timeout of load balancers: the side that closes first must not be ours, or a request gets lost.
 */
const KEPT_OPEN_MS = 620_000;
const MOST_CONNECTIONS = 1_024;
/** How long a request that has begun to arrive may take while we close. */
const CLOSED_WITHIN_MS = 500;

/**
 * Receives interactions that Discord posts, instead of the gateway. Each is accepted with 202 and answered by a
 * callback, as over the gateway: a repeated one, here or on another node, is refused by Discord at the callback.
 * https://discord.com/developers/docs/interactions/overview#preparing-for-interactions
 */
export class InteractionsEndpoint implements InteractionSource {
  readonly hasOthers = true;
  readonly #parts: EndpointParts;
  readonly #bodies = new BodyReader();
  #server: Server | undefined;
  #isSigned: SignatureCheck | undefined;
  #isClosed = false;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  /**
   * Starts listening, and accepts only what is signed with the application's key. Throws "bad-settings" where the port
   * can't be used, "busy" without a key.
   */
  async open(asked: Promise<Pick<Application, "verify_key">>): Promise<void> {
    const { verify_key } = await asked;
    this.#isSigned = createSignatureCheck(verify_key);
    if (this.#server !== undefined) return;
    // Node's HTTP server is large: a bot on the gateway never loads it.
    const { createServer } = await import("node:http");
    const limits = {
      maxHeaderSize: 16_384,
      headersTimeout: ARRIVES_WITHIN_MS,
      requestTimeout: ARRIVES_WITHIN_MS,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: KEPT_OPEN_MS,
    };
    const server = createServer(limits, (request, response) => void this.#handle(request, response));
    limitConnections(server, MOST_CONNECTIONS);
    const address = await listening(server, this.#parts, "INTERACTIONS_HOST, INTERACTIONS_PORT");
    this.#server = server;
    if (this.#isClosed) return this.close();
    this.#parts.log.info("Listening for interactions", { address: address + PATH });
  }

  health(): SourceHealth {
    const isReady = this.#server?.listening === true;
    return { isReady, shards: [], reasons: isReady ? [] : ["not listening for interactions"] };
  }

  /**
   * Stops for good. For `noticeMs` it still accepts requests and asks for their connections to be closed, then only
   * those that have begun to arrive. Never rejects.
   */
  async close(noticeMs = 0): Promise<void> {
    this.#isClosed = true;
    if (this.#server !== undefined && noticeMs > 0) await sleep(noticeMs);
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    await within(new Promise<void>((resolve) => void server.close(() => resolve())), CLOSED_WITHIN_MS);
    server.closeAllConnections();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { name, incoming } = await this.#take(request);
      this.#parts.metrics.count("interaction_requests_total", { outcome: name });
      this.#respond(request, response, name);
      // The 202 goes first: the callback should not overtake it.
      if (incoming !== undefined) this.#parts.onInteraction(incoming);
    } catch {
      // The sender closed the connection.
      response.destroy();
    }
  }

  /** Verifies the signature before it parses anything of a request. */
  async #take(request: IncomingMessage): Promise<Outcome> {
    const { method, url = "", headers } = request;
    const path = url.split("?", 1)[0];
    if (path !== PATH && path !== EVENTS_PATH) return { name: "wrong-path" };
    if (method !== "POST") return { name: "wrong-method" };
    const claimed = claimedSignature(headers);
    if (claimed === undefined) return { name: "unsigned" };
    const body = await this.#bodies.read(request);
    if (typeof body === "string") return { name: body };
    if (this.#isSigned?.(claimed, body) !== true) return { name: "unsigned" };
    if (this.#isStale(claimed.timestamp)) return { name: "stale" };
    return path === PATH ? read(body) : this.#takeEvent(body);
  }

  /** Other events, and Discord's check of the address, are only accepted. What isn't stored is sent again. */
  async #takeEvent(body: Buffer): Promise<Outcome> {
    const read = webhookEvent.safeParse(jsonOrNothing(body.toString()));
    if (!read.success) return UNREADABLE;
    const { event } = read.data;
    if (event?.type !== ApplicationWebhookEventType.ApplicationDeauthorized) return { name: "event" };
    const { onDeauthorized, log } = this.#parts;
    const member = webhookUser.safeParse(event.data);
    if (!member.success) return UNREADABLE;
    try {
      await onDeauthorized?.(member.data.user.id);
      return { name: "event" };
    } catch (error) {
      log.error("That a member left could not be stored; Discord tells it again", {}, error);
      return { name: "busy" };
    }
  }

  /**
   * Compares with the bot's clock, which may be the database server's, and with this machine's: either may be wrong.
   */
  #isStale(timestamp: string): boolean {
    const { clock, log } = this.#parts;
    const ages = [clock.now(), systemClock.now()].map((now) => now - Number(timestamp) * 1000);
    if (ages.some((ms) => Math.abs(ms) <= FRESH_MS)) return false;
    const [ms] = ages;
    log.warn("An interaction of another time was refused: it is replayed, or this machine's clock is wrong", {
      ms,
    });
    return true;
  }

  #respond(request: IncomingMessage, response: ServerResponse, name: Outcome["name"]): void {
    // A body that was not read to its end would be taken for the next request. Senders other than Discord get their
    // connection closed.
    const isDiscord = name === "accepted" || name === "ping" || name === "event";
    const isLast = this.#isClosed || !request.complete || !isDiscord;
    const body = name === "ping" ? PONG : "";
    response.writeHead(STATUS[name], {
      "content-length": body.length,
      ...(body !== "" && { "content-type": "application/json" }),
      ...(name === "wrong-method" && { allow: "POST" }),
      ...(isLast && { connection: "close" }),
    });
    response.end(body);
  }
}

/** Returns what a signed body asks for. */
function read(body: Buffer): Outcome {
  const value = Object(jsonOrNothing(body.toString())) as Partial<Incoming>;
  if (value.type === InteractionType.Ping) return { name: "ping" };
  const isWhole = typeof value.id === "string" && typeof value.token === "string";
  // Signed by Discord, so it is trusted like an event of the gateway.
  return isWhole && KINDS.has(value.type) ? { name: "accepted", incoming: value as Incoming } : UNREADABLE;
}

const webhookEvent = z.object({
  type: z.int(),
  event: z.object({ type: z.string(), data: z.unknown() }).optional(),
});
const webhookUser = z.object({ user: z.object({ id: z.string().regex(/^\d{1,20}$/) }) });

const UNREADABLE: Outcome = { name: "unreadable" };
const KINDS: ReadonlySet<unknown> = new Set([
  InteractionType.ApplicationCommand,
  InteractionType.MessageComponent,
  InteractionType.ApplicationCommandAutocomplete,
  InteractionType.ModalSubmit,
]);
