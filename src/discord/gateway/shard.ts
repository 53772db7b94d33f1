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
import type { GatewaySession } from "./shared-gateway.ts";

/** Discord answers a close within a round trip; a network that is gone never does. */
export const CLOSE_WITHIN_MS = 1000;

/** One connection to the gateway, which knows its ping and can be given up at any moment. */
export class Shard extends WebSocketShard {
  /** Its session, and how far that was read. */
  readonly context: ShardContext;
  #isOpen = false;
  /** Set once it is closed for good. */
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

  /** Between a heartbeat and its acknowledgment; -1 before the first. */
  get pingMs(): number {
    return this.#pingMs;
  }

  /**
   * Never rejects, and begins nothing anew once it is closed for good. What goes wrong at the same moment in two ways
   * closes the shard twice, and the second one finds it connecting again: that is no failure.
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
   * Takes nothing more from now on. Returns the session, for whoever goes on with it, and what resolves once the
   * connection is closed: `isOver` tells Discord that nobody will.
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

  /** Forgets its session. Never rejects. */
  async logInAnew(): Promise<void> {
    await this.destroy({ recover: WebSocketShardDestroyRecovery.Reconnect });
  }

  /**
   * Within a second or so. One that is still opening is closed as soon as it is open: the library takes the listeners
   * off a socket that it closes, and one that then fails to open would end the process.
   */
  async #close(code: number): Promise<void> {
    const socket = socketOf(this);
    socket?.on("error", () => {});
    // What waits for HELLO or READY ends as if Discord had closed the connection.
    this.emit(WebSocketShardEvents.Closed, { code });
    if (this.status === WebSocketShardStatus.Connecting && !this.#isOpen) return socket?.terminate();
    await within(this.destroy({ reason: "The bot stops" }), CLOSE_WITHIN_MS);
    socket?.terminate();
  }
}

/** What of the library's socket is used here. */
export interface Socket {
  on(event: "error", listener: () => void): unknown;
  terminate(): void;
}

/** The library's own socket; no part of its documented interface, so that it may be missing. */
function socketOf(shard: WebSocketShard): Socket | undefined {
  const socket: unknown = Reflect.get(shard, "connection");
  const isSocket = typeof socket === "object" && socket !== null && "terminate" in socket && "on" in socket;
  return isSocket ? (socket as Socket) : undefined;
}
