import { sql } from "kysely";

import type { Queries } from "../../src/storage/schema.ts";

/** Returns once work waits for what this transaction holds, or has ended: what gives its end. */
export async function waitedFor<T>(transaction: Queries, work: Promise<T>): Promise<() => Promise<T>> {
  const ended = work.then(() => true);
  while (!(await Promise.race([ended, isWaitedFor(transaction)])));
  return () => work;
}

/** Whether somebody waits for what this transaction holds. */
async function isWaitedFor(transaction: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(transaction);
  return rows.length > 0;
}
