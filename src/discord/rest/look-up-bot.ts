import { type REST, RequestMethod } from "@discordjs/rest";
import {
  type RESTGetAPIApplicationEmojisResult,
  type RESTGetAPIGatewayBotResult,
  Routes,
} from "discord-api-types/v10";
import { request } from "undici";

import type { Application } from "../command/describe-application.ts";
import { isStillPublished } from "../command/publish.ts";
import { isOwnEmoji } from "../emoji/emoji-name.ts";
import type { Clock } from "../../base/clock.ts";
import type { Secret } from "../../base/secret.ts";
import { createTrialRest } from "../smoke-trial.ts";

/** What Discord says about a bot. */
export interface BotStanding {
  readonly name: string;
  readonly guilds: number;
  /** How many logins are left of how many, and when that resets. */
  readonly logins: { readonly remaining: number; readonly total: number; readonly resetAfterMs: number };
  /** How far this machine's clock is ahead of Discord's, to the second. */
  readonly aheadMs: number;
  /** Whether its commands are as the bot registered them; undefined where that is not known. */
  readonly areCommandsThere: boolean | undefined;
  /** How many emojis the bot uploaded; undefined before its first connection. */
  readonly icons: number | undefined;
}

interface Asked {
  /** The mark the bot stored of its commands. */
  readonly published?: string | undefined;
  readonly token: Secret;
  readonly apiUrl?: string | undefined;
  readonly clock: Clock;
}

/** Asks Discord about the bot with this token. Rejects with the library's errors, which `reasonOf` puts into words. */
export async function lookUpBot({ token, apiUrl, published, clock }: Asked): Promise<BotStanding> {
  const rest = createTrialRest(token, apiUrl);
  const application = (await rest.get(Routes.currentApplication())) as Application;
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
  const route = Routes.applicationEmojis(applicationId);
  const { items = [] } = (await rest.get(route)) as Partial<RESTGetAPIApplicationEmojisResult>;
  return items.filter(({ name }) => name !== null && isOwnEmoji(name)).length;
}

/** How an application receives its interactions. */
export interface EndpointStanding {
  readonly guilds: number;
  /** Where Discord posts them; absent for the gateway. */
  readonly endpoint?: {
    readonly url: string;
    /** The status of its answer to an unsigned request; 0 for none. */
    readonly status: number;
  };
}

const ANSWERS_WITHIN_MS = 5_000;

/**
 * Asks Discord for the endpoint, then tries it. Rejects with the library's errors, which `reasonOf` puts into words.
 */
export async function lookUpEndpoint({
  token,
  apiUrl,
}: Pick<Asked, "token" | "apiUrl">): Promise<EndpointStanding> {
  const rest = createTrialRest(token, apiUrl);
  const application = (await rest.get(Routes.currentApplication())) as Application;
  const { approximate_guild_count: guilds = 0, interactions_endpoint_url: url } = application;
  return typeof url === "string" ? { guilds, endpoint: { url, status: await statusAt(url) } } : { guilds };
}

async function statusAt(url: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    const headers = { "content-type": "application/json" };
    const { statusCode, body } = await request(url, { method: "POST", headers, body: '{"type":1}', signal });
    await body.dump({ limit: 65_536, signal });
    return statusCode;
  } catch {
    // Whatever keeps it from answering us most likely keeps Discord out, too.
    return 0;
  }
}
