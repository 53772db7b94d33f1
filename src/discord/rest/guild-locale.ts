import type { REST } from "@discordjs/rest";
import { type APIGuild, Routes } from "discord-api-types/v10";

import type { MonotonicClock } from "../../base/clock.ts";
import { DAY_MS } from "../../base/duration.ts";
import { CachedLookup } from "./cached-lookup.ts";
import { type Refusal, refusalOf } from "./refusal.ts";

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
