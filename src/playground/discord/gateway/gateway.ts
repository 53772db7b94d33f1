import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

import { GatewayCloseCodes, GatewayOpcodes } from "discord-api-types/v10";

import { type WebSocket, WebSocketServer } from "ws";

import type { Log } from "../../../base/log.ts";
import type { Fault } from "../fault-injector.ts";
import type { LocalState } from "../local-api.ts";
import type { Traffic } from "../traffic.ts";
import { shardOf } from "../world/snowflake.ts";
import { OP_NAMES, parse, type Received, zlibStream } from "./received.ts";
import { Handshake, type HandshakeOptions } from "./handshake.ts";
import { SessionRegistry, type Connection, deliver, type Session } from "./session-registry.ts";

export interface GatewayOptions extends HandshakeOptions {
  readonly log: Log;
  readonly traffic: Traffic;
  readonly heartbeatIntervalMs: number;
}

const MOST_SENT_A_MINUTE = 120;

export class Gateway {
  readonly #options: GatewayOptions;
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1 << 20 });
  readonly #sessions = new SessionRegistry();
  readonly #handshake: Handshake;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#handshake = new Handshake(options, this.#sessions, (session, name, data) =>
      this.#deliver(session, name, data),
    );
  }

  /** Accepts this server's WebSocket upgrades on `/gateway`. */
  attach(server: Server): void {
    server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const isGateway = url.pathname === "/gateway" || url.pathname === "/gateway/";
      if (!isGateway || request.headers.origin !== undefined) {
        socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
        return;
      }
      this.#server.handleUpgrade(request, socket, head, (ws) => {
        this.#accept(ws, url.searchParams);
      });
    });
  }

  get maxConcurrency(): number {
    return this.#options.maxConcurrency;
  }

  startLimit(): ReturnType<SessionRegistry["startLimit"]> {
    return this.#sessions.startLimit();
  }

  /** Sends to the server's shard, else shard 0, where intents allow. Returns whether any session was connected. */
  dispatch(
    name: string,
    data: unknown,
    to: { readonly guildId?: string; readonly intent?: number },
  ): boolean {
    let text: string | undefined;
    let isHeard = false;
    for (const session of this.#sessions.all()) {
      const [id, count] = session.shard;
      const meant = to.guildId === undefined ? 0 : shardOf(to.guildId, count);
      if (meant !== id || (to.intent !== undefined && (session.intents & to.intent) === 0)) continue;
      text ??= JSON.stringify(data);
      this.#deliver(session, name, text);
      isHeard ||= session.connection !== undefined;
    }
    return isHeard;
  }

  injectFault(fault: Fault): void {
    for (const session of this.#sessions.all()) {
      if ("shard" in fault && fault.shard !== undefined && fault.shard !== session.shard[0]) continue;
      const { connection } = session;
      if (connection === undefined) continue;
      if (fault.kind === "drop-gateway") this.#drop(connection, fault.code);
      if (fault.kind === "reconnect") connection.send('{"op":7,"d":null,"s":null,"t":null}');
      if (fault.kind === "invalid-session") this.#invalidate(connection, fault.resumable);
    }
  }

  state(): Pick<LocalState, "identifies" | "resumes" | "sessions"> {
    const sessions = this.#sessions.all().map(({ id, shard, intents, connection, sequence }) => {
      return { id, shard, intents, sequence, isConnected: connection !== undefined };
    });
    return { identifies: this.#sessions.identifies, resumes: this.#sessions.resumes, sessions };
  }

  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  #accept(socket: WebSocket, query: URLSearchParams): void {
    const compress = query.get("compress");
    const version = query.get("v");
    const zlib = compress === "zlib-stream" ? zlibStream((bytes) => this.#sendRaw(socket, bytes)) : undefined;
    const connection: Connection = {
      socket,
      send: zlib ?? ((text) => this.#sendRaw(socket, text)),
      session: undefined,
      heartbeatAt: performance.now(),
      sent: 0,
      sentSince: performance.now(),
    };
    socket.on("error", () => socket.terminate());
    if (version !== null && version !== "10" && version !== "9") {
      return socket.close(GatewayCloseCodes.InvalidAPIVersion, "Invalid API version");
    }
    if (query.get("encoding") === "etf" || (compress !== null && zlib === undefined)) {
      return socket.close(GatewayCloseCodes.DecodeError, "Only JSON, plain or as zlib-stream");
    }
    this.#watch(connection);
    connection.send(
      `{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":${this.#options.heartbeatIntervalMs},"_trace":[]}}`,
    );
  }

  #watch(connection: Connection): void {
    const { socket } = connection;
    const interval = this.#options.heartbeatIntervalMs;
    const watch = setInterval(() => {
      if (performance.now() - connection.heartbeatAt > interval * 2)
        socket.close(GatewayCloseCodes.SessionTimedOut, "Session timed out");
    }, interval).unref();
    socket.on("message", (data: Buffer) => {
      this.#receive(connection, data.toString("utf8"));
    });
    socket.on("close", (code: number) => {
      clearInterval(watch);
      this.#lost(connection, code);
    });
  }

  #lost(connection: Connection, code: number): void {
    const { session } = connection;
    if (session === undefined || session.connection !== connection) return;
    session.connection = undefined;
    session.lostAt = performance.now();
    // As with Discord, the session ends when the bot closes with 1000 or 1001.
    if (code === 1000 || code === 1001) this.#sessions.remove(session);
  }

  #receive(connection: Connection, text: string): void {
    const now = performance.now();
    if (now - connection.sentSince > 60_000) {
      connection.sentSince = now;
      connection.sent = 0;
    }
    connection.sent += 1;
    if (connection.sent > MOST_SENT_A_MINUTE) {
      return connection.socket.close(GatewayCloseCodes.RateLimited, "You are being rate limited.");
    }
    const message = parse(text);
    if (message === undefined) {
      return connection.socket.close(GatewayCloseCodes.DecodeError, "Error while decoding payload.");
    }
    this.#handle(connection, message, text);
  }

  #handle(connection: Connection, message: Received, text: string): void {
    if (message.op !== GatewayOpcodes.Heartbeat) {
      const what = OP_NAMES.get(message.op) ?? `op ${message.op}`;
      this.#options.traffic.add({ from: "bot", over: "gateway", what, bytes: text.length, body: text });
    }
    if (message.op === GatewayOpcodes.Heartbeat) this.#heartbeat(connection);
    else if (message.op === GatewayOpcodes.Identify) this.#handshake.identify(connection, message.d);
    else if (message.op === GatewayOpcodes.Resume) this.#handshake.resume(connection, message.d);
    else if (connection.session === undefined)
      connection.socket.close(GatewayCloseCodes.NotAuthenticated, "Not authenticated.");
    else if (!OP_NAMES.has(message.op))
      connection.socket.close(GatewayCloseCodes.UnknownOpcode, "Unknown opcode.");
  }

  #heartbeat(connection: Connection): void {
    connection.heartbeatAt = performance.now();
    if (this.#options.faults.take("silent-heartbeat") === undefined)
      connection.send('{"op":11,"d":null,"s":null,"t":null}');
  }

  #deliver(session: Session, name: string, data: string): void {
    const text = deliver(session, name, data);
    const { connection } = session;
    this.#options.traffic.add({
      from: "discord",
      over: "gateway",
      what: name,
      bytes: text.length,
      body: text,
    });
    if (connection === undefined) return;
    const slow = this.#options.faults.take("slow-gateway");
    if (slow === undefined) connection.send(text);
    else setTimeout(() => connection.send(text), slow.ms).unref();
  }

  #drop(connection: Connection, code: number | undefined): void {
    if (code === undefined) connection.socket.terminate();
    else connection.socket.close(code, "Dropped on request.");
  }

  #invalidate(connection: Connection, resumable: boolean): void {
    const { session } = connection;
    if (session !== undefined && !resumable) {
      this.#sessions.remove(session);
      connection.session = undefined;
    }
    connection.send(`{"op":9,"d":${resumable},"s":null,"t":null}`);
  }

  #sendRaw(socket: WebSocket, data: string | Uint8Array): void {
    if (socket.readyState === socket.OPEN) socket.send(data);
  }
}
