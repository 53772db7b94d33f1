import { createKitServices } from "../../src/features/kit/command/services.ts";
import { createRecentPlayers } from "../../src/features/profile/recent-players.ts";
import type { Services } from "../../src/features/services.ts";
import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { createDefinitions } from "../../src/definitions/create-definitions.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import { type Platform, startPlatform } from "../../src/playground/platform/server.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { definitionRows } from "../../src/definitions/definition-rows.ts";
import { facts } from "../../src/storage/facts.ts";
import { quietClient } from "../support/quiet-client.ts";
import { idleServices } from "../support/idle-services.ts";
import { MINUTE } from "../support/time.ts";

/** The services of a bot over the embedded platform. */
export interface Table {
  readonly services: Services;
  readonly platform: Platform;
  readonly clock: MovableClock;
  close(): Promise<void>;
}

export async function openTable(
  profileName: string,
  change: (profile: Profile) => Profile = (profile) => profile,
): Promise<Table> {
  const clock = new MovableClock();
  const shipped = change(loadProfile(profileName));
  // Tests ask faster than a profile allows; the throttle has tests of its own.
  const unhurried = { ...shipped, limits: { ...shipped.limits, rate: 1_000 } };
  const platform = await startPlatform({ profile: unhurried, port: 0, clock });
  const { profile } = platform;
  const client = quietClient({ profile, clock });
  const database = await openDatabase({ url: ":memory:" });
  const definitions = createDefinitions({
    client,
    profile,
    store: definitionRows(database.queries),
    facts: facts(database.queries),
    alone: (_name, work) => work(),
    clock,
    log: silentLog,
    metrics: noMetrics,
    waitMs: MINUTE,
  });
  const idle = idleServices();
  const operator = { name: "The keepers", contact: "keepers@operator.example" };
  return {
    services: {
      ...idle,
      ...createKitServices({ ...idle, platform: client, profile, definitions, operator }),
      recentPlayers: createRecentPlayers(),
    },
    platform,
    clock,
    async close() {
      await definitions.close();
      await client.close();
      await database.close();
      await platform.close();
    },
  };
}
