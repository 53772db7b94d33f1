import { Poller } from "../../base/async/poller.ts";
import { within } from "../../base/async/within.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { MilepostError } from "../../base/errors.ts";
import {
  idsOf,
  leaveShard,
  refuseWithoutLogins,
  type RunningShard,
  runShard,
  type ShardSetParts,
} from "../../discord/gateway/shard-set.ts";
import type { Shard } from "../../discord/gateway/shard.ts";
import type { GatewaySession } from "../../discord/gateway/session-keeper.ts";
import type { Lease, Nodes } from "../../storage/nodes.ts";
import { ShardWaits } from "./shard-waits.ts";

interface SharedShardsParts extends ShardSetParts {
  readonly nodes: GatewayNodes;
}

/** The other processes, and the leases that shards run under. */
export type GatewayNodes = Pick<Nodes, "count" | "onCount" | "take" | "onChange" | "hint">;

interface HeldShard extends RunningShard {
  readonly lease: Lease;
  /** Whether it resumed its session less than a minute ago. */
  readonly wasJustResumed: () => boolean;
}

/** The hint by which a node with fewer shards than its share asks the others for some. */
const WANTED = "shards-wanted";
const ASK_EVERY_MS = 1_000;
/** Hints can get lost, so the leases are looked at this often as well. */
const LOOK_EVERY_MS = 5_000;
const ALL_HELD_MS = MINUTE_MS;
/** Where the database can't be reached, the process ends anyway: the lease expires by itself. */
const GIVEN_WITHIN_MS = 2_000;

/**
 * The shards this process runs, each under a lease. It takes free ones up to its share at once, and further ones where
 * no other node takes them. With too few it asks the others; with more than its share it hands one over.
 */
export class SharedShards {
  readonly #options: SharedShardsParts;
  readonly #ids: readonly number[];
  readonly #held = new Map<number, HeldShard>();
  readonly #waits: ShardWaits;
  readonly #poller: Poller;
  readonly #stopListening: (() => void)[] = [];
  #isOpen = false;
  #isEnded = false;
  #isFailing = false;

