import {
  CloseCodes,
  managerToFetchingStrategyOptions,
  SimpleContextFetchingStrategy,
  SimpleShardingStrategy,
  type WebSocketManager,
  WebSocketShard,
  type WebSocketShardDestroyOptions,
  WebSocketShardEvents,
  WebSocketShardStatus,
} from "@discordjs/ws";

import { within } from "../../base/async/within.ts";

/** Discord answers a close within a round trip; a network that is gone never does. */
const CLOSE_WITHIN_MS = 1000;

/** One connection to the gateway, which knows its ping and can be given up at any moment. */
export class Shard extends WebSocketShard {
  #isOpen = false;
  #isRetired = false;
  #pingMs = -1;

  constructor(...given: ConstructorParameters<typeof WebSocketShard>) {
    super(...given);
    this.on(WebSocketShardEvents.Closed, () => void (this.#isOpen = false));
    this.on(WebSocketShardEvents.HeartbeatComplete, ({ latency }) => void (this.#pingMs = latency));
    this.on(WebSocketShardEvents.Hello, () => {
      this.#isOpen = true;
      if (this.#isRetired) void this.destroy();
    });
  }

  get isReady(): boolean {
    return this.#isOpen && this.status === WebSocketShardStatus.Ready;
  }

  /** Between a heartbeat and its acknowledgment; -1 before the first. */
  get pingMs(): number {
    return this.#pingMs;
  }

  /**
   * Never rejects, and begins nothing anew once retired. What goes wrong at the same moment in two ways closes the
   * shard twice, and the second one finds it connecting again: that is no failure.
   */
  override async destroy(options: WebSocketShardDestroyOptions = {}): Promise<void> {
    const { recover, ...ending } = options;
    const isFinal = this.#isRetired || recover === undefined;
    try {
      await super.destroy(isFinal ? ending : { ...ending, recover });
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      this.emit(WebSocketShardEvents.Debug, { message: `could not be closed: ${reason}` });
    }
  }

  /**
   * Closes it for good, within a second or so. One that is still opening is closed as soon as it is open: the library
   * takes the listeners off a socket that it closes, and one that then fails to open would end the process.
   */
  async retire(): Promise<void> {
    this.#isRetired = true;
    const socket = socketOf(this);
    socket?.on("error", () => {});
    // What waits for HELLO or READY ends as if Discord had closed the connection.
    this.emit(WebSocketShardEvents.Closed, { code: CloseCodes.Normal });
    if (this.status === WebSocketShardStatus.Connecting && !this.#isOpen) return socket?.terminate();
    await within(this.destroy({ reason: "The bot stops" }), CLOSE_WITHIN_MS);
    socket?.terminate();
  }
}

interface Socket {
  on(event: "error", listener: () => void): unknown;
  terminate(): void;
}

/** The library's own socket; no part of its documented interface, so that it may be missing. */
function socketOf(shard: WebSocketShard): Socket | undefined {
  const socket: unknown = Reflect.get(shard, "connection");
  const isSocket = typeof socket === "object" && socket !== null && "terminate" in socket && "on" in socket;
  return isSocket ? (socket as Socket) : undefined;
}

/** Runs all shards in this process, each told to `onShard` before it connects. */
export class Shards extends SimpleShardingStrategy {
  readonly #manager: WebSocketManager;
  readonly #onShard: (shard: Shard) => void;
  #shards: readonly Shard[] = [];

  constructor(manager: WebSocketManager, onShard: (shard: Shard) => void) {
    super(manager);
    this.#manager = manager;
    this.#onShard = onShard;
  }

  get all(): readonly Shard[] {
    return this.#shards;
  }

  override async spawn(ids: number[]): Promise<void> {
    const options = await managerToFetchingStrategyOptions(this.#manager);
    const context = new SimpleContextFetchingStrategy(this.#manager, options);
    this.#shards = ids.map((id) => new Shard(context, id));
    for (const shard of this.#shards) this.#onShard(shard);
  }

  override async connect(): Promise<void> {
    await Promise.all(this.#shards.map((shard) => shard.connect()));
  }

  override async destroy(): Promise<void> {
    await Promise.all(this.#shards.map((shard) => shard.retire()));
  }
}
