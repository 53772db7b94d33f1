import { type Figure, interleave, median, residentMiBOf, row } from "./measure.ts";
import { type Contender, firstAnswer, stageDiscord, stagePlatform, startBot } from "../support/stage.ts";

const ROUNDS = 7;

/** Time from `node` to the first answered command, and the memory then held. */
export async function start(): Promise<Figure[]> {
  const platform = await stagePlatform();
  const once = async (contender: Contender) => {
    const discord = await stageDiscord(2);
    const bot = startBot(contender, discord, platform.env);
    await firstAnswer(discord, bot);
    const ms = performance.now() - bot.startedAt;
    const mib = residentMiBOf(bot.program.pid);
    await bot.close();
    await discord.close();
    return { ms, mib };
  };
  const samples = await interleave(ROUNDS, { bare: () => once("bare"), milepost: () => once("milepost") });
  await platform.close();
  const { bare = [], milepost = [] } = samples;
  return [
    ...row(
      "from `node` to the first answered command",
      "ms",
      { "bare discord.js": median(bare.map(({ ms }) => ms)), milepost: median(milepost.map(({ ms }) => ms)) },
      "<= 2x",
    ),
    ...row(
      "RSS after the first answer, intents: []",
      "MiB",
      {
        "bare discord.js": median(bare.map(({ mib }) => mib)),
        milepost: median(milepost.map(({ mib }) => mib)),
      },
      "<= 1.6x",
    ),
  ];
}
