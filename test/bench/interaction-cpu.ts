import { cpuSecondsOf, type Figure, median, row } from "./measure.ts";
import {
  askTrending,
  type DiscordStage,
  firstAnswer,
  stageDiscord,
  stagePlatform,
  startBot,
} from "../support/bot-harness.ts";

const WARM_UP = 400;
const ROUNDS = 5;
const EACH = 400;
const AT_ONCE = 10;

/** CPU of the bot's process for one warm `/trending`, against a bare bot that defers and edits a constant. */
export async function interactionCpu(): Promise<Figure[]> {
  const platform = await stagePlatform();
  const sides = await Promise.all(
    (["bare", "milepost"] as const).map(async (contender) => {
      const discord = await stageDiscord(WARM_UP + ROUNDS * EACH + 10);
      const bot = startBot(contender, discord, platform.env);
      await firstAnswer(discord, bot);
      return { contender, discord, bot, next: peopleInTurn(discord) };
    }),
  );
  const samples: Record<"bare" | "milepost", number[]> = { bare: [], milepost: [] };
  for (const side of sides) await askMany(side.discord, side.next, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { contender, discord, bot, next } of sides) {
      const before = cpuSecondsOf(bot.program.pid);
      await askMany(discord, next, EACH);
      samples[contender].push(((cpuSecondsOf(bot.program.pid) - before) * 1000) / EACH);
    }
  }
  for (const { bot, discord } of sides) {
    await bot.close();
    await discord.close();
  }
  await platform.close();
  return row(
    "CPU per warm /trending, in the bot's process",
    "ms",
    { "bare discord.js": median(samples.bare), milepost: median(samples.milepost) },
    { most: 1.2 },
  );
}

function peopleInTurn(discord: DiscordStage): () => string {
  let index = 0;
  return () => discord.people[index++ % discord.people.length] ?? "";
}

async function askMany(discord: DiscordStage, next: () => string, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await askTrending(discord, next());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
