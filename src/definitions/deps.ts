import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import type { PlatformClient } from "../platform/client.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { DefinitionTable } from "../platform/resources/definitions.ts";
import type { DefinitionRows } from "./definition-rows.ts";
import type { Facts } from "../storage/facts.ts";

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
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Ends all work in the background. */
  readonly signal: AbortSignal;
}

/** A table in one language, in the service's code. */
export interface DefinitionSet {
  readonly table: DefinitionTable;
  readonly locale: string;
}

export function keyOf({ table, locale }: DefinitionSet): string {
  return `${table}/${locale}`;
}
