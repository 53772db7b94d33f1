import {
  type DefinitionName,
  type DefinitionTable,
  definitionTables,
} from "../platform/resources/definitions.ts";

export type NamedThing = DefinitionName;

export type NameTable = DefinitionTable;

/**
 * Returns the table of a field such as `questHash` or `vendor_hashes`, by the word before "Hash"; undefined without
 * one.
 */
export function tableNamedBy(field: string): NameTable | undefined {
  const word = /([A-Za-z]*?)_?Hash(?:es)?$/i.exec(field)?.[1]?.toLowerCase() ?? "";
  return definitionTables.find((table) => word.endsWith(table));
}

export type HashesByTable = Readonly<Partial<Record<NameTable, readonly number[]>>>;

export interface Names {
  of(table: NameTable, hash: number | undefined): NamedThing | undefined;
}
