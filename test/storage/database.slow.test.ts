import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Queries } from "../../src/storage/schema.ts";
import type { Migration } from "../../src/storage/migrate.ts";
import { isRecentEnough, pathOf } from "../../src/storage/sqlite-file.ts";
import { facts } from "../../src/storage/facts.ts";
import { useFolder } from "../support/databases.ts";

const folder = useFolder();
const turn = () => new Promise((resolve) => void setTimeout(resolve, 1, "turn"));
const urlOf = (name = "milepost.db") => `file:${path.join(folder.path, "data", name)}`;

function startWriter(url: string, prefix: string): ChildProcess {
  const script = new URL("writer.ts", import.meta.url).pathname;
  return spawn(process.execPath, [script, url, prefix], { stdio: ["ignore", "pipe", "pipe"] });
}

/** Lets a writer acknowledge some rows, kills it with SIGKILL, and gives what it acknowledged. */
async function killAfter(url: string, prefix: string, rows: number): Promise<readonly string[]> {
  const writer = startWriter(url, prefix);
  let said = "";
  writer.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
    if (said.split("\n").length > rows) writer.kill("SIGKILL");
  });
  await once(writer, "close");
  return said.split("\n").slice(0, -1);
}

const hashOf = (index: number) => createHash("sha256").update(String(index)).digest("hex");
/** What a run wrote down to do later. */
const wanted = (queries: Queries) =>
  queries.selectFrom("facts").select("name").where("name", "like", "file-%").execute();

