import { createHash } from "node:crypto";

import { sql } from "kysely";

import type { Clock } from "../base/clock.ts";
import { MilepostError } from "../base/errors.ts";
import { toPostgres } from "./postgres/definition.ts";
import type { MigrationsTable, Queries } from "./schema.ts";
import { writeTransaction } from "./write-transaction.ts";

/** One step of the schema. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sqlite: readonly string[];
  /** Where it takes other ones: what mends rows that only ever lay in SQLite is left out. Types are translated. */
  readonly postgres?: readonly string[];
}

export type Engine = "sqlite" | "postgres";

export interface MigrateOptions {
  readonly queries: Queries;
  readonly engine: Engine;
  readonly migrations: readonly Migration[];
  readonly clock: Clock;
  /** Called before the first step on a database that holds something; a failure stops the migration. */
  readonly backUp: (version: number) => Promise<void>;
}

/**
 * Brings the schema up to date, each step in a transaction of its own. Refuses a database whose history is not
 * the beginning of ours. Gives the numbers of the steps taken.
 */
export async function migrate({
  queries,
  engine,
  migrations,
  clock,
  backUp,
}: MigrateOptions): Promise<readonly number[]> {
  await createHistory(queries, engine);
  const pending = await pendingSteps(queries, engine, migrations);
  const applied = migrations.slice(0, migrations.length - pending.length);
  const current = applied.at(-1)?.number;
  if (pending.length > 0 && current !== undefined) await backUp(current);
  for (const migration of pending) {
    await writeTransaction(queries, (transaction) =>
      takeStep(transaction, { engine, migration, now: clock.now() }),
    );
  }
  return pending.map(({ number }) => number);
}

/** The steps a database lacks. Refuses one whose history is not the beginning of ours. */
export async function pendingSteps(
  queries: Queries,
  engine: Engine,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const applied = await queries.selectFrom("migrations").selectAll().orderBy("number").execute();
  compareHistory(applied, engine, migrations);
  return migrations.slice(applied.length);
}

function statementsOf({ sqlite, postgres }: Migration, engine: Engine): readonly string[] {
  return engine === "sqlite" ? sqlite : (postgres ?? sqlite).map(toPostgres);
}

function checksum(migration: Migration, engine: Engine): string {
  return createHash("sha256").update(statementsOf(migration, engine).join(";\n")).digest("hex");
}

const HISTORY = `create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at integer not null
  ) strict`;

async function createHistory(queries: Queries, engine: Engine): Promise<void> {
  await sql.raw(engine === "sqlite" ? HISTORY : toPostgres(HISTORY)).execute(queries);
}

function compareHistory(
  applied: readonly MigrationsTable[],
  engine: Engine,
  migrations: readonly Migration[],
): void {
  for (const [index, row] of applied.entries()) {
    const known = migrations[index];
    if (known === undefined || known.number !== row.number) {
      throw new MilepostError("bad-settings", {
        reason:
          "The database was made by a newer Milepost. Start that version, or restore the backup from before it.",
      });
    }
    if (checksum(known, engine) === row.checksum) continue;
    const step = `${row.number} (${known.name})`;
    throw new MilepostError("bad-settings", {
      reason: `Step ${step} of the database's schema is not the one this Milepost knows. Start the version that made it.`,
    });
  }
}

async function takeStep(
  queries: Queries,
  {
    engine,
    migration,
    now,
  }: { readonly engine: Engine; readonly migration: Migration; readonly now: number },
): Promise<void> {
  for (const statement of statementsOf(migration, engine)) await sql.raw(statement).execute(queries);
  const { number, name } = migration;
  const row = { number, name, checksum: checksum(migration, engine), applied_at: now };
  await queries.insertInto("migrations").values(row).execute();
}