  constructor(options: SharedShardsParts) {
    this.#options = options;
    this.#waits = new ShardWaits(options.clock);
    this.#ids = idsOf(options);
    this.#poller = new Poller({
      clock: options.clock,
      poll: () => this.#poll(),
      onFailure: (error) => this.#failed(error),
      isUnref: true,
    });
  }

  /** The shards this process runs now, by id. */
  get shards(): readonly Shard[] {
    return [...this.#held.values()].map(({ shard }) => shard).sort((a, b) => a.id - b.id);
  }

  get shardCount(): number {
    return this.#options.shardCount;
  }

  /** Whether all shards it took at first were ready once. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Takes free shards, and resolves once they are ready. Throws "busy" where Discord accepts no more logins today, or
   * where the set is closed meanwhile.
   */
  async open(): Promise<void> {
    await refuseWithoutLogins(this.#options, this.#share.most);
    this.#listen();
    await this.#takeDue().catch((cause: unknown) => {
      throw new MilepostError(
        "busy",
        { reason: "The database did not say which shards are free" },
        { cause },
      );
    });
    if (!this.#isEnded) this.#poller.start();
    await Promise.all([...this.#held.values()].map(({ ready }) => ready));
    if (this.#isEnded) throw new MilepostError("busy", { reason: "The connection was closed" });
    this.#isOpen = true;
  }

  /** Returns whether each shard was ready on some node. */
  async isWhole(): Promise<boolean> {
    return (await this.#options.sessions.load(this.shardCount))?.size === this.shardCount;
  }

  /** Takes and hands over no more shards; those it has stay connected until `close`. */
  settle(): void {
    this.#isEnded = true;
    for (const stop of this.#stopListening.splice(0)) stop();
    void this.#poller.stop();
  }

  /** Hands over all its shards. `isOver`: nobody resumes their sessions. Never rejects. */
  async close({ isOver }: { readonly isOver: boolean }): Promise<void> {
    this.settle();
    this.#isOpen = false;
    await Promise.all([...this.#held.keys()].map((id) => this.#handOver(id, isOver)));
    this.#options.sessions.close();
  }

  /** The most it takes at once, and the fewest below which it asks for more. */
  get #share(): { readonly most: number; readonly least: number } {
    const { ids, nodes, shardCount } = this.#options;
    if (ids !== undefined) return { most: ids.length, least: 0 };
    const each = shardCount / Math.max(1, nodes.count);
    return { most: Math.ceil(each), least: Math.floor(each) };
  }

  get #missing(): number[] {
    return this.#ids.filter((id) => !this.#held.has(id));
  }

  #listen(): void {
    const { nodes, ids } = this.#options;
    const onFree = (id: number) => {
      this.#waits.isFree(id);
      this.#poller.wake();
    };
    const onCount = () => {
      this.#waits.areFree();
      this.#poller.wake();
    };
    this.#stopListening.push(
      nodes.onCount(onCount),
      ...this.#ids.map((id) => nodes.onChange(this.#name(id), () => onFree(id))),
      ...(ids === undefined ? [nodes.onChange(WANTED, () => this.#giveOne())] : []),
    );
  }

  #name(id: number): string {
    return `shard:${this.#options.shardCount}:${id}`;
  }

  async #poll(): Promise<number> {
    await this.#retake();
    const nextMs = await this.#takeDue();
    this.#isFailing = false;
    return nextMs;
  }

  /** Renews leases that were lost while the database was away, and drops shards that another process runs by now. */
  async #retake(): Promise<void> {
    for (const [id, held] of this.#held) {
      if (!held.lease.signal.aborted) continue;
      const lease = await this.#options.nodes.take(this.#name(id));
      const isFree = "signal" in lease;
      const isKept = this.#held.get(id) === held;
      if (isFree && isKept) this.#hold(id, { ...held, lease });
      else if (isFree) await lease.release();
      else if (isKept) this.#drop(id, held);
    }
  }

  /** Takes free shards. Returns in how many milliseconds to look again. */
  async #takeDue(): Promise<number> {
    const missing = this.#missing;
    if (missing.length === 0) return ALL_HELD_MS;
    const loaded = await this.#options.sessions.load(this.shardCount);
    if (this.#isFailing && loaded === undefined) throw new Error("sessions can't be read");
    // The database is back: each node first renews the leases of shards it kept.
    if (this.#isFailing) for (const id of missing) this.#waits.isGiven(id);
    const known = loaded ?? new Map<number, GatewaySession>();
    let nextMs = LOOK_EVERY_MS;
    for (const id of missing.sort((a, b) => Number(known.has(b)) - Number(known.has(a)))) {
      if (this.#isEnded) break;
      const hasShare = this.#held.size >= this.#share.most;
      const waitMs = this.#waits.leftMs(id, { hasShare, hasSession: known.has(id) });
      nextMs = Math.min(nextMs, waitMs > 0 ? waitMs : await this.#take(id));
    }
    if (this.#held.size >= this.#share.least) return nextMs;
    this.#options.nodes.hint(WANTED);
    return Math.min(nextMs, ASK_EVERY_MS);
  }

  /** Logs a failure once, until it works again. */
  #failed(error: unknown): number {
    if (!this.#isFailing) this.#options.log.warn("Shards could not be shared out; trying again", {}, error);
    this.#isFailing = true;
    return ASK_EVERY_MS;
  }

  /** Runs a shard if its lease is free. Returns in how many milliseconds to try again. */
  async #take(id: number): Promise<number> {
    const { nodes, sessions, logins, shardCount } = this.#options;
    const lease = await nodes.take(this.#name(id));
    if ("freeInMs" in lease) return this.#leaveFor(id, lease.freeInMs);
    const session = await sessions.find(id, shardCount);
    const mayConnect = session !== undefined || (await logins.take());
    if (mayConnect && !this.#isEnded && !lease.signal.aborted) {
      this.#run(id, lease, session);
      return LOOK_EVERY_MS;
    }
    await lease.release();
    return this.#leaveFor(id, mayConnect ? ASK_EVERY_MS : MINUTE_MS);
  }

  #leaveFor(id: number, ms: number): number {
    this.#waits.isHeld(id, ms);
    return Math.max(ms, 1);
  }

  #run(id: number, lease: Lease, session: GatewaySession | undefined): void {
    const running = runShard(this.#options, { id, session }, () => this.#isOpen);
    running.shard.onClosed(() => this.#closed(id));
    const wasJustResumed = watchResumes(running.shard, this.#options.clock);
    this.#hold(id, { ...running, lease, wasJustResumed });
  }

  #hold(id: number, held: HeldShard): void {
    this.#held.set(id, held);
    held.lease.signal.addEventListener("abort", () => this.#lost(id, held), { once: true });
  }

  /**
   * Called when a lease was lost. The connection is kept until another holder is known: most likely the database is
   * away, and no other process runs the shard.
   */
  #lost(id: number, held: HeldShard): void {
    if (this.#held.get(id) !== held) return;
    if (this.#isEnded) this.#drop(id, held);
    this.#poller.wake();
  }

  /** Drops a closed shard whose lease others can take: both would resume its session in turns. */
  #closed(id: number): void {
    const held = this.#held.get(id);
    if (held?.lease.signal.aborted !== true) return;
    if (this.#options.nodes.count > 1 || held.wasJustResumed()) this.#drop(id, held);
  }

  #drop(id: number, held: HeldShard): void {
    this.#options.log.warn("Lost a shard: this process could not say in time that it runs", { shard: id });
    this.#held.delete(id);
    this.#options.sessions.drop(id);
    held.leave();
    void held.shard.leave({ isOver: false }).closed;
  }

  /** Hands over one shard that is ready, so that the next holder can resume and no login was wasted. */
  #giveOne(): void {
    if (this.#isEnded || this.#held.size <= this.#share.least) return;
    const id = this.shards.findLast(({ isReady }) => isReady)?.id;
    if (id === undefined) return;
    this.#waits.isGiven(id);
    this.#options.log.info("Handing a shard over to another process", { shard: id });
    void this.#handOver(id, false);
  }

  /** Saves the session and releases the lease without waiting for Discord to close the connection. */
  async #handOver(id: number, isOver: boolean): Promise<void> {
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    const { saved, closed } = leaveShard(held, this.#options.sessions, isOver);
    const given = async () => {
      await saved;
      await held.lease.release();
    };
    await Promise.all([within(given(), GIVEN_WITHIN_MS), closed]);
  }
}

/** Returns a function that tells whether the shard resumed its session less than a minute ago. */
function watchResumes(shard: Shard, clock: MonotonicClock): () => boolean {
  let resumedAt = Number.NEGATIVE_INFINITY;
  shard.onResumed(() => void (resumedAt = clock.monotonic()));
  return () => clock.monotonic() - resumedAt < MINUTE_MS;
}
