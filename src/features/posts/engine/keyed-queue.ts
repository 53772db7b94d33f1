import { SerialQueue } from "../../../base/async/serial-queue.ts";
import { whileMeant } from "../../../discord/rest/bot-rest.ts";
import { holdLease } from "../../../storage/hold-lease.ts";
import type { Nodes } from "../../../storage/nodes.ts";

/** Runs work on one key one after the other, across all nodes; different keys don't wait for each other. */
export class KeyedQueue {
  readonly #nodes: Nodes;
  readonly #kind: string;
  readonly #queues = new Map<string, SerialQueue>();

  /** `kind`: the prefix of the leases' names. */
  constructor(nodes: Nodes, kind: string) {
    this.#nodes = nodes;
    this.#kind = kind;
  }

  /**
   * Returns what `work` does. Its requests are sent only while this node holds the key's lease. Throws "busy" where
   * another node holds it for ten seconds.
   */
  async take<T>(id: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(id) ?? new SerialQueue();
    this.#queues.set(id, queue);
    try {
      return await queue.take(() =>
        holdLease(this.#nodes, `${this.#kind}:${id}`, (lease) => whileMeant(() => lease.isHeld(), work)),
      );
    } finally {
      if (queue.isIdle) this.#queues.delete(id);
    }
  }
}
