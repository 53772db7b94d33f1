import type { DefinitionName, DefinitionTable } from "../platform/resources/definitions.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import type { PlatformClient } from "../platform/create-client.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { DefinitionRows } from "./definition-rows.ts";
import type { Facts } from "../storage/facts.ts";

/** Names for hashes, from what is stored; what is missing is fetched in the background. */
export interface Definitions {
  /** Never fails and waits at most briefly: a hash nobody knows is missing from the map. */
  lookUp(
    table: DefinitionTable,
    hashes: readonly number[],
    options: { readonly locale: string; readonly signal?: AbortSignal },
  ): Promise<ReadonlyMap<number, DefinitionName>>;
}

/** The calls definitions make. */
export type DefinitionsClient = Pick<
  PlatformClient,
  "definitionsManifest" | "definitionsFile" | "definitionsOne" | "offers" | "imageUrl"
>;

/** What everything in this folder works with. */
export interface DefinitionsDeps {
  readonly client: DefinitionsClient;
  readonly profile: Profile;
  readonly store: DefinitionRows;
  readonly facts: Facts;
  /** Does work of this name on one node at a time; rejects where another one takes long for it. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Ends all work in the background. */
  readonly signal: AbortSignal;
}
