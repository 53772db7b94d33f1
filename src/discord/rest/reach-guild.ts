import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { idIn, type RefusalName, refusalOf } from "./refusal.ts";

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
