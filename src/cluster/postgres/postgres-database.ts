import { randomBytes } from "node:crypto";

import { Kysely, sql } from "kysely";
import type { Client } from "pg";

import { type Clock, systemClock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import { type Log, silentLog } from "../../base/log.ts";
import type { Database, OpenDatabaseOptions } from "../../storage/database.ts";
import { CHANNEL_FACT, facts } from "../../storage/facts.ts";
import { migrate, pendingSteps } from "../../storage/migrate.ts";
import { migrations as ours } from "../../storage/migrations/index.ts";
import type { Queries, Tables } from "../../storage/schema.ts";
import { connectAlone, ConnectionPool, onlyConnection } from "./connections.ts";
import { connectFailure } from "./trouble.ts";
import { postgresDialect } from "./dialect.ts";
import { foreignCreators } from "./foreign-creators.ts";
import { type Location, readLocation } from "./location.ts";
import { PostgresWriteAdapter } from "./postgres-adapter.ts";
import { PostgresNodes } from "./postgres-nodes.ts";

const OLDEST_VERSION = 130_000;
const REACH_WITHIN_MS = 5_000;

/**
 * Opens a PostgreSQL database and migrates it; unless it only looks on, claims it for this process, alone or beside
 * others. Throws "bad-settings" with a plain sentence for what the operator can fix.
 */
export async function openPostgres(options: OpenDatabaseOptions): Promise<Database> {
  const location = readLocation(options.url, options.password);
  const { log = silentLog, reachWithinMs = REACH_WITHIN_MS } = options;
  if (location.warning !== undefined) log.warn(location.warning);
  try {
    const alone = await connectAlone(location, { withinMs: reachWithinMs });
    const { adapter, channel } = await prepareAndEnd(alone, { ...options, location, log });
    const nodes = new PostgresNodes({ location, key: adapter.lockKey("nodes"), channel, log });
    const { isOwner = true, isShared = false } = options;
    if (isOwner) await nodes.join(!isShared, reachWithinMs);
    const dialect = postgresDialect(new ConnectionPool(location, log), adapter);
    return new PostgresDatabase(new Kysely<Tables>({ dialect }), nodes, isOwner);
  } catch (error) {
    throw connectFailure(error, location.name) ?? error;
  }
}

type Opening = OpenDatabaseOptions & { readonly location: Location; readonly log: Log };

class PostgresDatabase implements Database {
  readonly engine = "postgres";
  readonly queries: Queries;
  readonly nodes: PostgresNodes;
  readonly clock?: Clock;
  readonly lost: Promise<MilepostError>;

  constructor(queries: Queries, nodes: PostgresNodes, isOwner: boolean) {
    this.queries = queries;
    this.nodes = nodes;
    this.lost = nodes.lost;
    if (isOwner) this.clock = nodes.clock;
  }

  /** Deleted rows stay until VACUUM, and in the server's log, so nothing is promised. */
  async checkpoint(): Promise<boolean> {
    return false;
  }

  async rewrite(): Promise<boolean> {
    return false;
  }

  async rewriteAfter<T>(deletions: () => Promise<T>): Promise<readonly [T, boolean]> {
    return [await deletions(), false];
  }

  /** Restores use pg_restore, which doesn't ask us. */
  noteDeleted(): void {}

  async close(): Promise<void> {
    await this.queries.destroy();
    await this.nodes.leave();
  }
}

/** Checks the database and brings its schema up to date. The connection is closed. */
async function prepareAndEnd(
  client: Client,
  { location, log, migrations = ours, clock = systemClock }: Opening,
): Promise<{ readonly adapter: PostgresWriteAdapter; readonly channel: string }> {
  try {
    const { schema, hasHistory } = await examine(client, location);
    const adapter = new PostgresWriteAdapter(schema);
    const queries = new Kysely<Tables>({ dialect: postgresDialect(onlyConnection(client), adapter) });
    await migrateAlone(queries, adapter, { migrations, clock, log, hasHistory });
    const warning = await foreignCreators(queries);
    if (warning !== undefined) log.warn(`Look at PostgreSQL: ${warning}`);
    return { adapter, channel: await channelOf(queries) };
  } finally {
    await client.end();
  }
}

/** Returns the schema for our tables, and whether it has any yet. */
async function examine(client: Client, { name }: Location) {
  const { rows } = await client.query<{
    version: string;
    schema: string | null;
    encoding: string;
    hasHistory: boolean;
  }>(`select pg_catalog.current_setting('server_version_num') as version, pg_catalog.current_schema() as schema,
    pg_catalog.current_setting('server_encoding') as encoding,
    pg_catalog.to_regclass(pg_catalog.quote_ident(pg_catalog.current_schema()) || '.migrations') is not null as "hasHistory"`);
  const [found] = rows;
  if (Number(found?.version) < OLDEST_VERSION)
    refuse(`PostgreSQL at ${name} is too old: 13 or newer is needed`);
  if (found?.encoding !== "UTF8") refuse(`The database ${name} is not of encoding UTF8: make one that is`);
  if (found.schema === null) refuse(`The database ${name} has no schema of the search_path`);
  return { schema: found.schema ?? "", hasHistory: found.hasHistory };
}

/** Of several processes that start at once, one migrates. */
async function migrateAlone(
  queries: Queries,
  adapter: PostgresWriteAdapter,
  options: Required<Pick<OpenDatabaseOptions, "migrations" | "clock" | "log">> & {
    readonly hasHistory: boolean;
  },
): Promise<void> {
  const { migrations, clock, log, hasHistory } = options;
  const engine = "postgres";
  if (hasHistory && (await pendingSteps(queries, engine, migrations)).length === 0) return;
  const key = sql.raw(adapter.lockKey("migrations"));
  await sql`select pg_advisory_lock(${key})`.execute(queries);
  try {
    await migrate({ queries, engine, migrations, clock, log, backUp: async () => {} });
  } finally {
    await sql`select pg_advisory_unlock(${key})`.execute(queries);
  }
}

/**
 * Returns where the processes notify each other. Whoever may connect can listen and notify anywhere: that this name is
 * random, and in a table, keeps others out.
 */
async function channelOf(queries: Queries): Promise<string> {
  const known = await facts(queries).get(CHANNEL_FACT);
  if (known !== undefined) return known;
  const made = `milepost ${randomBytes(18).toString("base64url")}`;
  await queries
    .insertInto("facts")
    .values({ name: CHANNEL_FACT, value: made })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await facts(queries).get(CHANNEL_FACT)) ?? made;
}

function refuse(reason: string): never {
  throw new MilepostError("bad-settings", { reason: `${reason}.` });
}
