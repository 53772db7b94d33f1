import { systemClock } from "../base/clock.ts";
import { silentLog } from "../base/log.ts";
import { noMetrics } from "../base/metrics.ts";
import type { Secret } from "../base/secret.ts";
import { createPlatformClient } from "../platform/create-client.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { type Trial, tryOperations } from "./try-operations.ts";

/** Calls every public operation of a profile once. `name`: whom to search for, when the usual beginnings find nobody. */
export async function tryLive(
  profile: Profile,
  apiKey: Secret | undefined,
  name?: string,
): Promise<readonly Trial[]> {
  const client = createPlatformClient({
    profile,
    apiKey,
    clock: systemClock,
    random: Math.random,
    log: silentLog,
    metrics: noMetrics,
    version: "check",
  });
  try {
    return await tryOperations(client, profile, name);
  } finally {
    await client.close();
  }
}
