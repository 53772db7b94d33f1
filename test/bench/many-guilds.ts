import { type Figure, residentMiBOf, row } from "./measure.ts";
import { type Contender, firstAnswer, stageDiscord, stagePlatform, startBot } from "../support/stage.ts";

const GUILDS = { count: 2_500, channels: 50, roles: 20 };
const SETTLE_MS = 3_000;

/** Memory in 2,500 servers, against a bare bot that asks for the Guilds intent. */
export async function manyGuilds(): Promise<Figure[]> {
  const platform = await stagePlatform();
  const resident = async (contender: Contender) => {
    const discord = await stageDiscord(2);
    await discord.local.addServers(GUILDS);
    const bot = startBot(contender, discord, {
      ...platform.env,
      ...(contender === "bare" && { INTENTS: "guilds" }),
    });
    await firstAnswer(discord, bot);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const mib = residentMiBOf(bot.program.pid);
    await bot.close();
    await discord.close();
    return mib;
  };
  const bare = await resident("bare");
  const milepost = await resident("milepost");
  await platform.close();
  return row(
    "RSS in 2,500 servers of 50 channels and 20 roles",
    "MiB",
    { "bare discord.js with the Guilds intent": bare, milepost },
    "<= 0.5x",
  );
}
