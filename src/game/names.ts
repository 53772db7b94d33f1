import type { DefinitionTable } from "../platform/resources/definitions.ts";

/** What a definition says of a hash. */
export interface NamedThing {
  readonly name: string;
  readonly description?: string | undefined;
  /** Whole address. */
  readonly iconUrl?: string | undefined;
  /** The goal of an objective. */
  readonly goal?: number | undefined;
}

export type NameTable = DefinitionTable;

/** Hashes by table, to ask names for. */
export type HashesByTable = Readonly<Partial<Record<NameTable, readonly number[]>>>;

/** The names that were found; a hash nobody knows has none. */
export interface Names {
  of(table: NameTable, hash: number | undefined): NamedThing | undefined;
}
