import type { DiscordSettings } from "../../config/settings.ts";
import { type Finding, look, ok, said, wrong } from "./finding.ts";
import type { EndpointStanding } from "../../discord/rest/look-up-bot.ts";

const FIELD = '"Interactions Endpoint URL" in the developer portal, General Information';
/** Discord's limit for one shard. */
const GUILDS_A_SHARD = 2_500;
const UNSIGNED = 401;

/** Returns whether interactions reach this bot's endpoint; nothing where they come over the gateway. */
export async function interactionFindings(discord: DiscordSettings | undefined): Promise<readonly Finding[]> {
  if (discord === undefined) return [];
  const [{ lookUpEndpoint }, { reasonOf }] = await Promise.all([
    import("../../discord/rest/look-up-bot.ts"),
    import("../../discord/smoke-trial.ts"),
  ]);
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
