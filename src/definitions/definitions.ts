import type { DefinitionName, DefinitionTable } from "../platform/resources/definitions.ts";

/** Names for hashes. Missing ones are fetched in the background. */
export interface Definitions {
  /** Returns the known names; never fails, and waits only briefly. */
  lookUp(
    table: DefinitionTable,
    hashes: readonly number[],
    options: { readonly locale: string; readonly signal?: AbortSignal },
  ): Promise<ReadonlyMap<number, DefinitionName>>;
  /** Returns stored names that may have a word beginning with the text; never asks the platform, never fails. */
  search(table: DefinitionTable, text: string, locale: string): Promise<readonly string[]>;
}
