/** The tables every `...Hash` of the contract points into. */
export const definitionTables = [
  "item",
  "quest",
  "activity",
  "milestone",
  "progression",
  "faction",
  "objective",
  "vendor",
  "destination",
  "modifier",
] as const;
export type DefinitionTable = (typeof definitionTables)[number];

/** What a record says of the thing it is about; empty texts where it says nothing. */
export interface OwnName {
  readonly name: string;
  readonly description: string;
  /** Its picture's path or address. */
  readonly icon: string;
}

/** The names an answer's records carry, by `nameKey`. */
export type OwnNames = ReadonlyMap<string, OwnName>;

export function nameKey(table: DefinitionTable, hash: number): string {
  return `${table}/${hash}`;
}
