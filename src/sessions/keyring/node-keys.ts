import { z } from "zod";

import { jsonOrNothing } from "../../base/json.ts";
import { concurrentAdapter, type NodeKeysRow } from "../../storage/concurrent-adapter.ts";
import type { Queries } from "../../storage/schema.ts";
import type { Key, KeyRef } from "./keyring-file.ts";

export interface NodeKeys extends Omit<NodeKeysRow, "keys"> {
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

/** Returns every process that may be running; none where only one is allowed. */
export async function allNodeKeys(queries: Queries): Promise<readonly NodeKeys[]> {
  const rows = (await concurrentAdapter(queries)?.nodeKeys(queries)) ?? [];
  return rows.map((row) => ({ ...row, keys: namesSchema.safeParse(jsonOrNothing(row.keys)).data }));
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
