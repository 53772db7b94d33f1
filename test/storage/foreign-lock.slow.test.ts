import path from "node:path";

import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { facts } from "../../src/storage/facts.ts";
import { writeTransaction } from "../../src/storage/write-transaction.ts";
import { useFolder } from "../support/databases.ts";

const folder = useFolder();

/** A database of ours, and another program's connection to it. */
async function opened(): Promise<{ database: Database; other: Sqlite.Database }> {
  const file = path.join(folder.path, "data", "test.db");
  const database = await openDatabase({ url: `file:${file}` });
  const other = new Sqlite(file);
  onTestFinished(async () => {
    other.close();
    await database.close();
  });
  return { database, other };
}

/** Lets timers run so often; a process that waits for a lock lets none. */
async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await new Promise((resolve) => void setTimeout(resolve, 1));
}

describe("a write lock that another program holds", () => {
  it("keeps neither the process nor any reader waiting, and every write until it is free", async () => {
    const { database, other } = await opened();
    const { queries } = database;
    const known = facts(queries);
    await known.set("a", "before");
    other.exec("begin immediate");
    const written: string[] = [];
    const writes = [
      known.set("a", "alone").then(() => written.push("alone")),
      writeTransaction(queries, (transaction) => facts(transaction).set("b", "together")).then(() =>
        written.push("together"),
      ),
    ];
    await ticks(100);
    expect(written).toEqual([]);
    expect(await known.get("a")).toBe("before");
    other.exec("commit");
    await Promise.all(writes);
    expect([await known.get("a"), await known.get("b")]).toEqual(["alone", "together"]);
  });

  it("is named as the cause of a write that waited too long, which leaves nothing behind", async () => {
    const { database, other } = await opened();
    const { queries } = database;
    other.exec("begin immediate");
    const busy = { code: "SQLITE_BUSY" };
    const writing = writeTransaction(queries, (transaction) => facts(transaction).set("a", "b"));
    await Promise.all([
      expect(writing).rejects.toMatchObject(busy),
      expect(facts(queries).set("c", "d")).rejects.toMatchObject(busy),
    ]);
    other.exec("commit");
    expect([await facts(queries).get("a"), await facts(queries).get("c")]).toEqual([undefined, undefined]);
    await facts(queries).set("a", "b");
    expect(await facts(queries).get("a")).toBe("b");
  });

  it("keeps what is done alone out of a transaction that is under way", async () => {
    const { database } = await opened();
    const { queries } = database;
    const failing = writeTransaction(queries, async (transaction) => {
      await facts(transaction).set("a", "inside");
      await ticks(5);
      throw new Error("changed its mind");
    });
    const alone = facts(queries).set("b", "alone");
    await expect(failing).rejects.toThrow("changed its mind");
    await alone;
    expect([await facts(queries).get("a"), await facts(queries).get("b")]).toEqual([undefined, "alone"]);
  });

  it("opens the database once it is free", async () => {
    const { database, other } = await opened();
    const file = database.file ?? "";
    await database.close();
    other.pragma("locking_mode = exclusive");
    other.exec("begin exclusive");
    const opening = openDatabase({ url: `file:${file}` });
    await ticks(20);
    other.close();
    const again = await opening;
    const { rows } = await sql<{ count: number }>`select count(*) as count from migrations`.execute(
      again.queries,
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
    await again.close();
  });
});
