import { isIP } from "node:net";

import {
  CloseCodes,
  DefaultWebSocketManagerOptions,
  type FetchingStrategyOptions,
  type IContextFetchingStrategy,
  type IIdentifyThrottler,
  WebSocketShard,
  type WebSocketShardDestroyOptions,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
  WebSocketShardStatus,
} from "@discordjs/ws";
import { type APIGatewayBotInfo, Routes } from "discord-api-types/v10";
import type { REST } from "@discordjs/rest";

import { within } from "../../base/async/within.ts";
import type { GatewaySession } from "./session-keeper.ts";
import type { Secret } from "../../base/secret.ts";
import { MilepostError } from "../../base/errors.ts";

/** Discord answers a close within a round trip; a dead network never does. */
export const CLOSE_WITHIN_MS = 1000;

const RESUMING: number = CloseCodes.Resuming;

/** One connection to the gateway that measures its ping and can be closed at any moment. */
export class Shard extends WebSocketShard {
  /** Its session and position. */
  readonly context: ShardContext;
  #isOpen = false;
  /** The close code, once it is closed for good. */
  #endCode: number | undefined;
  #pingMs = -1;

  constructor(id: number, context: ShardContext) {
    super(context, id);
    this.context = context;
    this.on(WebSocketShardEvents.Closed, () => void (this.#isOpen = false));
    this.on(WebSocketShardEvents.HeartbeatComplete, ({ latency }) => void (this.#pingMs = latency));
    this.on(WebSocketShardEvents.Hello, () => {
      this.#isOpen = true;
      if (this.#endCode !== undefined) void this.destroy();
    });
  }

  /** Whether it is closed for good. */
  get isLeft(): boolean {
    return this.#endCode !== undefined;
  }

  get isReady(): boolean {
    return this.#isOpen && this.status === WebSocketShardStatus.Ready;
  }

  /** Milliseconds between a heartbeat and its acknowledgment; -1 before the first. */
  get pingMs(): number {
    return this.#pingMs;
  }

  /** Calls the listener before all others when the connection was closed, but for a RESUME of our own. */
  onClosed(listener: () => void): void {
    this.prependListener(WebSocketShardEvents.Closed, ({ code }) => {
      if (code !== RESUMING) listener();
    });
  }

  /** Calls the listener when the session was resumed. */
  onResumed(listener: () => void): void {
    this.on(WebSocketShardEvents.Resumed, listener);
  }

  /**
   * Never rejects, and reconnects no more once the shard is closed for good. Two failures at the same moment make the
   * library destroy the shard twice; the second time it is connecting already, which is no failure.
   */
  override async destroy(options: WebSocketShardDestroyOptions = {}): Promise<void> {
    const { recover, ...ending } = options;
    const isFinal = this.#endCode !== undefined || recover === undefined;
    const code = this.#endCode === undefined ? {} : { code: this.#endCode };
    try {
      await super.destroy(isFinal ? { ...ending, ...code } : { ...ending, recover });
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      this.emit(WebSocketShardEvents.Debug, { message: `could not be closed: ${reason}` });
    }
  }

  /**
   * Takes no more events. Returns the session to resume, and a promise for the closed connection; `isOver` tells
   * Discord that nobody will resume.
   */
  leave({ isOver }: { readonly isOver: boolean }): {
    readonly session: GatewaySession | null;
    readonly closed: Promise<void>;
  } {
    this.context.close();
    const { session } = this.context;
    // Discord ends a session whose connection is closed with 1000 or 1001.
    this.#endCode = isOver || session === null ? CloseCodes.Normal : CloseCodes.Resuming;
    return { session, closed: this.#close(this.#endCode) };
  }

  /** Forgets the session, so that the next connection logs in anew. Never rejects. */
  async logInAnew(): Promise<void> {
    await this.destroy({ recover: WebSocketShardDestroyRecovery.Reconnect });
  }

  /**
   * Closes within about a second. A connection that is still opening is closed once it is open: the library takes its
   * listeners off a socket it closes, and a later failure of that socket would end the process.
   */
  async #close(code: number): Promise<void> {
    const socket = socketOf(this);
    socket?.on("error", () => {});
    // Makes whatever waits for HELLO or READY end as if Discord had closed the connection.
    this.emit(WebSocketShardEvents.Closed, { code });
    if (this.status === WebSocketShardStatus.Connecting && !this.#isOpen) return socket?.terminate();
    await within(this.destroy({ reason: "The bot stops" }), CLOSE_WITHIN_MS);
    socket?.terminate();
  }
}

/** The members of the library's socket that are used here. */
export interface Socket {
  on(event: "error", listener: () => void): unknown;
  terminate(): void;
}

/** Returns the library's socket, a private member that may be missing. */
function socketOf(shard: WebSocketShard): Socket | undefined {
  const socket: unknown = Reflect.get(shard, "connection");
  const isSocket = typeof socket === "object" && socket !== null && "terminate" in socket && "on" in socket;
  return isSocket ? (socket as Socket) : undefined;
}

/** Discord greets at once. The library would wait for as long as the first connection may take in all. */
const HELLO_WITHIN_MS = 10_000;

export interface ShardContextOptions {
  readonly token: Secret;
  readonly information: APIGatewayBotInfo;
  readonly shardCount: number;
  readonly throttler: IIdentifyThrottler;
  /** The session to resume, if any. */
  readonly session: GatewaySession | undefined;
  readonly onSession: (session: GatewaySession) => void;
}

/** Gives the library what it asks about one shard, and follows how far its session was read. */
export class ShardContext implements IContextFetchingStrategy {
  readonly options: FetchingStrategyOptions;
  readonly #given: ShardContextOptions;
  #session: GatewaySession | null;
  #isClosed = false;

  constructor(given: ShardContextOptions) {
    const { token, information, shardCount, session = null } = given;
    this.#given = given;
    this.#session = session && usable(session, information);
    this.options = {
      ...DefaultWebSocketManagerOptions,
      token: token.reveal(),
      intents: 0,
      // An interaction has 2 KB: inflating it costs as much as reading it, and zlib-stream needs a native package.
      compression: null,
      gatewayInformation: information,
      shardCount,
      helloTimeout: HELLO_WITHIN_MS,
    };
  }

  get session(): GatewaySession | null {
    return this.#session;
  }

  /** The sequence number of the session's last event that this process took; 0 without a session. */
  get sequence(): number {
    return this.#session?.sequence ?? 0;
  }

  /** Ignores further events: whoever resumes the session gets them. */
  close(): void {
    this.#isClosed = true;
  }

  /** Returns whether this process handles the event with this sequence number. */
  takes(sequence: number): boolean {
    return !this.#isClosed || sequence <= this.sequence;
  }

  /**
   * Called by the library before it reconnects. After `close` it never resolves, which keeps the shard from
   * reconnecting.
   */
  async retrieveSessionInfo(): Promise<GatewaySession | null> {
    return this.#isClosed ? new Promise<never>(() => {}) : this.#session;
  }

  updateSessionInfo(_: number, session: GatewaySession | null): void {
    if (this.#isClosed) return;
    this.#session = session && usable(session, this.#given.information);
    if (this.#session !== null) this.#given.onSession(this.#session);
  }

  async waitForIdentify(shardId: number, signal: AbortSignal): Promise<void> {
    await this.#given.throttler.waitForIdentify(shardId, signal);
  }
}

function usable(session: GatewaySession, { url }: APIGatewayBotInfo): GatewaySession {
  return { ...session, resumeURL: resumeUrl(session.resumeURL, url) };
}

/** Returns the gateway's address and login limits. Throws "busy" where a proxy answers in Discord's place. */
export async function askGateway(rest: REST, signal?: AbortSignal): Promise<APIGatewayBotInfo> {
  const information = (await rest.get(Routes.gatewayBot(), { signal })) as Partial<APIGatewayBotInfo>;
  const { url, shards, session_start_limit: limit } = information;
  if (isWhole(shards) && typeof limit?.remaining === "number" && isSocketUrl(url)) {
    const max_concurrency = Math.max(1, Math.trunc(limit.max_concurrency) || 1);
    return { url, shards, session_start_limit: { ...limit, max_concurrency } };
  }
  throw new MilepostError("busy", { reason: "Discord did not say where its gateway is" });
}

/**
 * Returns the address to resume a session at, or the gateway's own where the given one is not Discord's: the token is
 * sent there, and the given one comes from the database.
 */
export function resumeUrl(given: string, gatewayUrl: string): string {
  return isSocketUrl(given) && isBeside(new URL(given), new URL(gatewayUrl)) ? given : gatewayUrl;
}

function isBeside(given: URL, known: URL): boolean {
  if (given.protocol !== known.protocol) return false;
  const domain = domainOf(known);
  return given.host === known.host || (domain !== undefined && domainOf(given) === domain);
}

/** Returns `discord.gg` for `gateway.discord.gg`. */
function domainOf({ hostname }: URL): string | undefined {
  const domain = hostname.slice(hostname.indexOf(".") + 1);
  return isIP(hostname) === 0 && domain !== hostname && domain.includes(".") ? domain : undefined;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isSocketUrl(url: unknown): url is string {
  return typeof url === "string" && URL.canParse(url) && /^wss?:/.test(url);
}
