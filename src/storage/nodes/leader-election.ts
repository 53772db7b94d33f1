import { sleepUnlessAborted } from "../../base/async/sleep.ts";
import type { Log } from "../../base/log.ts";
import type { HeldElsewhere, Lease, Nodes } from "./nodes.ts";

export interface LeaderElectionOptions {
  readonly nodes: Nodes;
  /** Of the lease whose holder is the leader. */
  readonly name: string;
  /** Begins what the leader does. Returns what ends it, within so many milliseconds; that never rejects. */
  readonly lead: (lease: Lease) => Promise<(withinMs: number) => Promise<void>>;
  readonly log: Log;
}

/** Where a lease has run out by the server's clock, a little later it surely has. */
const AFTER_MS = 20;
const LOOK_EVERY_MS = 1_000;

/** Has one of all nodes do something at a time: whoever holds the lease. Another one takes over within seven seconds. */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #stopping = new AbortController();
  #withinMs = 0;
  #isFailing = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
  }

  /** Resolves once this node leads, or can't yet. Rejects as `lead` does, the first time. */
  async start(): Promise<void> {
    const term = await this.#stand();
    this.#running = this.#run(term);
  }

  /** Ends leading, within this time, and gives the lease back. */
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

  /** Returns what it leads by, or after how many milliseconds to stand again. */
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

  /** A database that is away for a moment ends no start. */
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

  /** Said once until the database answers again. */
  #failed(error: unknown): void {
    const { name, log } = this.#options;
    if (!this.#isFailing) log.warn("This node could not lead; it tries again", { name }, error);
    this.#isFailing = true;
  }

  /** Until the lease may be free: it has run out, or was given back. */
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
