import { packageRoot } from "../../src/base/package-root.ts";
import {
  askTrending,
  type BotOnStage,
  firstAnswer,
  stageDiscord,
  stagePlatform,
  startBot,
} from "../support/bot-harness.ts";
import { atMost, type Figure } from "./measure.ts";

const WARM_UP = 50;
/** Icons are uploaded soon after a start, and names read. */
const SETTLES_MS = 8_000;
const ROUNDS = 8;
const MOST = 80;

/** How many of its files a warm `/trending` runs functions of: what else runs now and then is not in every round. */
export async function filesOfTrending(): Promise<Figure[]> {
  const discord = await stageDiscord(WARM_UP + ROUNDS + 1);
  const platform = await stagePlatform();
  const hook = `--import=${packageRoot}test/bench/count-files.js`;
  const bot = startBot("sources", discord, { ...platform.env, NODE_OPTIONS: hook });
  await firstAnswer(discord, bot);
  const [first = "", ...people] = discord.people;
  for (const person of people.slice(ROUNDS)) await askTrending(discord, person);
  await new Promise((resolve) => setTimeout(resolve, SETTLES_MS));
  await askTrending(discord, first);
  let always: readonly string[] | undefined;
  for (const person of people.slice(0, ROUNDS)) {
    await ranSince(bot);
    await askTrending(discord, person);
    const ran = await ranSince(bot);
    always = always === undefined ? ran : ran.filter((file) => always?.includes(file));
  }
  await bot.close();
  await discord.close();
  await platform.close();
  return [
    atMost(MOST, {
      benchmark: "files a warm /trending runs functions of",
      contender: "milepost",
      value: always?.length ?? Number.NaN,
      unit: "files",
    }),
  ];
}

async function ranSince({ program }: BotOnStage): Promise<readonly string[]> {
  const before = program.output().length;
  process.kill(program.pid, "SIGUSR2");
  for (;;) {
    const [, files] = /RAN (.*)\n/.exec(program.output().slice(before)) ?? [];
    if (files !== undefined) return files.split(" ");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
