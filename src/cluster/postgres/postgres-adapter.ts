import { createHash } from "node:crypto";

import { sql } from "kysely";

import { sleep } from "../../base/async/sleep.ts";
import { ConcurrentAdapter, type Held, type NodeKeysRow } from "../../storage/concurrent-adapter.ts";
import type { Queries } from "../../storage/schema.ts";
import { isUnreachable, MOST_TRIES, pauseBeforeRetry, troubleOf } from "./trouble.ts";

/** A silent process may only be away; the row of one that stopped properly is gone. */
const MAY_RUN = sql`nodes.until > clock_timestamp() - interval '1 minute'`;

/** Returns what every process that may be running said of its keys. */
async function nodeKeysRows(queries: Queries): Promise<readonly NodeKeysRow[]> {
  const { rows } = await sql<NodeKeysRow>`
    select nodes.id, until > clock_timestamp() as "isHeard",
      coalesce(node_keys.host, '') as host, coalesce(node_keys.keys, '') as keys
    from nodes left join node_keys on node_keys.node_id = nodes.id
    where ${MAY_RUN} order by node_keys.host`.execute(queries);
  return rows;
}

/** Stores which keys a process has, and deletes those of processes that are gone. */
export async function tellNodeKeys(
  queries: Queries,
  { id, host, keys }: Pick<NodeKeysRow, "id" | "host"> & { readonly keys: readonly string[] },
): Promise<void> {
  await sql`delete from node_keys where node_id not in (select id from nodes where ${MAY_RUN})`.execute(
    queries,
  );
  await sql`insert into node_keys (node_id, host, keys) values (${id}, ${host}, ${JSON.stringify(keys)})
    on conflict (node_id) do update set host = excluded.host, keys = excluded.keys`.execute(queries);
}

/** How often to check whether the server has noticed that the sender of COMMIT is gone. */
const MOST_LOOKS = 20;
const BETWEEN_LOOKS_MS = 250;
/** Identifies the server, set by SESSION_SETTINGS. */
const SERVER = "nullif(current_setting('milepost.server', true), '')";

/** After a crash the server may assign an unwritten transaction id again. */
interface Transaction {
  readonly id: string;
  /** The server that assigned it, as of its last start or crash; null where unknown. */
  readonly server: string | null;
}

/** A transaction whose COMMIT was sent, with an unknown result. */
interface Committing<T> {
  readonly transaction: Transaction;
  readonly result: T;
}

interface Attempt<T> {
  readonly work: (transaction: Queries) => Promise<T>;
  readonly held: Held;
  readonly onCommit: (committing: Committing<T>) => void;
}

export class PostgresWriteAdapter extends ConcurrentAdapter {
  readonly #schema: string;

  /** Advisory locks are shared by a whole database; the key includes the schema. */
  constructor(schema: string) {
    super();
    this.#schema = schema;
  }

  override async transact<T>(
    queries: Queries,
    work: (transaction: Queries) => Promise<T>,
    held: Held,
  ): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      let committing: Committing<T> | undefined;
      try {
        return await this.#attempt(queries, { work, held, onCommit: (known) => (committing = known) });
      } catch (error) {
        const trouble = troubleOf(error);
        if (trouble === undefined || tries >= MOST_TRIES) throw error;
        const end = trouble === "lost" ? await endOf(queries, committing) : "aborted";
        if (end === "unknown") throw error;
        if (end === "committed" && committing !== undefined) return committing.result;
      }
      await pauseBeforeRetry(tries);
    }
  }

  override isLost(error: unknown): boolean {
    return troubleOf(error) === "lost";
  }

  override nodeKeys(queries: Queries): Promise<readonly NodeKeysRow[]> {
    return nodeKeysRows(queries);
  }

  #attempt<T>(queries: Queries, { work, held, onCommit }: Attempt<T>): Promise<T> {
    return queries.connection().execute(async (connection) => {
      const committing = await this.#uncommitted(connection, work, held);
      onCommit(committing);
      const { rows } = await sql<{ isRolledBack?: boolean }>`commit`.execute(connection);
      if (rows[0]?.isRolledBack === true) throw new Error("a failure inside a transaction was passed over");
      return committing.result;
    });
  }

  async #uncommitted<T>(connection: Queries, work: Attempt<T>["work"], held: Held): Promise<Committing<T>> {
    try {
      const transaction = await this.#begin(connection, held);
      return { transaction, result: await work(connection) };
    } catch (error) {
      // The original failure is reported, not that of the rollback: the connection is then discarded.
      await sql`rollback`.execute(connection).catch(() => {});
      throw error;
    }
  }

  /** Begins, and takes the locks in a fixed order, in one message. */
  async #begin(connection: Queries, { locks = [], guard }: Held): Promise<Transaction> {
    const taken = [...new Set(locks)].sort().map((name) => `, pg_advisory_xact_lock(${this.lockKey(name)})`);
    const guarded = guard === undefined ? sql`true` : sql`(${guard.select}) is not null`;
    const { rows } = await sql<Transaction & { readonly isGuarded: boolean }>`${sql.raw(
      `begin isolation level read committed; select pg_current_xact_id()::text as id, ${SERVER} as server${taken.join("")}`,
    )}, ${guarded} as "isGuarded"`.execute(connection);
    const [begun] = rows;
    if (guard !== undefined && begun?.isGuarded !== true) throw guard.onLost();
    return begun ?? { id: "", server: null };
  }

  /** Returns 64 bits as decimal text. */
  lockKey(name: string): string {
    const hash = createHash("sha256").update(`milepost\0${this.#schema}\0${name}`).digest();
    return hash.readBigInt64BE().toString();
  }
}

/** Returns the result of a transaction whose connection was lost; unknown where the server can't say. */
async function endOf(
  queries: Queries,
  committing: Committing<unknown> | undefined,
): Promise<"committed" | "aborted" | "unknown"> {
  if (committing === undefined) return "aborted";
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const status = await statusOf(queries, committing.transaction);
    if (status === "committed" || status === "aborted") return status;
    if (status === "forgotten") return "unknown";
    await sleep(BETWEEN_LOOKS_MS);
  }
  return "unknown";
}

async function statusOf(queries: Queries, { id, server }: Transaction): Promise<string> {
  try {
    const { rows } = await sql<{ status: string | null }>`select case when ${sql.raw(SERVER)} = ${server}
      then pg_xact_status(cast(${id} as xid8)) end as status`.execute(queries);
    return rows[0]?.status ?? "forgotten";
  } catch (error) {
    // The loss of the connection is thrown, not the failure to look it up.
    return troubleOf(error) === undefined && !isUnreachable(error) ? "forgotten" : "unreachable";
  }
}
