import { REST, RequestMethod } from "@discordjs/rest";
import { type RESTGetAPIGatewayBotResult, Routes } from "discord-api-types/v10";

import { isStillPublished } from "../command/publish.ts";
import { isOwnEmoji } from "../emoji/application-emojis.ts";
import type { Clock } from "../../base/clock.ts";
import type { Secret } from "../../base/secret.ts";

/** What Discord says of a bot. */
export interface BotStanding {
  readonly name: string;
  readonly guilds: number;
  /** Logins Discord still takes, of how many, until when. */
  readonly logins: { readonly remaining: number; readonly total: number; readonly resetAfterMs: number };
  /** By how much this machine's clock is ahead of Discord's; to the second, as Discord dates its answers. */
  readonly aheadMs: number;
  /** Whether its commands are there as the bot left them; undefined: nobody knows what it left. */
  readonly areCommandsThere: boolean | undefined;
  /** Emojis the bot uploaded; undefined where it was not connected yet. */
  readonly icons: number | undefined;
}

interface Asked {
  /** The mark the bot left of its commands. */
  readonly published?: string | undefined;
  readonly token: Secret;
  readonly apiUrl?: string | undefined;
  readonly clock: Clock;
}

/** Asks Discord about the bot of a token. Rejects with the library's errors, which `reasonOf` puts into words. */
export async function lookUpBot({ token, apiUrl, published, clock }: Asked): Promise<BotStanding> {
  const rest = new REST({ ...(apiUrl !== undefined && { api: apiUrl }), retries: 1 }).setToken(
    token.reveal(),
  );
  const application = (await rest.get(Routes.currentApplication())) as {
    readonly id: string;
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
    aheadMs: Number.isNaN(date) ? 0 : clock.now() - date,
    areCommandsThere: published === undefined ? undefined : await isStillPublished(published, { rest }),
    icons: published === undefined ? undefined : await ownEmojis(rest, application.id),
  };
}

async function ownEmojis(rest: REST, applicationId: string): Promise<number> {
  const { items = [] } = (await rest.get(Routes.applicationEmojis(applicationId))) as {
    readonly items?: readonly { readonly name: string }[];
  };
  return items.filter(({ name }) => isOwnEmoji(name)).length;
}
