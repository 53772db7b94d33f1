import { type Figure, interleave, median, residentMiBOf, row } from "./measure.ts";
import {
  type Contender,
  firstAnswer,
  stageDiscord,
  stagePlatform,
  startBot,
} from "../support/bot-harness.ts";

const GUILDS = 2_500;
const EACH = { channels: 50, roles: 20 };
const SETTLE_MS = 3_000;
const ROUNDS = 3;

/** Memory in 2,500 servers, against a bare bot that asks for the Guilds intent, and the time to the first answer. */
export async function manyGuilds(): Promise<Figure[]> {
  const platform = await stagePlatform();
  const measure = async (contender: Contender, env: Readonly<Record<string, string>> = {}) => {
    const discord = await stageDiscord(2);
    const { servers } = await discord.local.home({ as: discord.people[0] ?? "" });
    const already = servers.filter(({ isBotInstalled }) => isBotInstalled).length;
    await discord.local.addServers({ ...EACH, count: GUILDS - already });
    const bot = startBot(contender, discord, { ...platform.env, ...env });
    await firstAnswer(discord, bot);
    const ms = performance.now() - bot.startedAt;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const mib = residentMiBOf(bot.program.pid);
    await bot.close();
    await discord.close();
    return { ms, mib };
  };
  const samples = await interleave(ROUNDS, {
    guilds: () => measure("bare", { INTENTS: "guilds" }),
    bare: () => measure("bare"),
    milepost: () => measure("milepost"),
  });
  const medianOf = (who: string, figure: "ms" | "mib") =>
    median((samples[who] ?? []).map((one) => one[figure]));
  await platform.close();
  return [
    ...row(
      `RSS in ${GUILDS} servers of 50 channels and 20 roles`,
      "MiB",
      {
        "bare discord.js with the Guilds intent": medianOf("guilds", "mib"),
        milepost: medianOf("milepost", "mib"),
      },
      { most: 0.5 },
    ),
    ...row(
      `from \`node\` to the first answered command in ${GUILDS} servers`,
      "ms",
      { "bare discord.js": medianOf("bare", "ms"), milepost: medianOf("milepost", "ms") },
      { most: 1.8 },
    ),
  ];
}
