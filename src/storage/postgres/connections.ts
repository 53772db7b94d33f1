import { Client, type ClientBase, Pool } from "pg";

import { backoffMs } from "../../base/async/backoff.ts";
import { sleep } from "../../base/async/sleep.ts";
import type { Log } from "../../base/log.ts";
import { type Location, SESSION_SETTINGS } from "./location.ts";
import { isUnreachable } from "./trouble.ts";

/** A connection that is somebody's until it is released. */
export interface Borrowed {
  readonly client: ClientBase;
  release(isBroken: boolean): void;
}

/** Where connections come from. */
export interface Connections {
  acquire(): Promise<Borrowed>;
  /** Those that are there lead to the wrong server. */
  renew(): void;
  end(): Promise<void>;
  /** What a connection holds, as a lock of its session, is lost with it: it is never replaced. */
  readonly isOne: boolean;
}

const MOST = 10;
/** How long a query waits for a server that can't be reached. */
const PATIENCE_MS = 5_000;

/** Connections to one database; who asks while it can't be reached waits a while. */
export class ConnectionPool implements Connections {
  readonly isOne = false;
  readonly #location: Location;
  readonly #log: Log;
  #pool: Pool;

  constructor(location: Location, log: Log) {
    this.#location = location;
    this.#log = log;
    this.#pool = this.#open();
  }

  async acquire(): Promise<Borrowed> {
    const client = await untilReachable(() => this.#pool.connect(), PATIENCE_MS);
    return { client, release: (isBroken) => client.release(isBroken) };
  }

  renew(): void {
    const old = this.#pool;
    this.#pool = this.#open();
    void old.end();
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  #open(): Pool {
    const pool = new Pool({
      ...this.#location.config,
      max: MOST,
      onConnect: (client) => {
        // Whoever asked hears of it too; without anybody who hears this, it would end the process.
        client.on("error", () => {});
        // The pool waits for it, whatever its types say.
        return client.query(SESSION_SETTINGS) as unknown as void;
      },
    });
    pool.on("error", (error) => this.#log.warn("A connection to PostgreSQL ended", {}, error));
    return pool;
  }
}

/** One connection, for what has to stay in its session. */
export function onlyConnection(client: Client): Connections {
  return {
    isOne: true,
    acquire: async () => ({ client, release: () => {} }),
    renew: () => {},
    end: () => client.end(),
  };
}

/** A connection that is nobody else's, on which an answer may take so long; 0: any time. */
export async function connectAlone(
  { config }: Location,
  { withinMs, answerWithinMs = 0 }: { readonly withinMs: number; readonly answerWithinMs?: number },
): Promise<Client> {
  return untilReachable(async () => {
    const client = new Client({ ...config, query_timeout: answerWithinMs });
    client.on("error", () => {});
    await client.connect();
    return client;
  }, withinMs);
}

async function untilReachable<T>(connect: () => Promise<T>, withinMs: number): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await connect();
    } catch (error) {
      if (!isUnreachable(error) || performance.now() >= giveUpAt) throw error;
    }
    await sleep(backoffMs(tries, { firstMs: 100, longestMs: 1_000, jitter: 0.5, random: Math.random }));
  }
}
