import { systemClock } from "../../base/clock.ts";
import { HOUR_MS } from "../../base/duration.ts";
import type { Settings } from "../../config/settings.ts";
import { PUBLISHED_FACT } from "../../discord/command/publish.ts";
import { type BotStanding, lookUpBot } from "../../discord/rest/look-up-bot.ts";
import { isTokenRefused, reasonOf } from "../../discord/smoke-trial.ts";
import { facts } from "../../storage/facts.ts";
import { counted } from "../subcommand.ts";
import { fromDatabase } from "./database-findings.ts";
import { type Finding, look, ok, said, wrong } from "./finding.ts";

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