describe("openDatabase", () => {
  it("makes files and folder readable by nobody else", async () => {
    const database = await openDatabase({ url: urlOf() });
    await facts(database.queries).set("a", "b");
    const modes = ["", "-wal", "-shm", ".lock"].map((end) => statSync(`${database.file}${end}`).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
    expect(statSync(path.dirname(database.file ?? "")).mode & 0o777).toBe(0o700);
    await database.close();
  });

  it("narrows a file that others could read", async () => {
    const first = await openDatabase({ url: urlOf() });
    await first.close();
    chmodSync(first.file ?? "", 0o644);
    const again = await openDatabase({ url: urlOf() });
    expect(statSync(again.file ?? "").mode & 0o777).toBe(0o600);
    await again.close();
  });

  it("switches every safeguard on", async () => {
    const database = await openDatabase({ url: urlOf() });
    const read = async (name: string) => {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.queries);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await read("journal_mode")).toBe("wal");
    expect(await read("synchronous")).toBe(2);
    expect(await read("busy_timeout")).toBe(0);
    expect(await read("foreign_keys")).toBe(1);
    expect(await read("trusted_schema")).toBe(0);
    expect(await read("secure_delete")).toBe(1);
    await database.close();
  });

  it("has strict tables only", async () => {
    const database = await openDatabase({ url: ":memory:" });
    const { rows } = await sql<{ name: string; strict: number }>`pragma table_list`.execute(database.queries);
    const loose = rows.filter(({ name, strict }) => !name.startsWith("sqlite_") && strict !== 1);
    expect(loose).toEqual([]);
    expect(rows.length).toBeGreaterThan(6);
    await database.close();
  });

  it("refuses a second bot at once, and serves tools that look on", async () => {
    const first = await openDatabase({ url: urlOf() });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await expect(openDatabase({ url: urlOf() })).rejects.toThrow(/Another Milepost is using the database/);
    vi.useRealTimers();

    const tool = await openDatabase({ url: urlOf(), isOwner: false });
    await facts(first.queries).set("a", "b");
    expect(await facts(tool.queries).get("a")).toBe("b");
    await tool.close();

    await first.close();
    const next = await openDatabase({ url: urlOf() });
    await next.close();
  });

  it("refuses a second bot in another process, until the first one dies", async () => {
    const writer = startWriter(urlOf(), "w");
    if (writer.stdout) await once(writer.stdout, "data");
    await expect(openDatabase({ url: urlOf() })).rejects.toThrow(/Another Milepost/);
    writer.kill("SIGKILL");
    await once(writer, "close");
    const next = await openDatabase({ url: urlOf() });
    expect(await facts(next.queries).get("w-0")).toBe("kept");
    await next.close();
  });

  it("loses no acknowledged row to kill -9", async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round++) {
      acknowledged.push(...(await killAfter(urlOf(), `round${round}`, 5 + round * 7)));
    }
    const database = await openDatabase({ url: urlOf() });
    const rows = await database.queries.selectFrom("facts").select("name").execute();
    const stored = new Set(rows.map(({ name }) => name));
    expect(acknowledged.length).toBeGreaterThan(5 * 5);
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    await database.close();
  });

  it("leaves no piece of rows that were moved and then deleted, once the file is written anew", async () => {
    const database = await openDatabase({ url: urlOf() });
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      key: hashOf(index),
      state: `${hashOf(-index - 1)} `.repeat(1 + ((index * 7_919) % 14)),
      expires_at: 1,
      owner_id: String(index % 2),
    }));
    for (let from = 0; from < rows.length; from += 500) {
      const some = rows.slice(from, from + 500);
      await database.queries.insertInto("control_states").values(some).execute();
    }
    await database.queries.deleteFrom("control_states").where("owner_id", "=", "1").execute();
    const left = () => {
      const file = readFileSync(database.file ?? "").toString("latin1");
      return rows.filter(({ owner_id, state }) => owner_id === "1" && file.includes(state.slice(0, 64)))
        .length;
    };
    await database.checkpoint();
    expect(left()).toBeGreaterThan(0);
    expect(await database.rewrite()).toBe(true);
    expect(left()).toBe(0);
    await database.close();
  });

  it("goes on reading and lets timers run while a large file is written anew, and lets writes wait", async () => {
    const database = await openDatabase({ url: urlOf() });
    const { queries } = database;
    const rows = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000)
      insert into facts select 'n' || i, hex(randomblob(2000)) from n`;
    await rows.execute(queries);
    // Whatever the machine does, it is not written before some reads were answered.
    const other = new Sqlite(database.file ?? "");
    other.exec("begin immediate");
    const rewriting = database.rewrite();
    const writing = facts(queries).set("b", "while it was written");
    let turns = 0;
    for (; (await Promise.race([rewriting, turn()])) === "turn"; turns += 1) {
      expect(await facts(queries).get("n1")).toHaveLength(4_000);
      if (turns === 10) other.close();
    }
    expect(await rewriting).toBe(true);
    expect(turns).toBeGreaterThan(10);
    await writing;
    expect(await facts(queries).get("b")).toBe("while it was written");
    await database.close();
  });

  it("ends only when the file is written", async () => {
    const database = await openDatabase({ url: urlOf() });
    const rewriting = database.rewrite();
    await new Promise((resolve) => void setImmediate(resolve));
    await database.close();
    expect(await rewriting).toBe(true);
    const again = await openDatabase({ url: urlOf() });
    expect(await wanted(again.queries)).toEqual([]);
    await again.close();
  });

  it("writes the file anew at the next start where it could not before", async () => {
    const emptying = { tries: 1, betweenMs: 1, laterEveryMs: 60_000 };
    const database = await openDatabase({ url: urlOf(), emptying });
    let passedMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (passedMs += 1));
    expect(await database.rewrite()).toBe(true);
    // So soon after the last time it has to wait.
    expect(await database.rewrite()).toBe(false);
    expect(await wanted(database.queries)).toHaveLength(1);
    await database.close();
    const again = await openDatabase({ url: urlOf() });
    expect(await wanted(again.queries)).toEqual([]);
    await again.close();
  });

  it("leaves no byte of what was deleted in file or log after a checkpoint", async () => {
    const database = await openDatabase({ url: urlOf() });
    const file = database.file ?? "";
    await facts(database.queries).set("a", "canary-5d1e".repeat(20));
    await database.checkpoint();
    expect(readFileSync(file).includes("canary-5d1e")).toBe(true);
    await database.queries.deleteFrom("facts").execute();
    await database.checkpoint();
    expect(readFileSync(file).includes("canary-5d1e")).toBe(false);
    expect(readFileSync(`${file}-wal`).includes("canary-5d1e")).toBe(false);
    await database.close();
  });

  it("says plainly when the file is no database, and leaves it as it is", async () => {
    const file = pathOf(urlOf());
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "this is a text that is long enough to be looked at as a header".repeat(40));
    await expect(openDatabase({ url: urlOf() })).rejects.toThrow(/is damaged or is no database/);
    expect(readFileSync(file, "utf8")).toContain("this is a text");
  });

  it("says plainly when pages are damaged", async () => {
    const database = await openDatabase({ url: urlOf() });
    for (let count = 0; count < 50; count++) await facts(database.queries).set(`n${count}`, "v".repeat(900));
    await database.close();
    const bytes = readFileSync(database.file ?? "");
    bytes.fill(0xff, 4_096, 4_096 * 6);
    writeFileSync(database.file ?? "", bytes);
    await expect(openDatabase({ url: urlOf() })).rejects.toThrow(/is damaged or is no database/);
  });

  it("says plainly that the disk is full while the schema is made", async () => {
    const rows = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 200)";
    const filling: Migration = {
      number: 1,
      name: "filling",
      sqlite: [
        "pragma max_page_count = 8",
        "create table heap (a blob) strict",
        `insert into heap ${rows} select zeroblob(4096) from n`,
      ],
    };
    const opening = openDatabase({ url: urlOf("full.db"), migrations: [filling] });
    await expect(opening).rejects.toMatchObject({
      code: "bad-settings",
      details: { reason: expect.stringMatching(/^The disk is full: .*full\.db can't be written\./) },
    });
    const database = await openDatabase({ url: urlOf("full.db") });
    await facts(database.queries).set("still", "usable");
    await database.close();
  });

  it("names the folder it can't write to", async () => {
    writeFileSync(path.join(folder.path, "data"), "a file where the folder should be");
    await expect(openDatabase({ url: urlOf() })).rejects.toThrow(/DATABASE_URL: .* can't be written/);
    expect(existsSync(path.join(folder.path, "data", "milepost.db"))).toBe(false);
  });

  it("frees the lock when the start fails", async () => {
    const broken = [{ number: 1, name: "broken", sqlite: ["create nonsense"] }];
    await expect(openDatabase({ url: urlOf(), migrations: broken })).rejects.toThrow(/nonsense/);
    const database = await openDatabase({ url: urlOf() });
    await database.close();
  });
});

describe("isRecentEnough", () => {
  it.each([
    ["3.51.3", true],
    ["3.54.1", true],
    ["4.0.0", true],
    ["3.51.2", false],
    ["3.40.1", false],
    ["", false],
  ])("%s: %s", (version, verdict) => {
    expect(isRecentEnough(version)).toBe(verdict);
  });
});

describe("pathOf", () => {
  it("takes relative and absolute paths and addresses", () => {
    expect(pathOf(":memory:")).toBe(":memory:");
    expect(pathOf("file:./a/b.db")).toBe(path.resolve("a/b.db"));
    expect(pathOf("file:/a/b.db")).toBe("/a/b.db");
    expect(pathOf("file:///a/b.db")).toBe("/a/b.db");
  });
});
