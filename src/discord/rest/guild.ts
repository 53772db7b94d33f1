import type { REST } from "@discordjs/rest";
import { type APIGuild, Routes } from "discord-api-types/v10";

import { idIn, type Refusal, type RefusalName, refusalOf } from "./refusal.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { DAY_MS, MINUTE_MS } from "../../base/duration.ts";
import { CachedLookup } from "./cached-lookup.ts";
import { ExpiringMap } from "../../base/async/expiring-map.ts";
import type { InvocationSite } from "../command/invocation-context.ts";

/**
 * Returns whether the bot is in a server; "unknown" where Discord doesn't say. `asCommands`: whether at least its
 * commands are installed there, which needs no membership.
 */
export type ReachGuild = (
  guildId: string,
  signal: AbortSignal,
  how?: { readonly asCommands: boolean },
) => Promise<"there" | "gone" | "unknown">;

/** Refusals that mean that the bot is not in that server. */
export const GONE: ReadonlySet<RefusalName> = new Set(["server-gone", "missing-access"]);

/** Asks Discord: without intents, removals are not announced. */
export function createReachGuild(rest: REST): ReachGuild {
  let applicationId: string | undefined;
  const routeOf = async (guildId: string, signal: AbortSignal) => {
    applicationId ??= idIn(await rest.get(Routes.currentApplication(), { signal }));
    return Routes.applicationGuildCommands(applicationId, guildId);
  };
  return async (guildId, signal, { asCommands } = { asCommands: false }) => {
    try {
      await rest.get(asCommands ? await routeOf(guildId, signal) : Routes.guild(guildId), { signal });
      return "there";
    } catch (error) {
      return GONE.has(refusalOf(error).name) ? "gone" : "unknown";
    }
  };
}

/** Returns the server's language at Discord, cached for a day, or the refusal; never throws. */
export type GuildLocale = (guildId: string, signal: AbortSignal) => Promise<string | Refusal>;

export function createGuildLocale(parts: {
  readonly rest: REST;
  readonly clock: MonotonicClock;
}): GuildLocale {
  const asked = new CachedLookup({
    ...parts,
    keptMs: DAY_MS,
    keep: (guild) => (guild as APIGuild).preferred_locale,
  });
  return (guildId, signal) => asked.get<string>(Routes.guild(guildId), guildId, signal).catch(refusalOf);
}

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
