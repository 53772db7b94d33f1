import { setImmediate } from "node:timers/promises";

import { CloseCodes, SimpleShardingStrategy } from "@discordjs/ws";

import { within } from "../../base/async/within.ts";
import { CLOSE_WITHIN_MS, type Socket } from "./shard.ts";

type Manager = ConstructorParameters<typeof SimpleShardingStrategy>[0];
type DestroyOptions = Parameters<SimpleShardingStrategy["destroy"]>[0];

/** What of the library's shard is used here. */
interface Shard {
  emit(event: "closed", how: { readonly code: number }): unknown;
  readonly connection: Socket | null;
}

/**
 * discord.js's shards in this process, which can be closed whatever they are at; `ended` is aborted before that. Of
 * the library's own, one that is destroyed while it waits for HELLO or READY connects anew, and `destroy` never
 * resolves; one that is still connecting is left open, and its failure ends the process.
 */
export class ClosableShards extends SimpleShardingStrategy {
  constructor(manager: Manager, ended: AbortSignal) {
    super(manager);
    const { options } = manager;
    const retrieve = options.retrieveSessionInfo.bind(options);
    // Asked before each connection: without an answer none is opened.
    options.retrieveSessionInfo = (shard) => (ended.aborted ? new Promise(() => {}) : retrieve(shard));
  }

  /** Resolves within a second or so. */
  override async destroy(options: DestroyOptions = {}): Promise<void> {
    const shards = shardsOf(this);
    // What they wait for ends as if Discord had closed the connection, and with it what would connect anew.
    for (const shard of shards) shard.emit("closed", { code: options.code ?? CloseCodes.Normal });
    await setImmediate();
    const sockets = shards.flatMap(({ connection }) => connection ?? []);
    for (const socket of sockets) socket.on("error", () => {});
    await within(super.destroy(options), CLOSE_WITHIN_MS);
    for (const socket of sockets) socket.terminate();
  }
}

/** No part of the library's documented interface. */
function shardsOf(strategy: SimpleShardingStrategy): readonly Shard[] {
  const shards: unknown = Reflect.get(strategy, "shards");
  // A map of the library's own shards, which have what is named above.
  return shards instanceof Map ? [...(shards as ReadonlyMap<number, Shard>).values()] : [];
}
