import { sleep } from "../../base/async/sleep.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import type { Log } from "../../base/log.ts";
import type { GatewaySession, SessionStore } from "./shared-gateway.ts";

/** What comes in this time is repeated to the successor of a process that is killed, and refused there as answered. */
const SAVE_EVERY_MS = 1_000;
/** A session to which nothing comes is saved so often all the same: its age tells that somebody has it. */
const TOUCH_EVERY_MS = 30_000;
/** Discord keeps a session for a few minutes. */
const RESUMED_WITHIN_MS = 120_000;
/** So often one that can't be read is asked for before a login takes its place. */
const MOST_LOADS = 3;
const LOAD_AGAIN_MS = 1_000;

/** Notes how far each shard's session was read, for whoever goes on with it. */
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

  /** Whether there is a successor to keep sessions for. */
  get keeps(): boolean {
    return this.#store !== undefined;
  }

  /** Returns the sessions, by shard, that can be gone on with; undefined where nobody can say. Never rejects. */
  async load(shardCount: number): Promise<ReadonlyMap<number, GatewaySession> | undefined> {
    try {
      const found = (await this.#store?.load(shardCount, RESUMED_WITHIN_MS)) ?? [];
      return new Map(found.map((session) => [session.shardId, session]));
    } catch (error) {
      this.#log.warn("The gateway's sessions could not be read", {}, error);
      return undefined;
    }
  }

  /** Returns what a shard's last holder saved before it let go; after some seconds none where nobody can say. */
  async find(shardId: number, shardCount: number): Promise<GatewaySession | undefined> {
    for (let loads = 1; ; loads += 1) {
      const known = await this.load(shardCount);
      if (known !== undefined || loads === MOST_LOADS) return known?.get(shardId);
      await sleep(LOAD_AGAIN_MS);
    }
  }

  /** Saves it soon, and now and then until it is dropped or kept. */
  note(session: GatewaySession): void {
    if (!this.keeps) return;
    this.#open.set(session.shardId, session);
    this.#changed.add(session.shardId);
    this.#touching ??= setInterval(() => this.#touch(), TOUCH_EVERY_MS).unref();
    this.#soon ??= setTimeout(() => void this.#saveChanged(), SAVE_EVERY_MS).unref();
  }

  /** It is no longer this process's to save. */
  drop(shardId: number): void {
    this.#open.delete(shardId);
    this.#changed.delete(shardId);
  }

  /** Saves it for the last time, at once. Never rejects: what was saved a moment ago serves too. */
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
