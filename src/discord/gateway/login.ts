import { DiscordAPIError, HTTPError } from "@discordjs/rest";
import { GatewayCloseCodes } from "discord-api-types/v10";

import { isMilepostError, MilepostError } from "../../base/errors.ts";
import { systemCode } from "../../base/system-code.ts";
import { GONE } from "../rest/guild.ts";
import { refusalOf } from "../rest/refusal.ts";
import { backoffMs } from "../../base/async/backoff.ts";
import { sleepUnlessAborted } from "../../base/async/sleep.ts";

const TOKEN_REFUSED =
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

/** Close codes for too many servers on a shard, or an invalid shard number. */
export const SHARDING_REFUSED: ReadonlySet<number> = new Set([
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
]);

export const SHARDS_REFUSED =
  "Discord refused SHARDS and SHARD_COUNT: it takes at most 2,500 servers on a shard, so raise SHARD_COUNT";

/** Close codes after which Discord accepts no reconnect. */
export const FINAL: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: TOKEN_REFUSED,
  [GatewayCloseCodes.InvalidShard]: "Discord refused the shard",
  [GatewayCloseCodes.ShardingRequired]: "the bot is in too many servers for one shard",
  [GatewayCloseCodes.InvalidAPIVersion]: "Discord no longer speaks this gateway version",
  [GatewayCloseCodes.InvalidIntents]: "Discord refused the intents",
  [GatewayCloseCodes.DisallowedIntents]: "Discord refused the intents as not allowed for this application",
};

interface Patience {
  readonly signal?: AbortSignal | undefined;
  readonly random: () => number;
  readonly firstMs?: number | undefined;
  /** Called before each wait. */
  readonly onFailure: (error: MilepostError, waitMs: number) => void;
}

const FIRST_MS = 1000;
const LONGEST_MS = 120_000;

/**
 * Repeats the work until it succeeds, doubling the wait up to two minutes: Discord resets the token of a bot that logs
 * in more than 1000 times a day. Throws "bad-settings" and unknown errors at once, and "busy" when the signal aborts.
 */
export async function keepTrying<T>(
  work: () => Promise<T>,
  { signal, random, firstMs = FIRST_MS, onFailure }: Patience,
): Promise<T> {
  const isEnded = () => signal?.aborted === true;
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isMilepostError(error) || error.code === "bad-settings" || isEnded()) throw error;
      const backoff = { firstMs, longestMs: LONGEST_MS, jitter: 0.25, random };
      const waitMs = Math.round(backoffMs(failures, backoff));
      onFailure(error, waitMs);
      await sleepUnlessAborted(waitMs, signal);
      if (isEnded()) throw error;
    }
  }
}
