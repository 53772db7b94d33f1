import { isIP } from "node:net";

import type { REST } from "@discordjs/rest";
import { type APIGatewayBotInfo, Routes } from "discord-api-types/v10";

import { MilepostError } from "../../base/errors.ts";

/** Returns where and how to log in. Throws "busy" where something on the way answers in Discord's place. */
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
 * Returns the address a session is resumed at: the gateway's own where the one given is none of Discord's. The token is
 * sent there, and what is stored others may have written.
 */
export function resumeUrl(given: string, gatewayUrl: string): string {
  return isSocketUrl(given) && isBeside(new URL(given), new URL(gatewayUrl)) ? given : gatewayUrl;
}

function isBeside(given: URL, known: URL): boolean {
  if (given.protocol !== known.protocol) return false;
  const domain = domainOf(known);
  return given.host === known.host || (domain !== undefined && domainOf(given) === domain);
}

/** `discord.gg` of `gateway.discord.gg`. */
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
