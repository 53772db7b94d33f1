import { type REST, Routes } from "discord.js";

import { refusalOf } from "./refusal.ts";

/** Whether the bot is in a server; "unknown": Discord did not say. */
export type ReachGuild = (guildId: string, signal: AbortSignal) => Promise<"there" | "gone" | "unknown">;

/** Unknown Guild, Missing Access. */
const GONE: ReadonlySet<number> = new Set([10_004, 50_001]);

/** Asks Discord: without intents, leaving a server is not announced. */
export function reachGuildOver(rest: REST): ReachGuild {
  return async (guildId, signal) => {
    try {
      await rest.get(Routes.guild(guildId), { signal });
      return "there";
    } catch (error) {
      return GONE.has(refusalOf(error).code) ? "gone" : "unknown";
    }
  };
}
