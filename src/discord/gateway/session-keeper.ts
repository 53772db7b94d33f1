import { sleep } from "../../base/async/sleep.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import type { Log } from "../../base/log.ts";

/**
 * What arrives in this time is repeated to the successor of a killed process, and refused there as already
 * acknowledged.
 */
const SAVE_EVERY_MS = 1_000;
/** An idle session is saved this often, too: its age shows that a process still runs it. */
const TOUCH_EVERY_MS = 30_000;
/** Discord keeps a session for a few minutes. */
const RESUMED_WITHIN_MS = 120_000;
/** How often loading a session is tried before the shard logs in anew. */
const MOST_LOADS = 3;
const LOAD_AGAIN_MS = 1_000;

/** Saves each shard's session and position, so that another process or the next start can resume. */
export class SessionKeeper {
  readonly #store: SessionStore | undefined;
  readonly #log: Log;
  readonly #open = new Map<number, GatewaySession>();
  readonly #changed = new Set<number>();
  readonly #saving = new SerialQueue();
  #soon: NodeJS.Timeout | undefined;
  #touching: NodeJS.Timeout | undefined;
  #isFailing = false;

  constructor(store: SessionStore | undefined, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Whether sessions are kept for another process. */
  get keeps(): boolean {
    return this.#store !== undefined;
  }

  /** Returns the sessions that can be resumed, by shard; undefined where they can't be read. Never rejects. */
  async load(shardCount: number): Promise<ReadonlyMap<number, GatewaySession> | undefined> {
    try {
      const found = (await this.#store?.load(shardCount, RESUMED_WITHIN_MS)) ?? [];
      return new Map(found.map((session) => [session.shardId, session]));
    } catch (error) {
      this.#log.warn("The gateway's sessions could not be read", {}, error);
      return undefined;
    }
  }

  /**
   * Returns the session the shard's last holder saved; undefined where there is none, or where it can't be read in
   * time.
   */
  async find(shardId: number, shardCount: number): Promise<GatewaySession | undefined> {
    for (let loads = 1; ; loads += 1) {
      const known = await this.load(shardCount);
      if (known !== undefined || loads === MOST_LOADS) return known?.get(shardId);
      await sleep(LOAD_AGAIN_MS);
    }
  }

  /** Saves the session soon, and repeatedly until it is dropped or kept. */
  note(session: GatewaySession): void {
    if (!this.keeps) return;
    this.#open.set(session.shardId, session);
    this.#changed.add(session.shardId);
    this.#touching ??= setInterval(() => this.#touch(), TOUCH_EVERY_MS).unref();
    this.#soon ??= setTimeout(() => void this.#saveChanged(), SAVE_EVERY_MS).unref();
  }

  /** Stops saving: another process owns the session now. */
  drop(shardId: number): void {
    this.#open.delete(shardId);
    this.#changed.delete(shardId);
  }

  /** Saves the session once more, at once. Never rejects: an earlier save will do. */
  async keep(session: GatewaySession): Promise<void> {
    this.drop(session.shardId);
    await this.#save([session]);
  }

  close(): void {
    clearTimeout(this.#soon);
    clearInterval(this.#touching);
    this.#open.clear();
    this.#changed.clear();
  }

  #touch(): void {
    for (const session of this.#open.values()) this.note(session);
  }

  async #saveChanged(): Promise<void> {
    this.#soon = undefined;
    const changed = [...this.#open.values()].filter(({ shardId }) => this.#changed.has(shardId));
    this.#changed.clear();
    if (changed.length > 0) await this.#save(changed);
  }

  async #save(sessions: readonly GatewaySession[]): Promise<void> {
    try {
      await this.#saving.take(async () => this.#store?.save(sessions));
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#log.warn("How far the gateway was read could not be saved", {}, error);
      this.#isFailing = true;
    }
  }
}

/** A gateway session and how far it was read: enough to resume it. */
export interface GatewaySession {
  readonly shardId: number;
  readonly shardCount: number;
  readonly sessionId: string;
  readonly sequence: number;
  readonly resumeURL: string;
}

export interface SessionStore {
  /** Returns the sessions saved within this time, for this number of shards. */
  load(shardCount: number, withinMs: number): Promise<readonly GatewaySession[]>;
  save(sessions: readonly GatewaySession[]): Promise<void>;
}
