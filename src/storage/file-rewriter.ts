import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { sql } from "kysely";

import type { Queries } from "./schema.ts";

export const REWRITE_FACT = "file-rewrite-wanted";
/** The file is rewritten again only after this many times the last duration, so that nobody can keep it busy. */
const REST_TIMES = 20;

/** Rewrites the database file on request, including requests of an earlier run that ended first. */
export class FileRewriter {
  readonly #file: string;
  #restsUntil = 0;
  #running: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Settles with the rewrite under way, during which nobody can write; never rejects. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Each request has its own number: what is deleted during a rewrite needs another one. */
  async want(queries: Queries): Promise<void> {
    await queries
      .insertInto("facts")
      .values({ name: REWRITE_FACT, value: "1" })
      .onConflict((conflict) => conflict.doUpdateSet({ value: sql`cast(facts.value as integer) + 1` }))
      .execute();
  }

  /** Returns false where a requested rewrite has to wait. Throws where another program is in the way. */
  async rewriteIfWanted(queries: Queries): Promise<boolean> {
    const [wanted] = await queries
      .selectFrom("facts")
      .select("value")
      .where("name", "=", REWRITE_FACT)
      .execute();
    if (wanted === undefined) return true;
    const from = performance.now();
    if (this.#running !== undefined || from < this.#restsUntil) return false;
    await this.#rewrite();
    await queries
      .deleteFrom("facts")
      .where("name", "=", REWRITE_FACT)
      .where("value", "=", wanted.value)
      .execute();
    const until = performance.now();
    this.#restsUntil = until + REST_TIMES * (until - from);
    return true;
  }

  async #rewrite(): Promise<void> {
    const script = new URL("rewrite-file.ts", import.meta.url);
    const over = Promise.withResolvers<void>();
    this.#running = over.promise;
    try {
      await once(new Worker(script, { workerData: this.#file, env: {} }), "exit");
    } finally {
      this.#running = undefined;
      over.resolve();
    }
  }
}
