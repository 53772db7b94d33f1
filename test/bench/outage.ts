import { type Figure, percentile } from "./measure.ts";
import { askTrending, firstAnswer, stageDiscord, stagePlatform, startBot } from "../support/bot-harness.ts";

const COMMANDS = 600;
const EVERY_MS = 50;
const ANSWER_WITHIN_MS = 3_000;
const OUTAGES = {
  "resets every connection": { kind: "reset" },
  "answers 503": { kind: "http", status: 503 },
  "answers after a minute": { kind: "latency", ms: 60_000 },
} as const;

/** How many commands are answered within 3 s while the platform fails always, from its first failure on. */
export async function outage(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, fault] of Object.entries(OUTAGES)) figures.push(...(await during(name, fault)));
  return figures;
}

async function during(name: string, fault: object): Promise<Figure[]> {
  const platform = await stagePlatform((profile) => {
    profile["limits"] = { ...(profile["limits"] as object), freshSeconds: 1, staleSeconds: 1 };
  });
  const discord = await stageDiscord(COMMANDS + 2);
  const bot = startBot("milepost", discord, platform.env);
  await firstAnswer(discord, bot);
  await platform.control("faults", fault);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const [, first = "", ...others] = discord.people;
  const onset = await timed(() => askTrending(discord, first));
  const asked: Promise<number>[] = [];
  for (const person of others) {
    asked.push(timed(() => askTrending(discord, person)));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  const samples = await Promise.all(asked);
  await bot.close();
  await discord.close();
  await platform.close();
  const within = samples.filter((ms) => ms <= ANSWER_WITHIN_MS).length;
  const share = (100 * within) / samples.length;
  const benchmark = `the platform ${name}`;
  return [
    {
      benchmark: `${benchmark}: commands answered within 3 s`,
      contender: "milepost",
      value: share,
      unit: "%",
      aim: ">= 99",
      isMet: share >= 99,
    },
    { benchmark: `${benchmark}: p99`, contender: "milepost", value: percentile(samples, 0.99), unit: "ms" },
    { benchmark: `${benchmark}: the first to meet it`, contender: "milepost", value: onset, unit: "ms" },
  ];
}

/** A failure told only to the member leaves no message in the channel: that is an answer, too. */
async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work().catch((error: unknown) => {
    if (!(error instanceof Error && error.message.endsWith("acknowledged"))) throw error;
  });
  return performance.now() - started;
}
