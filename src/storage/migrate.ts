import { createHash } from "node:crypto";

import { sql } from "kysely";

import type { Clock } from "../base/clock.ts";
import { MilepostError } from "../base/errors.ts";
import type { MigrationsTable, Queries } from "./schema.ts";
import { writeTransaction } from "./write-transaction.ts";

/** One step of the schema, as statements by engine. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sqlite: readonly string[];
}

export interface MigrateOptions {
  readonly queries: Queries;
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
  migrations,
  clock,
  backUp,
}: MigrateOptions): Promise<readonly number[]> {
  await createHistory(queries);
  const applied = await queries.selectFrom("migrations").selectAll().orderBy("number").execute();
  compareHistory(applied, migrations);
  const pending = migrations.slice(applied.length);
  const current = applied.at(-1)?.number;
  if (pending.length > 0 && current !== undefined) await backUp(current);
  for (const migration of pending) {
    await writeTransaction(queries, (transaction) => takeStep(transaction, migration, clock.now()));
  }
  return pending.map(({ number }) => number);
}

function checksum(migration: Migration): string {
  return createHash("sha256").update(migration.sqlite.join(";\n")).digest("hex");
}

async function createHistory(queries: Queries): Promise<void> {
  await sql`create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at integer not null
  ) strict`.execute(queries);
}

function compareHistory(applied: readonly MigrationsTable[], migrations: readonly Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const known = migrations[index];
    if (known === undefined || known.number !== row.number) {
      throw new MilepostError("bad-settings", {
        reason:
          "The database was made by a newer Milepost. Start that version, or restore the backup from before it.",
      });
    }
    if (checksum(known) === row.checksum) continue;
    const step = `${row.number} (${known.name})`;
    throw new MilepostError("bad-settings", {
      reason: `Step ${step} of the database's schema is not the one this Milepost knows. Start the version that made it.`,
    });
  }
}

async function takeStep(queries: Queries, migration: Migration, now: number): Promise<void> {
  for (const statement of migration.sqlite) await sql.raw(statement).execute(queries);
  const { number, name } = migration;
  const row = { number, name, checksum: checksum(migration), applied_at: now };
  await queries.insertInto("migrations").values(row).execute();
}
