import {
  type DefinitionName,
  type DefinitionTable,
  definitionTables,
} from "../platform/resources/definitions.ts";

export type NamedThing = DefinitionName;

export type NameTable = DefinitionTable;

/** Quests and their steps are items. */
export const questTable = "item" satisfies NameTable;

/** The table of a `questItemHash`, a `vendor_hashes`: the word before "Hash" names it. Undefined where none does. */
export function tableNamedBy(field: string): NameTable | undefined {
  const word = /([A-Za-z]*?)_?Hash(?:es)?$/i.exec(field)?.[1]?.toLowerCase() ?? "";
  return definitionTables.find((table) => word.endsWith(table));
}

export type HashesByTable = Readonly<Partial<Record<NameTable, readonly number[]>>>;

/** The names that were found; a hash nobody knows has none. */
export interface Names {
  of(table: NameTable, hash: number | undefined): NamedThing | undefined;
}
