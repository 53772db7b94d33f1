import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Figure, interleave, median, residentMiBOf, row } from "./measure.ts";
import {
  type Contender,
  firstAnswer,
  homeIn,
  type PlatformStage,
  stageDiscord,
  stagePlatform,
  startBot,
} from "../support/bot-harness.ts";

const ROUNDS = 7;

/**
 * Time from `node` to the first answered command, and the memory then held: for the very first start, which makes
 * keys and database and knows no names yet, and for the ones after it.
 */
export async function start(): Promise<Figure[]> {
  const platform = await stagePlatform();
  const samples = await interleave(ROUNDS, {
    "bare discord.js": () => once("bare", platform.env),
    "milepost, first start": () => once("milepost", platform.env),
    "milepost, restarted": () => restarted(platform),
  });
  await platform.close();
  const medians = (figure: "ms" | "mib") =>
    Object.fromEntries(
      Object.entries(samples).map(([name, starts]) => [name, median(starts.map((one) => one[figure]))]),
    );
  return [
    ...row("from `node` to the first answered command", "ms", medians("ms"), "<= 2x"),
    ...row("RSS after the first answer, intents: []", "MiB", medians("mib"), "<= 1.6x"),
  ];
}

async function once(contender: Contender, env: Readonly<Record<string, string>>) {
  const discord = await stageDiscord(2);
  const bot = startBot(contender, discord, env);
  await firstAnswer(discord, bot);
  const ms = performance.now() - bot.startedAt;
  const mib = residentMiBOf(bot.program.pid);
  await bot.close();
  await discord.close();
  return { ms, mib };
}

async function restarted({ env }: PlatformStage) {
  const folder = mkdtempSync(join(tmpdir(), "milepost-bench-"));
  const home = { ...env, ...homeIn(folder) };
  await once("milepost", home);
  const measured = await once("milepost", home);
  rmSync(folder, { recursive: true, force: true });
  return measured;
}
