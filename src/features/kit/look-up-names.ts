import type { NamedThing, NameTable, Names } from "../../game/names.ts";
import { decodeEntities } from "../../game/readable.ts";
import type { CommandContext } from "./command-context.ts";

export type Wanted = Readonly<Partial<Record<NameTable, readonly number[]>>>;

/** Returns the names of all hashes a view needs, in the reader's language. Never fails. */
export async function lookUpNames(
  { definitions, locale, signal }: CommandContext,
  wanted: Wanted,
): Promise<Names> {
  const tables = Object.entries(wanted) as [NameTable, readonly number[]][];
  const found = await Promise.all(
    tables
      .filter(([, hashes]) => hashes.length > 0)
      .map(async ([table, hashes]): Promise<[NameTable, ReadonlyMap<number, NamedThing>]> => {
        const distinct = [...new Set(hashes)];
        return [table, await definitions.lookUp(table, distinct, { locale, signal })];
      }),
  );
  const byTable = new Map(found);
  return {
    of: (table, hash) => {
      const found = hash === undefined ? undefined : byTable.get(table)?.get(hash);
      return found && { ...found, name: decodeEntities(found.name) };
    },
  };
}

/** Returns the hashes of several views together. */
export function mergeWanted(...all: readonly Wanted[]): Wanted {
  const merged: Partial<Record<NameTable, number[]>> = {};
  for (const wanted of all) {
    for (const [table, hashes] of Object.entries(wanted) as [NameTable, readonly number[]][]) {
      merged[table] = [...(merged[table] ?? []), ...hashes];
    }
  }
  return merged;
}
