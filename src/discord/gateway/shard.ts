import {
  CloseCodes,
  WebSocketShard,
  type WebSocketShardDestroyOptions,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
  WebSocketShardStatus,
} from "@discordjs/ws";

import { within } from "../../base/async/within.ts";
import type { ShardContext } from "./shard-context.ts";
import type { GatewaySession } from "./gateway-session.ts";

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
