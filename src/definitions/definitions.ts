import type { DefinitionTable } from "../platform/resources/definitions.ts";

/** What a definition gives to show. */
export interface DefinitionName {
  /** Plain text of the platform. Empty when only the goal is known. */
  readonly name: string;
  readonly description?: string;
  /** Whole address of the icon. */
  readonly iconUrl?: string;
  /** The goal of an objective. */
  readonly goal?: number;
}

/** Names for hashes, from what is stored; what is missing is fetched in the background. */
export interface Definitions {
  /** Never fails and waits at most briefly: a hash nobody knows is missing from the map. */
  lookUp(
    table: DefinitionTable,
    hashes: readonly number[],
    options: { readonly locale: string; readonly signal?: AbortSignal },
  ): Promise<ReadonlyMap<number, DefinitionName>>;
}
