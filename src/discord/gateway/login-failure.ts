import { DiscordAPIError, HTTPError } from "@discordjs/rest";

import { MilepostError } from "../../base/errors.ts";
import { systemCode } from "../../base/system-code.ts";
import { GONE } from "../rest/reach-guild.ts";
import { refusalOf } from "../rest/refusal.ts";

export const TOKEN_REFUSED =
  "Discord refused the token (DISCORD_TOKEN). Make a new one in its developer portal: your application > Bot > Reset Token";

/** Returns a plain reason for a failed login: "bad-settings" where trying again can't help, else "busy". */
export function loginFailure(error: unknown): MilepostError {
  if (error instanceof MilepostError) return error;
  if (!(error instanceof DiscordAPIError)) return notReached(error);
  if (error.status === 401) return refused(TOKEN_REFUSED, error);
  if (GONE.has(refusalOf(error).name)) {
    return refused(
      "The bot isn't in that server (DISCORD_GUILD_ID): invite it, or remove the setting",
      error,
    );
  }
  return error.status === 400
    ? refused("Discord refused what the bot registers there", error)
    : notReached(error);
}

function refused(reason: string, cause: unknown): MilepostError {
  return new MilepostError("bad-settings", { reason }, { cause });
}

function notReached(cause: unknown): MilepostError {
  return new MilepostError("busy", { reason: `Discord can't be reached${kindOf(cause)}` }, { cause });
}

/** Returns the kind of failure in parentheses: a status or a system code. */
function kindOf(error: unknown): string {
  if (error instanceof HTTPError || error instanceof DiscordAPIError) return ` (HTTP ${error.status})`;
  const code = systemCode(error);
  if (code !== undefined) return ` (${code})`;
  if (!(error instanceof Error)) return "";
  return error.name === "AbortError" || error.name === "TimeoutError" ? " (no answer in time)" : "";
}
