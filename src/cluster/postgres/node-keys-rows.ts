import { sql } from "kysely";

import type { NodeKeysRow } from "../../storage/concurrent-adapter.ts";
import type { Queries } from "../../storage/schema.ts";

/** A silent process may only be away; the row of one that stopped properly is gone. */
const MAY_RUN = sql`nodes.until > clock_timestamp() - interval '1 minute'`;

/** Returns what every process that may be running said of its keys. */
export async function nodeKeysRows(queries: Queries): Promise<readonly NodeKeysRow[]> {
  const { rows } = await sql<NodeKeysRow>`
    select nodes.id, until > clock_timestamp() as "isHeard",
      coalesce(node_keys.host, '') as host, coalesce(node_keys.keys, '') as keys
    from nodes left join node_keys on node_keys.node_id = nodes.id
    where ${MAY_RUN} order by node_keys.host`.execute(queries);
  return rows;
}

/** Stores which keys a process has, and deletes those of processes that are gone. */
export async function tellNodeKeys(
  queries: Queries,
  { id, host, keys }: Pick<NodeKeysRow, "id" | "host"> & { readonly keys: readonly string[] },
): Promise<void> {
  await sql`delete from node_keys where node_id not in (select id from nodes where ${MAY_RUN})`.execute(
    queries,
  );
  await sql`insert into node_keys (node_id, host, keys) values (${id}, ${host}, ${JSON.stringify(keys)})
    on conflict (node_id) do update set host = excluded.host, keys = excluded.keys`.execute(queries);
}
