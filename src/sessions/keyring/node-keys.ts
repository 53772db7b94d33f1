import { sql } from "kysely";

import { concurrentAdapter } from "../../storage/concurrent-adapter.ts";
import type { Queries } from "../../storage/schema.ts";
import type { Key, KeyRef } from "./keyring-file.ts";

/** A process that runs on the database, and which keys it has. */
export interface NodeKeys {
  readonly id: string;
  /** The machine it runs on; empty while it starts and has not said yet. */
  readonly host: string;
  /** False where it has not said for some seconds that it runs: it is away for a moment, or was killed. */
  readonly isHeard: boolean;
  /** As `keyName` says them; undefined while it starts. */
  readonly keys: ReadonlySet<string> | undefined;
}

export function keyName({ kind, id }: KeyRef): string {
  return `${kind} ${id}`;
}

/** Whether several processes may run on the database, each with a keyring of its own. */
export function isShared(queries: Queries): boolean {
  return concurrentAdapter(queries) !== undefined;
}

/** One whose row holds no more may only be away for a moment; the row of one that ended in good order is gone. */
const MAY_RUN = sql`nodes.until > clock_timestamp() - interval '1 minute'`;

/** Every process that runs, as far as is known; none where one alone may. */
export async function allNodeKeys(queries: Queries): Promise<readonly NodeKeys[]> {
  if (!isShared(queries)) return [];
  const { rows } = await sql<{ id: string; isHeard: boolean; host: string | null; keys: string | null }>`
    select nodes.id, until > clock_timestamp() as "isHeard", node_keys.host, node_keys.keys from nodes left join node_keys on node_keys.node_id = nodes.id
    where ${MAY_RUN} order by node_keys.host`.execute(queries);
  return rows.map(({ id, isHeard, host, keys }) => ({
    id,
    isHeard,
    host: host ?? "",
    keys: keys === null ? undefined : new Set(JSON.parse(keys) as string[]),
  }));
}

/** Says which keys a process has, and forgets those of processes that are gone. */
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

/** Which of them lack a key, or have not said yet that they have it, by their machines. */
export function lackingHosts(nodes: readonly NodeKeys[], key: KeyRef): readonly string[] {
  return nodes.filter(({ keys }) => keys?.has(keyName(key)) !== true).map(({ host }) => host);
}

/**
 * Puts keys that some process lacks behind those that all have: what is sealed with the first, all can open. A process
 * that has said nothing yet has no say.
 */
export function inOrderOfUse(keys: readonly Key[], nodes: readonly NodeKeys[]): readonly Key[] {
  const isEverywhere = (key: Key) => nodes.every((node) => node.keys?.has(keyName(key)) !== false);
  return [...keys.filter(isEverywhere), ...keys.filter((key) => !isEverywhere(key))];
}
