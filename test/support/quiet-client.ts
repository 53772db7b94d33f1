import type { Clock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { Secret } from "../../src/base/secret.ts";
import type { ConnectionOptions } from "../../src/platform/connection.ts";
import { createPlatformClient } from "../../src/platform/create-client.ts";
import type { PlatformClient } from "../../src/platform/client.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import { DEFAULT_KEY } from "../../src/playground/platform/server.ts";

/** A client with the embedded platform's key that logs and counts nothing. */
export function quietClient(
  { profile, clock }: { readonly profile: Profile; readonly clock: Clock },
  changes: Partial<ConnectionOptions> = {},
): PlatformClient {
  return createPlatformClient({
    profile,
    apiKey: new Secret(DEFAULT_KEY),
    clock,
    random: () => 0.5,
    log: silentLog,
    metrics: noMetrics,
    version: "0.0.0",
    ...changes,
  });
}
