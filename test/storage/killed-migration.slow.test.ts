import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { useFolder } from "../support/databases.ts";
import { startProgram } from "../support/program.ts";

const ROWS = 5_000;
const OLD = 3;
const KILLS = 6;

const program = new URL("migrator.ts", import.meta.url).pathname;
const folder = useFolder();

/** A database as it was three steps into the schema, with reminders in it. */
async function oldDatabase(file: string): Promise<void> {
  await (await openDatabase({ url: `file:${file}`, migrations: migrations.slice(0, OLD) })).close();
  const sqlite = new Sqlite(file);
  const insert = sqlite.prepare(
    `insert into reminders (id, owner_id, editor_id, state, rule, content, when_unsure, revision, made_at, changed_at)
      values (?, 'o', 'o', 'active', '{}', '{}', 'at-most-once', 1, 0, 0)`,
  );
  const fill = sqlite.transaction(() => {
    for (let index = 0; index < ROWS; index += 1) insert.run(`r${index}`);
  });
  fill();
  sqlite.close();
}

it("starts after a kill -9 at any moment of a migration, with every row and every step", async () => {
  mkdirSync(path.join(folder.path, "data"));
  const old = path.join(folder.path, "data", "old.db");
  await oldDatabase(old);
  const steps = new Set<number>();
  // Until one is killed before it began; else nothing was tried.
  for (let kill = 0; kill < KILLS || !steps.has(OLD); kill += 1) {
    const file = path.join(folder.path, "data", `m${kill}.db`);
    copyFileSync(old, file);
    const migrator = startProgram([program, `file:${file}`]);
    await migrator.line(/begins/);
    await wait((kill % KILLS) * 15);
    await migrator.end("SIGKILL");
    const killed = new Sqlite(file, { readonly: true });
    steps.add(Number(killed.prepare("select count(*) from migrations").pluck().get()));
    killed.close();
    const database = await openDatabase({ url: `file:${file}` });
    const rows = await database.queries.selectFrom("reminders").select("purpose").execute();
    expect(rows.filter(({ purpose }) => purpose === "personal")).toHaveLength(ROWS);
    const taken = await database.queries.selectFrom("migrations").select("number").execute();
    expect(taken.map(({ number }) => number)).toEqual(migrations.map(({ number }) => number));
    const start = `m${kill}.db.version-`;
    const backups = readdirSync(path.dirname(file)).filter((name) => name.startsWith(start));
    expect(backups).toEqual([`${start}${OLD}.backup`]);
    await database.close();
  }
});
