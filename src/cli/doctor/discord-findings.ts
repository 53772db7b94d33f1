import { systemClock } from "../../base/clock.ts";
import { HOUR_MS } from "../../base/duration.ts";
import type { Settings, DiscordSettings } from "../../config/settings.ts";
import { PUBLISHED_FACT } from "../../discord/command/publish.ts";
import {
  type BotStanding,
  lookUpBot,
  lookUpEndpoint,
  type EndpointStanding,
} from "../../discord/rest/look-up-bot.ts";
import { isTokenRefused, reasonOf } from "../../discord/smoke-trial.ts";
import { facts } from "../../storage/facts.ts";
import { counted } from "../subcommand.ts";
import { fromDatabase } from "./database-findings.ts";
import { type Finding, look, ok, said, wrong } from "./finding.ts";

const FIELD = '"Interactions Endpoint URL" in the developer portal, General Information';
/** Discord's limit for one shard. */
const GUILDS_A_SHARD = 2_500;
const UNSIGNED = 401;

/** Returns whether interactions reach this bot's endpoint; nothing where they come over the gateway. */
export async function interactionFindings(discord: DiscordSettings | undefined): Promise<readonly Finding[]> {
  if (discord === undefined) return [];
  let standing: EndpointStanding;
  try {
    standing = await lookUpEndpoint(discord);
  } catch (error) {
    return [look(`not checked: ${reasonOf(error)}`)];
  }
  return said(
    discord.endpoint === undefined
      ? gatewayFinding(discord, standing)
      : endpointFinding(discord.endpoint, standing),
  );
}

function gatewayFinding(
  { shards }: DiscordSettings,
  { endpoint, guilds }: EndpointStanding,
): Finding | undefined {
  if (endpoint !== undefined)
    return wrong(`Discord posts them to ${endpoint.url} and sends none over the gateway: set INTERACTIONS_PORT, or empty
${FIELD}`);
  const wanted = Math.ceil(guilds / GUILDS_A_SHARD);
  if (shards === undefined || shards.count >= wanted) return undefined;
  return wrong(
    `SHARD_COUNT is ${shards.count}, and ${guilds} servers take at least ${wanted}: raise it in every process`,
  );
}

function endpointFinding(
  { url: own }: NonNullable<DiscordSettings["endpoint"]>,
  { endpoint }: EndpointStanding,
): Finding {
  const entered = own !== undefined && own !== endpoint?.url;
  if (entered) return look("the bot enters INTERACTIONS_URL at Discord when it runs");
  if (endpoint === undefined)
    return wrong(`Discord posts them nowhere: set INTERACTIONS_URL, or enter the address as ${FIELD}`);
  const { url, status } = endpoint;
  if (status === UNSIGNED) return ok(`Discord posts them to ${url}, which refuses what is not signed`);
  const answer =
    status === 0 ? "does not answer" : `answers ${status} to what nobody signed, and not ${UNSIGNED}`;
  return wrong(
    `${url} ${answer}: is the bot running, and does this lead to /interactions on INTERACTIONS_PORT?`,
  );
}

/** Discord dates answers to the second, and an answer takes a while. */
const CLOCK_AHEAD_MS = 5_000;
const FEW_LOGINS = 50;

export async function discordFindings(settings: Settings): Promise<readonly Finding[]> {
  const { discord } = settings;
  if (discord === undefined) return [look("DISCORD_TOKEN is not set: npm start is the playground")];
  const { token, apiUrl } = discord;
  const before = await whatTheBotDid(settings);
  try {
    const bot = await lookUpBot({ token, apiUrl, published: before?.published, clock: systemClock });
    const { name, guilds, areCommandsThere, icons } = bot;
    return said(
      ok(`the token is ${name}'s, in ${counted(guilds, "server")}`),
      loginFinding(bot),
      clockFinding(bot),
      areCommandsThere === false &&
        wrong("the commands at Discord are not the bot's: restart the bot to register them"),
      icons === 0 &&
        before?.hasDefinitions === true &&
        look("no icon of the platform is at Discord: the bot uploads them hourly. See its log if it lasts."),
    );
  } catch (error) {
    const remedy = isTokenRefused(error)
      ? "Reset the token in the developer portal (Bot, Reset Token) and set DISCORD_TOKEN to it."
      : "Can this machine reach Discord? https://discordstatus.com says whether it is down.";
    return [wrong(`${reasonOf(error)}. ${remedy}`)];
  }
}

function whatTheBotDid(settings: Settings) {
  return fromDatabase(settings, async (queries) => ({
    published: await facts(queries).get(PUBLISHED_FACT),
    hasDefinitions:
      (await queries.selectFrom("definition_files").select("version").limit(1).execute()).length > 0,
  }));
}

function loginFinding({ logins: { remaining, total, resetAfterMs } }: BotStanding): Finding | undefined {
  if (remaining >= FEW_LOGINS) return undefined;
  const hours = Math.ceil(resetAfterMs / HOUR_MS);
  return look(
    `${remaining} of ${total} logins are left for ${hours} h: is the bot restarting over and over?`,
  );
}

function clockFinding({ aheadMs }: BotStanding): Finding | undefined {
  if (Math.abs(aheadMs) <= CLOCK_AHEAD_MS) return undefined;
  const side = aheadMs > 0 ? "ahead of" : "behind";
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return wrong(
    `this machine's clock is ${seconds} s ${side} Discord's: reminders will be off by that much. Switch NTP on ` +
      "(`timedatectl set-ntp true`).",
  );
}
