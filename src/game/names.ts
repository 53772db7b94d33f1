/** What a definition says of a hash. */
export interface NamedThing {
  readonly name: string;
  readonly description?: string | undefined;
  /** Whole address. */
  readonly iconUrl?: string | undefined;
  /** The goal of an objective. */
  readonly goal?: number | undefined;
}

export type NameTable =
  | "item"
  | "activity"
  | "milestone"
  | "objective"
  | "vendor"
  | "modifier"
  | "progression"
  | "faction"
  | "destination";

/** The names that were found; a hash nobody knows has none. */
export interface Names {
  of(table: NameTable, hash: number | undefined): NamedThing | undefined;
}
