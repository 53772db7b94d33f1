import { sql } from "kysely";
import type { Client } from "pg";

import type { Queries } from "../../src/storage/schema.ts";
import { connectSoon } from "./postgres-schema.ts";

const NAME = "stranger";

/** A connection of a role that may connect and nothing else. */
export async function connectAsStranger(url: string): Promise<Client> {
  const owner = await connectSoon(url);
  // Several tests make it at once.
  await owner.query(
    `do $$ begin create role ${NAME} login; exception when duplicate_object or unique_violation then end $$`,
  );
  await owner.end();
  const address = new URL(url);
  address.username = NAME;
  return connectSoon(address.href);
}

/** The channel of the processes on a database, as those know it who may read its tables. */
export async function channelOf(queries: Queries): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from facts where name = 'channel'`.execute(
    queries,
  );
  return rows[0]?.value ?? "";
}
