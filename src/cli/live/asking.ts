import { systemClock } from "../../base/clock.ts";
import { silentLog } from "../../base/log.ts";
import { noMetrics } from "../../base/metrics.ts";
import type { ConnectionOptions } from "../../platform/connection.ts";
import type { Profile } from "../../platform/profile/schema.ts";

/** The operator's keys from the platform. */
export type Keys = Partial<Pick<ConnectionOptions, "apiKey" | "clientSecret">>;

/** Returns a client without logs and metrics. */
export function asking(profile: Profile, keys: Keys) {
  return {
    profile,
    apiKey: keys.apiKey,
    clientSecret: keys.clientSecret,
    clock: systemClock,
    random: Math.random,
    log: silentLog,
    metrics: noMetrics,
    version: "check",
  };
}
