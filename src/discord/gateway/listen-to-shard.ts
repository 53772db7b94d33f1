import { WebSocketShardEvents } from "@discordjs/ws";
import { GatewayDispatchEvents } from "discord-api-types/v10";

import type { Log } from "../../base/log.ts";
import type { Incoming } from "../interaction/incoming.ts";
import { FINAL } from "./close-reasons.ts";
import type { Shard } from "./shard.ts";

interface ShardListener {
  readonly log: Log;
  readonly onInteraction: (incoming: Incoming) => void;
  /** Called when Discord closes the shard and accepts no reconnect. */
  readonly onFinal: (code: number, reason: string) => void;
}

/** Interactions older than this can't be acknowledged any more. */
const ACKNOWLEDGED_WITHIN_MS = 3_000;

export function listenToShard(shard: Shard, { log, onInteraction, onFinal }: ShardListener): void {
  const { id } = shard;
  let sequence = 0;
  let tries = 0;
  /** Until then events may be repeats of what another process read before it was killed. */
  let repeatsUntil = shard.context.session === null ? 0 : Number.POSITIVE_INFINITY;
  shard.on(WebSocketShardEvents.Dispatch, ({ data }) => {
    const isInteraction = data.t === GatewayDispatchEvents.InteractionCreate;
    if (!isInteraction || !shard.context.takes(data.s)) return;
    const incoming = data.d as Incoming;
    const isRepeated = performance.now() < repeatsUntil;
    onInteraction(isRepeated ? { ...incoming, isRepeated } : incoming);
  });
  shard.on(WebSocketShardEvents.Hello, () => {
    sequence = shard.context.sequence;
    tries = 0;
  });
  shard.on(WebSocketShardEvents.Ready, () => {
    repeatsUntil = 0;
    log.debug("A shard is ready", { shard: id });
  });
  shard.on(WebSocketShardEvents.Resumed, () => {
    repeatsUntil = Math.min(repeatsUntil, performance.now() + ACKNOWLEDGED_WITHIN_MS);
    log.info("Resumed at Discord", { shard: id, count: shard.context.sequence - sequence });
  });
  shard.on(WebSocketShardEvents.Error, ({ error }) =>
    log.warn("the gateway connection failed", { shard: id }, error),
  );
  shard.on(WebSocketShardEvents.Closed, ({ code }) => {
    const reason = FINAL[code];
    if (reason !== undefined) return onFinal(code, reason);
    // The library emits this for connections we close, too.
    if (shard.isLeft) return;
    tries += 1;
    if (isPowerOfTwo(tries)) log.info("Reconnecting to Discord", { shard: id, code, count: tries });
  });
}

/** Says which of the tries in a row are logged: while Discord is down the library makes two a second. */
function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}
