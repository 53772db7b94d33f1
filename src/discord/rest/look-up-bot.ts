import { REST, RequestMethod } from "@discordjs/rest";
import { type RESTGetAPIGatewayBotResult, Routes } from "discord-api-types/v10";

import type { Secret } from "../../base/secret.ts";

/** What Discord says of a bot. */
export interface BotStanding {
  readonly name: string;
  readonly guilds: number;
  /** Logins Discord still takes, of how many, until when. */
  readonly logins: { readonly remaining: number; readonly total: number; readonly resetAfterMs: number };
  /** By how much this machine's clock is ahead of Discord's; to the second, as Discord dates its answers. */
  readonly aheadMs: number;
}

interface Asked {
  readonly token: Secret;
  readonly apiUrl?: string | undefined;
  readonly now: () => number;
}

/** Asks Discord about the bot of a token. Rejects with the library's errors, which `reasonOf` puts into words. */
export async function lookUpBot({ token, apiUrl, now }: Asked): Promise<BotStanding> {
  const rest = new REST({ ...(apiUrl !== undefined && { api: apiUrl }), retries: 1 }).setToken(
    token.reveal(),
  );
  const application = (await rest.get(Routes.currentApplication())) as {
    readonly name: string;
    readonly approximate_guild_count?: number;
  };
  const answer = await rest.queueRequest({ method: RequestMethod.Get, fullRoute: Routes.gatewayBot() });
  const date = Date.parse(answer.headers.get("date") ?? "");
  const { session_start_limit: limit } = (await answer.json()) as RESTGetAPIGatewayBotResult;
  return {
    name: application.name,
    guilds: application.approximate_guild_count ?? 0,
    logins: { remaining: limit.remaining, total: limit.total, resetAfterMs: limit.reset_after },
    aheadMs: Number.isNaN(date) ? 0 : now() - date,
  };
}
