import { sql } from "kysely";

import type { IdentifyTurns } from "../../discord/gateway/login-quota.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import { sleep } from "../../base/async/sleep.ts";
import type { Shard } from "../../discord/gateway/shard.ts";
import type { ShardSet, ShardSetParts } from "../../discord/gateway/shard-set.ts";
import type { Recounting, GatewayCluster } from "../../discord/gateway/shared-gateway.ts";
import { COUNT_CHANGE, agreeOnShardCount } from "./agree-on-shard-count.ts";
import { type GatewayNodes, SharedShards } from "./shared-shards.ts";
import { backoffMs } from "../../base/async/backoff.ts";
import type { Log } from "../../base/log.ts";
import type { Queries } from "../../storage/schema.ts";
import type { Nodes } from "../../storage/nodes.ts";

interface GatewayClusterParts {
  readonly nodes: Nodes;
  readonly queries: Queries;
  /** Identifies the token: another one has other shards. */
  readonly bot: string;
  readonly log: Log;
}

export function gatewayCluster({ nodes, queries, bot, log }: GatewayClusterParts): GatewayCluster {
  const agreeOnCount = agreeOnShardCount({ queries, bot }, nodes);
  return {
    get hasOthers() {
      return nodes.count > 1;
    },
    agreeOnCount,
    identifyTurns: reservedTurns(identifyTurns(queries), log),
    createShards: (first, recounting) => new RecountingShards({ first, nodes, agreeOnCount, ...recounting }),
  };
}

/** Returns in how many milliseconds it is this process's turn to identify in this bucket. */
type ReserveIdentify = (bucket: number, everyMs: number) => Promise<number>;

/** Returns turns that all processes reserve. */
export function reservedTurns(reserve: ReserveIdentify, log: Log): IdentifyTurns {
  return (bucket, everyMs) => {
    // One turn is reserved at a time, so that a process that ends wastes at most one.
    const queue = new SerialQueue();
    return (signal) => queue.take(() => reservedTurn(() => reserve(bucket, everyMs), signal, log));
  };
}

/** Retries a failed reservation: the library would take its failure for one of the connection. */
async function reservedTurn(reserve: () => Promise<number>, signal: AbortSignal, log: Log): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    const waitMs = await reserve().catch((error: unknown) => {
      if (failures === 0) log.warn("A turn to log in could not be reserved; trying again", {}, error);
      return undefined;
    });
    await sleep(waitMs ?? backoffMs(failures, { firstMs: 250, longestMs: 5_000 }), signal);
    if (waitMs !== undefined) return;
  }
}

/** A longer wait means that the server's clock was set back. */
const LONGEST_LINE = sql.raw(`interval '10 minutes'`);

/**
 * Returns a function that reserves a bucket's next login, for all nodes and by the server's clock, and returns in how
 * many milliseconds it is.
 */
export function identifyTurns(queries: Queries): ReserveIdentify {
  return async (bucket, everyMs) => {
    const every = sql`${everyMs}::int * interval '1 millisecond'`;
    const { rows } = await sql<{ waitMs: number }>`
      insert into identify_slots as slot (bucket, next_at) values (${bucket}, clock_timestamp() + ${every})
      on conflict (bucket) do update set next_at = 
        least(greatest(slot.next_at, clock_timestamp()), clock_timestamp() + ${LONGEST_LINE}) + ${every}
      returning ceil(extract(epoch from next_at - ${every} - clock_timestamp()) * 1000)::int as "waitMs"`.execute(
      queries,
    );
    return Math.max(0, rows[0]?.waitMs ?? everyMs);
  };
}

interface RecountingShardsParts extends Recounting {
  readonly first: ShardSetParts;
  readonly nodes: GatewayNodes;
  readonly agreeOnCount: (need: number) => Promise<number>;
}

const RECOUNT_LOOK_MS = 1_000;
/** While two shard counts run side by side, every interaction arrives twice; so the change is limited in time. */
const RECOUNT_WITHIN_MS = 600_000;
const RECOUNT_AGAIN_MS = 60_000;

/** This process's share of the shards, whose number grows while it runs unless the operator set it. */
export class RecountingShards implements ShardSet {
  readonly #parts: RecountingShardsParts;
  #set: SharedShards;
  /** Shards of the previous count, kept until all of the new count are ready. */
  #old: SharedShards | undefined;
  readonly #recounts = new SerialQueue();
  readonly #follow = () => void this.#recounts.take(() => this.#followCount());
  #stopListening: () => void = () => {};
  #isClosed = false;

  constructor(parts: RecountingShardsParts) {
    this.#parts = parts;
    this.#set = this.#shared(parts.first);
  }

  get shards(): readonly Shard[] {
    return (this.#old ?? this.#set).shards;
  }

  get isOpen(): boolean {
    return (this.#old ?? this.#set).isOpen;
  }

  async open(): Promise<void> {
    const { nodes } = this.#parts;
    await this.#set.open();
    if (this.#isClosed || this.#isFixed) return;
    this.#stopListening = nodes.onChange(COUNT_CHANGE, this.#follow);
    // Another node may have raised the count since this one agreed.
    this.#follow();
  }

  /** Has all nodes run the number of shards Discord recommends. */
  async grow(count: number): Promise<boolean> {
    const { recommended, agreeOnCount, first } = this.#parts;
    const isOver = () => this.#isClosed || this.#set.shardCount > count;
    try {
      const shards = await recommended();
      if (isOver()) return true;
      if (this.#isFixed || shards <= count) return false;
      await agreeOnCount(shards);
      return true;
    } catch (error) {
      if (isOver()) return true;
      first.log.warn("The bot could not get another number of shards", {}, error);
      return false;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    await Promise.all([this.#old?.close({ isOver: false }), this.#set.close({ isOver: false })]);
  }

  /** Whether the operator set the number. */
  get #isFixed(): boolean {
    return this.#parts.first.ids !== undefined;
  }

  #shared(parts: ShardSetParts): SharedShards {
    return new SharedShards({ ...parts, nodes: this.#parts.nodes });
  }

  /** Runs the new number of shards, and keeps the old ones until all new ones are ready. */
  async #followCount(): Promise<void> {
    const { agreeOnCount, partsFor, first } = this.#parts;
    const set = this.#set;
    if (this.#isClosed) return;
    try {
      const count = await agreeOnCount(set.shardCount);
      if (count === set.shardCount || this.#isClosed) return;
      first.log.info("The bot gets another number of shards", { count });
      const next = this.#shared(await partsFor(count));
      if (!this.#isClosed) await this.#replace(set, next);
    } catch (error) {
      first.log.warn("The bot could not get another number of shards; trying again", {}, error);
      setTimeout(this.#follow, RECOUNT_AGAIN_MS).unref();
    }
  }

  async #replace(set: SharedShards, next: SharedShards): Promise<void> {
    [this.#old, this.#set] = [set, next];
    try {
      await next.open();
    } catch (error) {
      await next.close({ isOver: true });
      if (!this.#isClosed) [this.#old, this.#set] = [undefined, set];
      throw error;
    }
    set.settle();
    const giveUpAt = performance.now() + RECOUNT_WITHIN_MS;
    while (!this.#isClosed && performance.now() < giveUpAt && !(await next.isWhole()))
      await sleep(RECOUNT_LOOK_MS);
    this.#old = undefined;
    await set.close({ isOver: true });
  }
}
