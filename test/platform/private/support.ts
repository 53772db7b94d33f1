import { silentLog } from "../../../src/base/log.ts";
import { noMetrics } from "../../../src/base/metrics.ts";
import { Secret } from "../../../src/base/secret.ts";
import { toInt64 } from "../../../src/base/int64.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { connectPlatform, type PlatformConnection } from "../../../src/platform/connection.ts";
import type { SessionHeaders } from "../../../src/platform/http/request.ts";
import { createPrivateClient, type PrivateClient } from "../../../src/platform/private/create-client.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import type { Platform } from "../../../src/playground/platform/server.ts";

export interface HeldSession extends SessionHeaders {
  readonly cookies: Map<string, string>;
  /** Set-Cookie lines, with where they came from. */
  readonly taken: string[];
  /** Origins the cookies were asked for. */
  readonly asked: string[];
}

/** A session as a jar would hold it: it sends everywhere, so that who asks for it is seen. */
export function hold(profile: Profile, cookies: Iterable<readonly [string, string]>): HeldSession {
  const held = new Map(cookies);
  const taken: string[] = [];
  const asked: string[] = [];
  return {
    cookies: held,
    taken,
    asked,
    cookie(url) {
      asked.push(url.origin);
      return [...held].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    csrf: () => held.get(profile.cookies?.csrf?.name ?? ""),
    account() {
      const membershipId = toInt64(held.get(profile.cookies?.account?.name ?? ""));
      return membershipId === undefined ? undefined : { membershipId, source: "cookie" };
    },
    take(url, lines) {
      for (const line of lines) {
        taken.push(`${url.pathname} ${line}`);
        const [name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line)?.slice(1) ?? [];
        if (held.has(name)) held.set(name, value);
      }
    },
  };
}

/** A player signed in at the embedded platform. */
export function sessionOf(
  platform: Platform,
  player = 0,
  provider: "ProviderA" | "ProviderB" = "ProviderA",
): HeldSession {
  const { cookies } = platform.signIn.issue(player, provider);
  return hold(
    platform.profile,
    cookies.map(({ name, value }) => [name, value] as const),
  );
}

export function privateClient(
  profile: Profile,
  key: string | undefined = "playground",
): PrivateClient & { readonly connection: PlatformConnection; [Symbol.asyncDispose](): Promise<void> } {
  const connection = connectPlatform({
    profile,
    apiKey: key === undefined ? undefined : new Secret(key),
    clock: systemClock,
    random: () => 0.01,
    log: silentLog,
    metrics: noMetrics,
    version: "1.2.3",
  });
  const client = createPrivateClient(connection);
  return Object.assign(client, { connection, [Symbol.asyncDispose]: () => connection.close() });
}

export function patient(profile: Profile, change: (profile: Profile) => Profile = (same) => same): Profile {
  return change({ ...profile, limits: { ...profile.limits, deadlineSeconds: 15, rate: 1_000 } });
}

/** The profile without some of its operations. */
export function without(profile: Profile, ...ids: (keyof Profile["operations"])[]): Profile {
  const kept = Object.entries(profile.operations).filter(([id]) => !ids.some((one) => one === id));
  return { ...profile, operations: Object.fromEntries(kept) };
}
