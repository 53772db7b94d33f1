import { type Log, silentLog } from "../../src/base/log.ts";
import Sqlite from "better-sqlite3";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Migration } from "../../src/storage/migrate.ts";
import { useFolder } from "../support/databases.ts";

const folder = useFolder();
const one: Migration = {
  number: 1,
  name: "one",
  sqlite: [
    "create table a (n integer primary key) strict",
    "insert into a values (1), (2), (3)",
    // Read at each start; without it that waits for two seconds.
    "create table facts (name text primary key, value text not null) strict",
  ],
};
const two: Migration = {
  number: 2,
  name: "two",
  sqlite: ["create table b (n integer) strict", "delete from a"],
};

async function open(migrations: readonly Migration[]) {
  return openDatabase({ url: `file:${path.join(folder.path, "m.db")}`, migrations });
}

async function count(database: Awaited<ReturnType<typeof open>>, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    database.queries,
  );
  return rows[0]?.n ?? -1;
}

const backups = () => readdirSync(folder.path).filter((name) => name.includes(".backup"));

describe("migrate", () => {
  it("takes each step once, in order", async () => {
    const first = await open([one, two]);
    expect(await count(first, "a")).toBe(0);
    await first.close();
    const again = await open([one, two]);
    expect(await count(again, "migrations")).toBe(2);
    await again.close();
  });

  it("tells a new database from one that was brought up to date, so that a lost one is noticed", async () => {
    const told: string[] = [];
    const log: Log = {
      ...silentLog,
      info: (message, fields) => void told.push(`${message} ${fields?.file}`),
    };
    for (const migrations of [[one], [one], [one, two]]) {
      const url = `file:${path.join(folder.path, "told.db")}`;
      await (await openDatabase({ url, migrations, log })).close();
    }
    expect(told).toEqual([
      expect.stringMatching(/^Made a new database\..*told\.db$/),
      expect.stringMatching(/^The database's schema is up to date/),
    ]);
  });

  it("makes a checked backup first when there is something to lose", async () => {
    const first = await open([one]);
    await first.close();
    const backup = `${first.file}.version-1.backup`;
    expect(existsSync(backup)).toBe(false);

    const second = await open([one, two]);
    expect(await count(second, "a")).toBe(0);
    await second.close();
    expect(statSync(backup).mode & 0o777).toBe(0o600);

    const restored = await openDatabase({ url: `file:${backup}`, migrations: [one] });
    expect(await count(restored, "a")).toBe(3);
    await restored.close();
  });

  const failing: Migration = { number: 3, name: "three", sqlite: ["create nonsense"] };

  it("never writes over an older backup", async () => {
    await (await open([one])).close();
    const older = path.join(folder.path, "m.db.version-1.backup");
    writeFileSync(older, "older");
    utimesSync(older, 1, 1);
    await (await open([one, two])).close();
    expect(readFileSync(older, "utf8")).toBe("older");
    expect(backups()).toEqual(["m.db.version-1.backup", "m.db.version-1.backup-2"]);
  });

  it("makes one backup for a migration, however often it ends before its last step", async () => {
    await (await open([one])).close();
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(open([one, two, failing])).rejects.toThrow(/nonsense/);
    }
    expect(backups()).toEqual(["m.db.version-1.backup"]);
    const three = { ...failing, sqlite: ["insert into a values (4)"] };
    await (await open([one, two, three])).close();
    expect(backups()).toEqual(["m.db.version-1.backup"]);
    // That one is over: the next has a backup of its own.
    await expect(open([one, two, three, { ...failing, number: 4 }])).rejects.toThrow(/nonsense/);
    expect(backups()).toEqual(["m.db.version-1.backup", "m.db.version-3.backup"]);
  });

  it("takes no backup for whole that was cut short", async () => {
    await (await open([one])).close();
    const part = path.join(folder.path, "m.db.version-1.backup.part");
    writeFileSync(part, "half of a database");
    await (await open([one, two])).close();
    expect(backups()).toEqual(["m.db.version-1.backup"]);
  });

  it("makes the backup anew where it was killed while it made one, and leaves nothing of that", async () => {
    await (await open([one])).close();
    const killed = new Sqlite(path.join(folder.path, "m.db"));
    killed.pragma("user_version = 1");
    killed.close();
    for (const end of ["", "-journal"])
      writeFileSync(path.join(folder.path, `m.db.version-1.backup.part${end}`), "half of it");
    await (await open([one, two])).close();
    expect(backups()).toEqual(["m.db.version-1.backup"]);
  });

  it("makes a backup anew where the one of an unfinished migration is old, or gone", async () => {
    await (await open([one])).close();
    const backup = path.join(folder.path, "m.db.version-1.backup");
    await expect(open([one, { ...failing, number: 2 }])).rejects.toThrow(/nonsense/);
    utimesSync(backup, 1, 1);
    await expect(open([one, { ...failing, number: 2 }])).rejects.toThrow(/nonsense/);
    expect(backups()).toEqual(["m.db.version-1.backup", "m.db.version-1.backup-2"]);
    for (const name of backups()) rmSync(path.join(folder.path, name));
    await expect(open([one, { ...failing, number: 2 }])).rejects.toThrow(/nonsense/);
    expect(backups()).toEqual(["m.db.version-1.backup"]);
  });

  it("leaves nothing of a step that fails in the middle", async () => {
    await (await open([one])).close();
    const failing: Migration = {
      number: 2,
      name: "two",
      sqlite: ["create table b (n integer) strict", "delete from a", "create nonsense"],
    };
    await expect(open([one, failing])).rejects.toThrow(/nonsense/);
    const after = await open([one]);
    expect(await count(after, "a")).toBe(3);
    await expect(count(after, "b")).rejects.toThrow(/no such table/);
    await after.close();
  });

  it("refuses a database of a newer version", async () => {
    await (await open([one, two])).close();
    await expect(open([one])).rejects.toThrow(/made by a newer Milepost/);
  });

  it("refuses a step that was changed after it was taken", async () => {
    await (await open([one])).close();
    const changed = { ...one, sqlite: [...one.sqlite, "insert into a values (9)"] };
    await expect(open([changed])).rejects.toThrow(/Step 1 \(one\) of the database's schema is not the one/);
  });
});
