import type { DefinitionName, DefinitionTable } from "../platform/resources/definitions.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import type { PlatformClient } from "../platform/client.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { DefinitionRows } from "./definition-rows.ts";
import type { Facts } from "../storage/facts.ts";

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

/** The platform calls that definitions use. */
export type DefinitionsClient = Pick<
  PlatformClient,
  "definitionsManifest" | "definitionsFile" | "definitionsOne" | "offers" | "imageUrl"
>;

/** What all parts of this folder need. */
export interface DefinitionsDeps {
  readonly client: DefinitionsClient;
  readonly profile: Profile;
  readonly store: DefinitionRows;
  readonly facts: Facts;
  /** Runs work of this name on one node at a time; rejects where another takes long. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Ends all background work. */
  readonly signal: AbortSignal;
}
