import { isIP } from "node:net";

import type { REST } from "@discordjs/rest";
import { type APIGatewayBotInfo, Routes } from "discord-api-types/v10";

import { MilepostError } from "../../base/errors.ts";

/** Returns the gateway's address and login limits. Throws "busy" where a proxy answers in Discord's place. */
export async function askGateway(rest: REST, signal?: AbortSignal): Promise<APIGatewayBotInfo> {
  const information = (await rest.get(Routes.gatewayBot(), { signal })) as Partial<APIGatewayBotInfo>;
  const { url, shards, session_start_limit: limit } = information;
  if (isWhole(shards) && typeof limit?.remaining === "number" && isSocketUrl(url)) {
    const max_concurrency = Math.max(1, Math.trunc(limit.max_concurrency) || 1);
    return { url, shards, session_start_limit: { ...limit, max_concurrency } };
  }
  throw new MilepostError("busy", { reason: "Discord did not say where its gateway is" });
}

/**
 * Returns the address to resume a session at, or the gateway's own where the given one is not Discord's: the token is
 * sent there, and the given one comes from the database.
 */
export function resumeUrl(given: string, gatewayUrl: string): string {
  return isSocketUrl(given) && isBeside(new URL(given), new URL(gatewayUrl)) ? given : gatewayUrl;
}

function isBeside(given: URL, known: URL): boolean {
  if (given.protocol !== known.protocol) return false;
  const domain = domainOf(known);
  return given.host === known.host || (domain !== undefined && domainOf(given) === domain);
}

/** Returns `discord.gg` for `gateway.discord.gg`. */
function domainOf({ hostname }: URL): string | undefined {
  const domain = hostname.slice(hostname.indexOf(".") + 1);
  return isIP(hostname) === 0 && domain !== hostname && domain.includes(".") ? domain : undefined;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isSocketUrl(url: unknown): url is string {
  return typeof url === "string" && URL.canParse(url) && /^wss?:/.test(url);
}
