import { MilepostError } from "../../base/errors.ts";
import { leaveShard, type RunningShard, runShard } from "./running-shard.ts";
import type { Shard } from "./shard.ts";
import { idsOf, noLogins, refuseWithoutLogins, type ShardSet, type ShardSetParts } from "./shard-set.ts";

/** All shards in one process. */
export class OwnShards implements ShardSet {
  readonly #parts: ShardSetParts;
  #running: RunningShard[] = [];
  #isOpen = false;
  #isEnded = false;

  constructor(parts: ShardSetParts) {
    this.#parts = parts;
  }

  get shards(): readonly Shard[] {
    return this.#running.map(({ shard }) => shard);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async open(): Promise<void> {
    const { sessions, shardCount, logins } = this.#parts;
    await refuseWithoutLogins(this.#parts);
    for (const id of idsOf(this.#parts)) {
      const session = await sessions.find(id, shardCount);
      if (session === undefined && !(await logins.take())) throw noLogins();
      if (this.#isEnded) break;
      this.#running.push(runShard(this.#parts, { id, session }, () => this.#isOpen));
    }
    await Promise.all(this.#running.map(({ ready }) => ready));
    if (this.#isEnded) throw new MilepostError("busy", { reason: "The connection was closed" });
    this.#isOpen = true;
  }

  async grow(): Promise<boolean> {
    return false;
  }

  async close(): Promise<void> {
    this.#isEnded = true;
    this.#isOpen = false;
    const { sessions } = this.#parts;
    const left = this.#running.map((running) => leaveShard(running, sessions, false));
    this.#running = [];
    await Promise.all(left.flatMap(({ saved, closed }) => [saved, closed]));
    sessions.close();
  }
}
