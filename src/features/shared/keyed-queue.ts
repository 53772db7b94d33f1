import { SerialQueue } from "../../base/async/serial-queue.ts";
import { whileMeant } from "../../discord/rest/while-meant.ts";
import { holdLease } from "../../storage/nodes/hold-lease.ts";
import type { Nodes } from "../../storage/nodes/nodes.ts";

/** Does what is about one thing one after the other, whichever node does it; what is about others waits for none of it. */
export class KeyedQueue {
  readonly #nodes: Nodes;
  readonly #kind: string;
  readonly #queues = new Map<string, SerialQueue>();

  /** `kind`: of things, in the names of leases. */
  constructor(nodes: Nodes, kind: string) {
    this.#nodes = nodes;
    this.#kind = kind;
  }

  /**
   * Settles as `work` does, whose requests leave only while no other node may do the same. Throws "busy" where others
   * do for ten seconds.
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
