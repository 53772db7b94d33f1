import { builtCopy } from "../support/built-copy.ts";
import {
  askTrending,
  type BotOnStage,
  type Contender,
  type DiscordStage,
  firstAnswer,
  stageDiscord,
  stagePlatform,
  startBot,
} from "../support/bot-harness.ts";
import { childrenOf, cpuSecondsOf, type Figure, median, row, sharedMiBOf } from "./measure.ts";

const WARM_UP = 400;
const ROUNDS = 5;
const EACH = 400;
const AT_ONCE = 10;
/** Node gives memory back by and by. */
const IDLE_MS = 30_000;

interface Side {
  readonly discord: DiscordStage;
  readonly bot: BotOnStage;
  readonly next: () => string;
  readonly samples: number[];
}

/**
 * CPU of the bot's process for one warm `/trending`, against bots that defer and edit a constant; then the memory of
 * bots nobody asks, as it is once what draws has ended.
 */
export async function interactionCpu(): Promise<Figure[]> {
  const copy = builtCopy();
  const platform = await stagePlatform();
  const built = { ...platform.env, MILEPOST_TEST_CWD: copy.folder };
  const sides: Record<string, Side> = {
    "bare discord.js": await sideOf("bare"),
    "@discordjs/core": await sideOf("core"),
    "oceanic.js": await sideOf("oceanic"),
    seyfert: await sideOf("seyfert"),
    "Node alone": await sideOf("node"),
    milepost: await sideOf("milepost", built),
    "milepost, words alone": await sideOf("milepost", { ...built, PICTURES: "off" }),
  };
  const all = Object.values(sides);
  for (const side of all) await askMany(side, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) for (const side of all) await measure(side);
  const cpu = of(sides, ({ samples }) => median(samples));
  for (const { bot } of all) for (const child of childrenOf(bot.program.pid)) process.kill(child, "SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idle = of(sides, ({ bot }) => sharedMiBOf(bot.program.pid));
  for (const { bot, discord } of all) {
    await bot.close();
    await discord.close();
  }
  await platform.close();
  copy.remove();
  return [
    ...row("CPU per warm /trending, in the bot's process", "ms", cpu, { most: 1.2, of: ["milepost"] }),
    ...row(`PSS after ${WARM_UP + ROUNDS * EACH} of them, idle`, "MiB", idle),
  ];
}

async function sideOf(contender: Contender, env: Readonly<Record<string, string>> = {}): Promise<Side> {
  const discord = await stageDiscord(WARM_UP + ROUNDS * EACH + 10);
  const bot = startBot(contender, discord, env);
  await firstAnswer(discord, bot);
  let index = 0;
  const next = () => discord.people[index++ % discord.people.length] ?? "";
  return { discord, bot, next, samples: [] };
}

async function measure(side: Side): Promise<void> {
  const { pid } = side.bot.program;
  const before = cpuSecondsOf(pid);
  await askMany(side, EACH);
  side.samples.push(((cpuSecondsOf(pid) - before) * 1000) / EACH);
}

async function askMany({ discord, next }: Side, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await askTrending(discord, next());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function of(sides: Readonly<Record<string, Side>>, figure: (side: Side) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(sides).map(([name, side]) => [name, figure(side)]));
}
