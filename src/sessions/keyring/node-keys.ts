import { sql } from "kysely";
import { z } from "zod";

import { jsonOrNothing } from "../../base/json.ts";
import { concurrentAdapter } from "../../storage/concurrent-adapter.ts";
import type { Queries } from "../../storage/schema.ts";
import type { Key, KeyRef } from "./keyring-file.ts";

/** A process on the database, and the keys it has. */
export interface NodeKeys {
  readonly id: string;
  /** Its machine; empty while it starts. */
  readonly host: string;
  /** False where it has been silent for some seconds: briefly away, or killed. */
  readonly isHeard: boolean;
  /** Named by `keyName`; undefined while it starts, and where its row can't be read. */
  readonly keys: ReadonlySet<string> | undefined;
}

export function keyName({ kind, id }: KeyRef): string {
  return `${kind} ${id}`;
}

/** Returns whether several processes may use the database, each with a keyring file. */
export function isShared(queries: Queries): boolean {
  return concurrentAdapter(queries) !== undefined;
}

const namesSchema = z.array(z.string()).transform((names) => new Set(names));

/** A silent process may only be away; the row of one that stopped properly is gone. */
const MAY_RUN = sql`nodes.until > clock_timestamp() - interval '1 minute'`;

/** Returns every process that may be running; none where only one is allowed. */
export async function allNodeKeys(queries: Queries): Promise<readonly NodeKeys[]> {
  if (!isShared(queries)) return [];
  const { rows } = await sql<{ id: string; isHeard: boolean; host: string | null; keys: string | null }>`
    select nodes.id, until > clock_timestamp() as "isHeard", node_keys.host, node_keys.keys from nodes left join node_keys on node_keys.node_id = nodes.id
    where ${MAY_RUN} order by node_keys.host`.execute(queries);
  return rows.map(({ id, isHeard, host, keys }) => ({
    id,
    isHeard,
    host: host ?? "",
    keys: namesSchema.safeParse(jsonOrNothing(keys ?? "")).data,
  }));
}

/** Stores which keys a process has, and deletes those of processes that are gone. */
export async function tellNodeKeys(
  queries: Queries,
  { id, host, keys }: { readonly id: string; readonly host: string; readonly keys: readonly Key[] },
): Promise<void> {
  await sql`delete from node_keys where node_id not in (select id from nodes where ${MAY_RUN})`.execute(
    queries,
  );
  await sql`insert into node_keys (node_id, host, keys) values (${id}, ${host}, ${JSON.stringify(keys.map(keyName))})
    on conflict (node_id) do update set host = excluded.host, keys = excluded.keys`.execute(queries);
}

/** Returns the machines whose processes lack a key, or have not said that they have it. */
export function lackingHosts(nodes: readonly NodeKeys[], key: KeyRef): readonly string[] {
  return nodes.filter(({ keys }) => keys?.has(keyName(key)) !== true).map(({ host }) => host);
}

/**
 * Moves keys that some process lacks behind those that all have, so that all can open what is sealed with the first.
 * Processes that are starting don't count.
 */
export function inOrderOfUse(keys: readonly Key[], nodes: readonly NodeKeys[]): readonly Key[] {
  const isEverywhere = (key: Key) => nodes.every((node) => node.keys?.has(keyName(key)) !== false);
  return [...keys.filter(isEverywhere), ...keys.filter((key) => !isEverywhere(key))];
}
