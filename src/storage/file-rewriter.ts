import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { sql } from "kysely";

import type { Queries } from "./schema.ts";

export const REWRITE_FACT = "file-rewrite-wanted";
/** The file is not written anew before as many times the time it took last has passed: nobody can keep it busy. */
const REST_TIMES = 20;

/** Writes the database's file anew when that was asked for, also by a run that ended before it could. */
export class FileRewriter {
  readonly #file: string;
  #restsUntil = 0;
  #running: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Settles, and never fails, with the writing that is under way: nobody else can write meanwhile. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Each wish has another number: what is deleted while the file is written needs a writing of its own. */
  async want(queries: Queries): Promise<void> {
    await queries
      .insertInto("facts")
      .values({ name: REWRITE_FACT, value: "1" })
      .onConflict((conflict) => conflict.doUpdateSet({ value: sql`cast(facts.value as integer) + 1` }))
      .execute();
  }

  /** False when it is wanted, but too soon or under way. Throws where another program is in the way. */
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
