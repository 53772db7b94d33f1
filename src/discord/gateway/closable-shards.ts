import { setImmediate } from "node:timers/promises";

import { CloseCodes, SimpleShardingStrategy } from "@discordjs/ws";

import { within } from "../../base/async/within.ts";
import { CLOSE_WITHIN_MS, type Socket } from "./shard.ts";

type Manager = ConstructorParameters<typeof SimpleShardingStrategy>[0];
type DestroyOptions = Parameters<SimpleShardingStrategy["destroy"]>[0];

/** The members of the library's shard that are used here. */
interface Shard {
  emit(event: "closed", how: { readonly code: number }): unknown;
  readonly connection: Socket | null;
}

/**
 * The library's sharding strategy, made closable at any moment; abort `ended` before closing. The original has three
 * faults: a shard destroyed while it waits for HELLO or READY reconnects and `destroy` never resolves; one that is
 * still connecting stays open; and its failure ends the process.
 */
export class ClosableShards extends SimpleShardingStrategy {
  constructor(manager: Manager, ended: AbortSignal) {
    super(manager);
    const { options } = manager;
    const retrieve = options.retrieveSessionInfo.bind(options);
    // The library asks for this before each connection: a promise that never resolves keeps it from connecting.
    options.retrieveSessionInfo = (shard) => (ended.aborted ? new Promise(() => {}) : retrieve(shard));
  }

  /** Resolves within about a second. */
  override async destroy(options: DestroyOptions = {}): Promise<void> {
    const shards = shardsOf(this);
    // Makes whatever the shard waits for end as if Discord had closed the connection.
    for (const shard of shards) shard.emit("closed", { code: options.code ?? CloseCodes.Normal });
    await setImmediate();
    const sockets = shards.flatMap(({ connection }) => connection ?? []);
    for (const socket of sockets) socket.on("error", () => {});
    await within(super.destroy(options), CLOSE_WITHIN_MS);
    for (const socket of sockets) socket.terminate();
  }
}

/** Reads a private member of the library, which its documentation doesn't promise. */
function shardsOf(strategy: SimpleShardingStrategy): readonly Shard[] {
  const shards: unknown = Reflect.get(strategy, "shards");
  // A map of the library's own shards, which have the members named above.
  return shards instanceof Map ? [...(shards as ReadonlyMap<number, Shard>).values()] : [];
}
