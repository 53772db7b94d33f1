import { randomBytes } from "node:crypto";

import type { Client } from "pg";

import { sleep } from "../../base/async/sleep.ts";
import type { MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { databaseInUse } from "../database-in-use.ts";
import { connectAlone } from "./connections.ts";
import type { Location } from "./location.ts";

/** How long a row holds, and how often it is renewed. */
const HELD_MS = 6_000;
const RENEW_EVERY_MS = 1_500;

interface NodeLeaseOptions {
  readonly location: Location;
  /** Of the lock under which rows are added. */
  readonly lockKey: string;
  readonly log: Log;
}

/** The lock is let go although the machine that asked for it is gone, or does not get it at once. */
const BEGIN = [
  "begin isolation level read committed",
  "set local idle_in_transaction_session_timeout = 5000",
  "set local lock_timeout = 1500",
].join("; ");

/** The row by which a process says that it runs on a database. All times are the database's own. */
export class NodeLease {
  readonly #id = randomBytes(9).toString("base64url");
  readonly #options: NodeLeaseOptions;
  readonly #lost = Promise.withResolvers<MilepostError>();
  readonly #stopping = new AbortController();
  /** Its own: a busy pool must not keep the row from being renewed. */
  #client: Client | undefined;
  #renewing: Promise<void> = Promise.resolve();

  constructor(options: NodeLeaseOptions) {
    this.#options = options;
  }

  /** Settles when another process has taken the database over. */
  get lost(): Promise<MilepostError> {
    return this.#lost.promise;
  }

  /**
   * Takes the database, once the row of a process that was killed has run out. Throws "bad-settings" where one goes on
   * renewing its row.
   */
  async take(): Promise<void> {
    try {
      await this.#takeOnceFree();
    } catch (error) {
      // An open connection would keep a program from ending.
      await this.#client?.end().catch(() => {});
      this.#client = undefined;
      throw error;
    }
    this.#renewing = this.#renewUntilStopped();
  }

  async #takeOnceFree(): Promise<void> {
    let seen: string | undefined;
    while (!(await this.#tryToTake())) {
      const until = await this.#heldUntil();
      if (seen !== undefined && until !== undefined && until !== seen) throw this.#taken();
      seen ??= until;
      await sleep(RENEW_EVERY_MS / 3);
    }
  }

  /** The next process needs not wait. */
  async release(): Promise<void> {
    this.#stopping.abort();
    await this.#renewing;
    try {
      await this.#client?.query("delete from nodes where id = $1", [this.#id]);
    } catch {
      // It runs out by itself.
    }
    await this.#client?.end();
  }

  async #tryToTake(): Promise<boolean> {
    const { lockKey } = this.#options;
    const within = { withinMs: RENEW_EVERY_MS, answerWithinMs: RENEW_EVERY_MS };
    const client = (this.#client ??= await connectAlone(this.#options.location, within));
    await client.query(`${BEGIN}; select pg_advisory_xact_lock(${lockKey})`);
    try {
      await client.query("delete from nodes where until < clock_timestamp()");
      const { rowCount } = await client.query(
        `insert into nodes (id, until)
          select $1::text, clock_timestamp() + $2::int * interval '1 millisecond'
          where not exists (select 1 from nodes where id <> $1::text)
          on conflict (id) do update set until = excluded.until`,
        [this.#id, HELD_MS],
      );
      return rowCount === 1;
    } finally {
      await client.query("commit");
    }
  }

  /** Another text whenever a process that runs has renewed its row. */
  async #heldUntil(): Promise<string | undefined> {
    const others = await this.#client?.query<{ until: string | null }>(
      "select max(until)::text as until from nodes",
    );
    return others?.rows[0]?.until ?? undefined;
  }

  async #renewUntilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sleep(RENEW_EVERY_MS, signal).catch(() => {});
      if (signal.aborted) return;
      try {
        if (await this.#tryToTake()) continue;
        this.#lost.resolve(this.#taken());
        return;
      } catch (error) {
        this.#options.log.warn("This process could not say that it runs; it tries again", {}, error);
        this.#client?.end().catch(() => {});
        this.#client = undefined;
      }
    }
  }

  #taken(): MilepostError {
    return databaseInUse(this.#options.location.name);
  }
}
