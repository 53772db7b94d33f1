import { sql } from "kysely";

import type { Queries } from "./schema.ts";

const FACT = "file-rewrite-wanted";
/** The file is not written anew before as many times the time it took last has passed: nobody can keep it busy. */
const REST_TIMES = 20;

/** Writes the database's file anew when that was asked for, also by a run that ended before it could. */
export class FileRewriter {
  #restsUntil = 0;

  async want(queries: Queries): Promise<void> {
    const fact = { name: FACT, value: "" };
    await queries
      .insertInto("facts")
      .values(fact)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** False when it is wanted, but too soon. Throws where another program is in the way. */
  async rewriteIfWanted(queries: Queries): Promise<boolean> {
    const wanted = await queries.selectFrom("facts").select("name").where("name", "=", FACT).execute();
    if (wanted.length === 0) return true;
    const from = performance.now();
    if (from < this.#restsUntil) return false;
    await sql`vacuum`.execute(queries);
    await queries.deleteFrom("facts").where("name", "=", FACT).execute();
    const until = performance.now();
    this.#restsUntil = until + REST_TIMES * (until - from);
    return true;
  }
}
