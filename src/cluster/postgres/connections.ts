import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from "pg";

import { backoffMs } from "../../base/async/backoff.ts";
import { Semaphore } from "../../base/async/semaphore.ts";
import { sleep } from "../../base/async/sleep.ts";
import type { Log } from "../../base/log.ts";
import { systemCode } from "../../base/system-code.ts";
import { type Location, OWN_SCHEMA_ALONE, SESSION_SETTINGS } from "./location.ts";
import { isUnreachable, READ_ONLY } from "./trouble.ts";

/** A connection that belongs to its user until it is released. */
export interface Borrowed {
  readonly client: ClientBase;
  release(isBroken: boolean): void;
  /** Discards it and all connections opened with it: they lead to the wrong server. */
  renew(): void;
}

export interface Connections {
  acquire(): Promise<Borrowed>;
  end(): Promise<void>;
  /** Whether it is a single connection that is never replaced, since its session holds locks. */
  readonly isOne: boolean;
}

const MOST = 10;
/** How long a query waits for a server that can't be reached. */
const PATIENCE_MS = 5_000;

/** Connections to one database. While it can't be reached, callers wait for a while. */
export class ConnectionPool implements Connections {
  readonly isOne = false;
  readonly #location: Location;
  readonly #log: Log;
  readonly #line = new Semaphore({ running: MOST, waiting: Number.POSITIVE_INFINITY });
  #pool: Pool;
  #config: ClientConfig;

  constructor(location: Location, log: Log) {
    this.#location = location;
    this.#log = log;
    this.#config = location.config;
    this.#pool = this.#open();
  }

  async acquire(): Promise<Borrowed> {
    // The pool's own queue can't tell a long wait from a server that is down.
    const turn = this.#line.reserve();
    if (turn === undefined) throw new Error("a line without an end is never full");
    await turn.started;
    try {
      const [client, pool] = await untilReachable(() => this.#connect(), this.#location, PATIENCE_MS);
      return {
        client,
        renew: () => this.#renew(pool),
        release(isBroken) {
          client.release(isBroken);
          turn.end();
        },
      };
    } catch (error) {
      turn.end();
      throw error;
    }
  }

  async #connect(): Promise<readonly [PoolClient, Pool]> {
    const pool = this.#pool;
    try {
      return [await pool.connect(), pool];
    } catch (error) {
      if (this.#location.servers > 1 && isUnreachable(error)) this.#renew(pool);
      throw error;
    }
  }

  /** Once, however many connections report it. */
  #renew(old: Pool): void {
    if (old !== this.#pool) return;
    this.#location.moveOn(this.#config);
    this.#config = this.#location.config;
    this.#pool = this.#open();
    void old.end();
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  #open(): Pool {
    const pool = new Pool({
      ...this.#config,
      max: MOST,
      onConnect: (client) => {
        // Its user hears of the error, too; without a listener it would end the process.
        client.on("error", () => {});
        // The pool waits for the promise, whatever its types say.
        return this.#prepare(client) as unknown as void;
      },
    });
    pool.on("error", (error) => this.#log.debug("A connection to PostgreSQL ended", {}, error));
    return pool;
  }

  async #prepare(client: ClientBase): Promise<void> {
    await client.query(SESSION_SETTINGS);
    if (this.#location.servers > 1) await refuseStandby(client);
  }
}

/** A single connection, for work that has to stay in one session. */
export function onlyConnection(client: Client): Connections {
  return {
    isOne: true,
    acquire: async () => ({ client, release: () => {}, renew: () => {} }),
    end: () => client.end(),
  };
}

/** Opens a dedicated connection whose answers may take this long; 0: any time. */
export async function connectAlone(
  location: Location,
  { withinMs, answerWithinMs = 0 }: { readonly withinMs: number; readonly answerWithinMs?: number },
): Promise<Client> {
  const connect = async () => {
    const { config } = location;
    const client = new Client({ ...config, query_timeout: answerWithinMs });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(OWN_SCHEMA_ALONE);
      if (location.servers > 1) await refuseStandby(client);
      return client;
    } catch (error) {
      if (isUnreachable(error)) location.moveOn(config);
      void client.end().catch(() => {});
      throw error;
    }
  };
  return untilReachable(connect, location, withinMs);
}

/** Throws as a write would where the server is a standby. */
async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
  if (rows[0]?.transaction_read_only === "on")
    throw Object.assign(new Error("the server takes no writes"), { code: READ_ONLY });
}

/** Gives up once each server was tried. "Accepts no writes" says more than "can't be reached", so it wins. */
async function untilReachable<T>(
  connect: () => Promise<T>,
  { servers }: Location,
  withinMs: number,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  let refusal: unknown;
  for (let tries = 0; ; tries += 1) {
    try {
      return await connect();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (systemCode(error) === READ_ONLY) refusal = error;
      if (tries + 1 >= servers && performance.now() >= giveUpAt) throw refusal ?? error;
    }
    await sleep(backoffMs(tries, { firstMs: 100, longestMs: 1_000, jitter: 0.5, random: Math.random }));
  }
}
