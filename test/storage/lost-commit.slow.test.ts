import { sql } from "kysely";
import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";

import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { writeTransaction } from "../../src/storage/write-transaction.ts";
import { openCutter } from "../support/cut-connections.ts";
import { hasPostgres, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { addDue, claim, DUE, subjectsOf } from "../features/posts/store/rows.ts";

const REACH_WITHIN_MS = 60_000;

async function open(url: string): Promise<Database> {
  const database = await openDatabase({ url, isOwner: false, reachWithinMs: REACH_WITHIN_MS });
  onTestFinished(() => database.close());
  return database;
}

/** A server of its own, reached directly and by a connection that can be cut. */
async function stage() {
  const server = startPostgres();
  onTestFinished(() => server.stop());
  const direct = await open(server.url);
  const cutter = await openCutter(server.url);
  onTestFinished(() => cutter.close());
  return { server, direct, cutter, database: await open(cutter.url) };
}

const nextIdIn = async ({ queries }: Database) => {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(queries);
  return BigInt(rows[0]?.id ?? 0);
};

/** Ids that were given away and written nowhere are given away again. */
async function useIdsUpTo(database: Database, id: bigint): Promise<void> {
  while ((await nextIdIn(database)) < id);
}

const statusOf = async ({ queries }: Database, id: bigint) => {
  const asked = sql<{ status: string }>`select pg_xact_status(${id.toString()}::xid8) as status`;
  return (await asked.execute(queries)).rows[0]?.status;
};

/** Resolves once the server has ended every session. */
async function crash({ url }: PostgresServer, how: (backend: number) => unknown): Promise<void> {
  const session = new Client(url);
  session.on("error", () => {});
  await session.connect();
  const { rows } = await session.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise((resolve) => void session.on("end", () => resolve(undefined)));
  await how(rows[0]?.pid ?? 0);
  await ended;
}

describe.runIf(hasPostgres())("a commit whose answer is lost as the server crashes (PostgreSQL)", () => {
  it.each([
    ["and starts again", "to another transaction", true],
    ["and starts again", "to nobody yet", false],
    ["and recovers by itself", "to another transaction", true],
    ["and recovers by itself", "to nobody yet", false],
  ])("%s is of unknown end, though its id is given %s", async (end, _whom, isReused) => {
    const { server, direct, cutter, database } = await stage();

    const isLost = Promise.withResolvers<bigint>();
    const written = writeTransaction(database.queries, async (queries) => {
      const id = await nextIdIn({ ...database, queries });
      cutter.silence();
      isLost.resolve(id);
    });
    written.catch(() => {});
    const reconnect = () => {
      cutter.listen();
      cutter.cutAll();
    };
    onTestFinished(reconnect);
    const id = await isLost.promise;
    await crash(server, (backend) =>
      end === "and starts again" ? server.restart("immediate") : process.kill(backend, "SIGKILL"),
    );
    if (isReused) await useIdsUpTo(direct, id);
    const status = await statusOf(direct, id).catch(String);
    expect(status).toMatch(isReused ? "committed" : "is in the future");
    reconnect();
    await expect(written).rejects.toThrow(/Connection terminated/);
  });

  it("is told from their rows where it was of claims", async () => {
    const { server, direct, cutter, database } = await stage();
    const store = reminderStore(database.queries);
    await addDue(store, "a");

    // The server hears it, and nothing of what it answers arrives.
    cutter.onSaid = (said) => said.includes("commit\0") && cutter.silence();
    const claimed = claim(store, DUE);
    claimed.catch(() => {});
    const state = async () =>
      (await direct.queries.selectFrom("deliveries").select("state").executeTakeFirstOrThrow()).state;
    await expect.poll(state).toBe("sending");
    await crash(server, () => server.restart("immediate"));
    cutter.onSaid = undefined;
    cutter.listen();
    cutter.cutAll();
    expect(subjectsOf(await claimed)).toEqual([["a"]]);
  });
});
