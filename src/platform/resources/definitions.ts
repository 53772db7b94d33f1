import { z } from "zod";

import { boolean, type DefinitionTable, essential, maybe, record, uint32 } from "./wire.ts";

export { definitionTables, type DefinitionTable } from "./wire.ts";

/** One record of a table, in one language. Other members pass through. */
export type Definition = z.output<typeof Definition>;
export const Definition = record("Definition", {
  hash: maybe(uint32),
  displayProperties: essential(
    maybe(
      record("DisplayProperties", {
        name: maybe(z.string()),
        description: maybe(z.string()),
        icon: maybe(z.string()),
        hasIcon: maybe(boolean),
      }),
    ),
  ),
});

/** The parts of a definition we show. */
export interface DefinitionName {
  /** Plain text of the platform. Empty when only the goal is known. */
  readonly name: string;
  readonly description?: string;
  readonly iconUrl?: string;
  /** An objective's goal. */
  readonly goal?: number;
}

/** The files by language and table, and their common version. */
export interface DefinitionManifest {
  readonly version: string;
  /** A file's URL, absolute or relative to the content host; by the platform's locale code, then by table. */
  readonly files: Readonly<Record<string, Readonly<Partial<Record<DefinitionTable, string>>>>>;
}
