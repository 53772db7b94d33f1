import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { ExpiringMap } from "../../base/async/expiring-map.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { InvocationSite } from "../command/invocation-context.ts";

/** Returns whether a channel is age-restricted; false where Discord doesn't say in time. Never rejects. */
export type AskAgeRestriction = (site: InvocationSite) => Promise<boolean>;

const ASKED_WITHIN_MS = 1_000;

/** A thread inherits its channel's restriction, which is looked up once a minute. */
export function createAskAgeRestriction(parts: {
  readonly rest: REST;
  readonly clock: MonotonicClock;
}): AskAgeRestriction {
  const known = new ExpiringMap<Promise<boolean>>({ clock: parts.clock, forMs: MINUTE_MS });
  const ask = async (channelId: string): Promise<boolean> => {
    const signal = AbortSignal.timeout(ASKED_WITHIN_MS);
    // A refusal is logged by the REST client; like a late answer it counts as "not restricted".
    const channel = await parts.rest.get(Routes.channel(channelId), { signal }).catch(() => undefined);
    return (channel as { readonly nsfw?: boolean } | undefined)?.nsfw === true;
  };
  return async ({ isAgeRestricted, isInstalledHere, parentId }) => {
    if (isAgeRestricted || !isInstalledHere || parentId === undefined) return isAgeRestricted;
    const before = known.get(parentId);
    if (before !== undefined) return before;
    const asked = ask(parentId);
    known.put(parentId, asked);
    return asked;
  };
}
