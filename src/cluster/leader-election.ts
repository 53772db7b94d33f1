import { sleepUnlessAborted } from "../base/async/sleep.ts";
import type { Log } from "../base/log.ts";
import type { HeldElsewhere, Lease, Nodes } from "../storage/nodes.ts";

export interface LeaderElectionOptions {
  readonly nodes: Nodes;
  readonly name: string;
  /** Starts the leader's work. Returns a function that stops it within a time; it never rejects. */
  readonly lead: (lease: Lease) => Promise<(withinMs: number) => Promise<void>>;
  readonly log: Log;
}

/** Added to a lease's expiry, so that it has surely expired by the server's clock. */
const AFTER_MS = 20;
const LOOK_EVERY_MS = 1_000;

/** Has one node at a time do something: the holder of the lease. Another takes over within seven seconds. */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #stopping = new AbortController();
  #withinMs = 0;
  #isFailing = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
  }

  /** Resolves once this node leads, or another does. Rejects as `lead` does, the first time. */
  async start(): Promise<void> {
    const term = await this.#stand();
    this.#running = this.#run(term);
  }

  /** Stops leading within this time, and releases the lease. */
  async stop(withinMs: number): Promise<void> {
    this.#withinMs = withinMs;
    this.#stopping.abort();
    await this.#running;
  }

  async #run(first: Term | number): Promise<void> {
    const { signal } = this.#stopping;
    for (let term = first; ; term = await this.#standAgain()) {
      if (typeof term !== "number") await this.#serve(term);
      if (signal.aborted) return;
      if (typeof term === "number") await this.#pause(term);
      if (signal.aborted) return;
    }
  }

  async #serve({ lease, end }: Term): Promise<void> {
    const { log, name } = this.#options;
    await aborted(AbortSignal.any([lease.signal, this.#stopping.signal]));
    const isLost = lease.signal.aborted;
    if (isLost) log.warn("Another node may lead by now: this one has stopped", { name, count: lease.term });
    await end(isLost ? 0 : this.#withinMs);
    await lease.release();
  }

  /** Returns its term as the leader, or in how many milliseconds to try again. */
  async #stand(): Promise<Term | number> {
    const { nodes, name, lead, log } = this.#options;
    const taken = await this.#take();
    if (!("term" in taken)) return taken.freeInMs + AFTER_MS;
    try {
      const end = await lead(taken);
      if (nodes.count > 1 || taken.term > 1) log.info("This node leads", { name, count: taken.term });
      return { lease: taken, end };
    } catch (error) {
      await taken.release();
      throw error;
    }
  }

  async #standAgain(): Promise<Term | number> {
    try {
      return await this.#stand();
    } catch (error) {
      this.#failed(error);
      return LOOK_EVERY_MS;
    }
  }

  /** A database that is briefly away does not end a start. */
  async #take(): Promise<Lease | HeldElsewhere> {
    const { nodes, name } = this.#options;
    try {
      const taken = await nodes.take(name);
      this.#isFailing = false;
      return taken;
    } catch (error) {
      this.#failed(error);
      return { freeInMs: LOOK_EVERY_MS };
    }
  }

  /** Logs a failure once, until the database answers again. */
  #failed(error: unknown): void {
    const { name, log } = this.#options;
    if (!this.#isFailing) log.warn("This node could not lead; it tries again", { name }, error);
    this.#isFailing = true;
  }

  /** Waits until the lease may be free: expired or released. */
  async #pause(ms: number): Promise<void> {
    const { nodes, name } = this.#options;
    const freed = new AbortController();
    const forget = nodes.onChange(name, () => freed.abort());
    await sleepUnlessAborted(
      Math.min(ms, LOOK_EVERY_MS),
      AbortSignal.any([this.#stopping.signal, freed.signal]),
    );
    forget();
  }
}

interface Term {
  readonly lease: Lease;
  readonly end: (withinMs: number) => Promise<void>;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
