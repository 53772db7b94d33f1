import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { CommandRegistry } from "./commands.ts";
import type { Core } from "./core.ts";
import { FaultInjector } from "./fault-injector.ts";
import { Gateway } from "./gateway/gateway.ts";
import { EventBus } from "./event-bus.ts";
import { watchIdleThreads } from "./idle-threads.ts";
import { InteractionDispatcher } from "./interaction/dispatcher.ts";
import { InteractionsEndpoint } from "./interaction/endpoint.ts";
import { type ElapsedMs, InteractionStore } from "./interaction/interaction-store.ts";
import type { LocalApi, LocalEvent } from "./local-api.ts";
import { createFileStore, createUploadStore } from "./message/file-store.ts";
import { MessageStore } from "./message/message-store.ts";
import { type LookAt, Previews } from "./message/previews.ts";
import { MessageWriter } from "./message/write-message.ts";
import { createLocalApi } from "./local-api/create-local-api.ts";
import { LocalApiServer } from "./local-api/http-server.ts";
import { sendJson } from "./rest/body.ts";
import { Nonces } from "./rest/nonces.ts";
import { RateLimits } from "./rest/rate-limits.ts";
import { RestServer } from "./rest/rest-server.ts";
import { Traffic } from "./traffic.ts";
import { defaultWorld } from "./world/default-world.ts";
import type { World } from "./world/world.ts";

export interface DiscordOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Only a `MovableClock` can be moved, by `local.moveClock`. */
  readonly clock: Clock;
  readonly log: Log;
  readonly world?: World;
  readonly token?: string;
  /** A loopback address; by default 127.0.0.1. */
  readonly host?: string;
  readonly rateLimits?: "discord" | "off";
  readonly heartbeatIntervalMs?: number;
  readonly maxConcurrency?: number;
  /** Minimum time between two IDENTIFYs of a bucket: 5 s with Discord; by default 0. */
  readonly identifyEveryMs?: number;
  /** Measures the age of interactions; by default performance.now. */
  readonly elapsedMs?: ElapsedMs;
  /** Time for the first answer; by default 3 s, as with Discord. */
  readonly answerWithinMs?: number;
  /** How long an interaction's token is valid; by default 15 min, as with Discord. */
  readonly tokenLifeMs?: number;
  /** Reads linked pages for previews; absent: no previews. */
  readonly lookAt?: LookAt;
  /** How long a nonce is remembered; Discord says "the past few minutes". */
  readonly nonceWindowMs?: number;
}

export interface LocalDiscord {
  /** For `DISCORD_API_URL`: `http://127.0.0.1:PORT/api`. */
  readonly url: string;
  readonly token: string;
  /** The methods of `/local`, called directly. */
  readonly local: LocalApi;
  /** Sends this person's events to `listener`. Returns the function that stops it. */
  listen(person: string, listener: (event: LocalEvent) => void): () => void;
  close(): Promise<void>;
}

const HEARTBEAT_MS = 41_250;

/** Starts and returns a local Discord on a loopback port; rejects when the port is taken. */
export async function startDiscord(options: DiscordOptions): Promise<LocalDiscord> {
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 });
  const host = options.host ?? "127.0.0.1";
  server.listen(options.port, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const core = build(options, `http://${host}:${port}`);
  const local = createLocalApi(core);
  // Views of messages depend on the time.
  const stopHearing = core.clock.onJump?.(() => core.eventBus.worldChanged());
  const stopArchiving = watchIdleThreads(core);
  core.gateway.attach(server);
  server.on("request", handler(core, local));
  return {
    url: `${core.site.origin}/api`,
    token: core.token,
    local,
    listen: (person, listener) => core.eventBus.listen(person, listener),
    close: async () => {
      stopHearing?.();
      stopArchiving();
      core.interactions.stopTimers();
      core.gateway.close();
      core.endpoint.close();
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

function build(options: DiscordOptions, origin: string): Core {
  const { clock, log } = options;
  const world = options.world ?? defaultWorld(clock);
  const site = { origin };
  const token = options.token ?? `${Buffer.from(world.bot.id).toString("base64url")}.local.${newSecret()}`;
  const faults = new FaultInjector();
  const traffic = new Traffic(clock, [token]);
  const files = createFileStore();
  const messages = new MessageStore(files);
  const gateway = new Gateway({
    world,
    token,
    log,
    faults,
    traffic,
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? HEARTBEAT_MS,
    maxConcurrency: options.maxConcurrency ?? 1,
    identifyEveryMs: options.identifyEveryMs ?? 0,
    url: `${origin.replace("http", "ws")}/gateway`,
  });
  const eventBus = new EventBus({ world, gateway, site });
  const elapsedMs = options.elapsedMs ?? (() => performance.now());
  const interactions = new InteractionStore(elapsedMs, options);
  const { answerWithinMs } = interactions;
  const endpoint = new InteractionsEndpoint({ world, clock, traffic, answerWithinMs });
  const limits = new RateLimits(() => Math.round(performance.timeOrigin + performance.now()));
  limits.mode = options.rateLimits ?? "discord";
  return {
    clock,
    log,
    site,
    world,
    files,
    uploads: createUploadStore(),
    messages,
    gateway,
    eventBus,
    interactions,
    faults,
    traffic,
    limits,
    token,
    writer: new MessageWriter({ world, files, messages, site }),
    previews: new Previews({ world, messages, eventBus, log, lookAt: options.lookAt }),
    commands: new CommandRegistry(world),
    dispatcher: new InteractionDispatcher({
      world,
      interactions,
      gateway,
      endpoint,
      eventBus,
      messages,
      faults,
    }),
    endpoint,
    nonces: new Nonces(clock, options.nonceWindowMs),
  };
}

function newSecret(): string {
  return randomBytes(24).toString("hex");
}

function handler(core: Core, local: LocalApi) {
  const rest = new RestServer(core);
  const people = new LocalApiServer(core, local);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    // Web pages are refused: they send an Origin, or a Host that isn't loopback.
    if (!isLoopback(request.headers.host) || request.headers.origin !== undefined)
      response.writeHead(403).end();
    else if (RestServer.owns(path)) await rest.handle(request, response);
    else if (LocalApiServer.owns(path)) await people.handle(request, response);
    else sendJson(response, 404, { message: "404: Not Found", code: 0 });
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    response.on("error", () => response.destroy());
    handle(request, response).catch((error: unknown) => {
      if (!request.socket.destroyed) core.log.warn("a request to the local Discord broke off", {}, error);
      response.destroy();
    });
  };
}

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(?:127\.0\.0\.\d{1,3}|localhost|\[::1\])(?::\d+)?$/.test(host);
}
