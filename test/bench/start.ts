import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { builtCopy } from "../support/built-copy.ts";
import { cpuSecondsOf, type Figure, interleave, median, residentMiBOf, row, sharedMiBOf } from "./measure.ts";
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
/** The same without pictures: what a card costs the first answer is the difference. */
const WORDS_ALONE = "milepost, restarted, words alone";
const BOUND = [
  "milepost, first start",
  "milepost, restarted",
  WORDS_ALONE,
  "milepost, built, first start",
  "milepost, built, restarted",
];

/**
 * Time from `node` to the first answered command, and the memory then held, beside other frameworks: for the very
 * first start, which makes keys and database and knows no names yet, and for the ones after it. All acknowledge,
 * then edit; Milepost alone asks the platform in between, and draws what came. It starts from its sources, and as
 * `npm run build` made it.
 */
export async function start(): Promise<Figure[]> {
  const copy = builtCopy();
  const platform = await stagePlatform();
  const built = { ...platform.env, MILEPOST_TEST_CWD: copy.folder };
  const samples = await interleave(ROUNDS, {
    "bare discord.js": () => once("bare", platform.env),
    "@discordjs/core": () => once("core", platform.env),
    "@sapphire/framework": () => once("sapphire", platform.env),
    "oceanic.js": () => once("oceanic", platform.env),
    seyfert: () => once("seyfert", platform.env),
    "Node alone": () => once("node", platform.env),
    "milepost, first start": () => once("sources", platform.env),
    "milepost, restarted": () => restarted("sources", platform.env),
    [WORDS_ALONE]: () => restarted("sources", { ...platform.env, PICTURES: "off" }),
    "milepost, built, first start": () => once("milepost", built),
    "milepost, built, restarted": () => restarted("milepost", built),
  });
  await platform.close();
  copy.remove();
  const medians = (figure: keyof Start) =>
    Object.fromEntries(
      Object.entries(samples).map(([name, starts]) => [name, median(starts.map((one) => one[figure]))]),
    );
  return [
    ...row("from `node` to the first answered command", "ms", medians("ms"), { most: 1.6, of: BOUND }),
    ...row("processor time of that start", "ms", medians("cpuMs")),
    ...row("RSS after the first answer, intents: []", "MiB", medians("mib"), { most: 1.5, of: BOUND }),
    ...row("PSS of all processes then", "MiB", medians("sharedMib")),
  ];
}

interface Start {
  readonly ms: number;
  /** Tells less of what else the machine does than the time on the wall. */
  readonly cpuMs: number;
  readonly mib: number;
  /** What draws counts, too. */
  readonly sharedMib: number;
}

async function once(contender: Contender, env: Readonly<Record<string, string>>): Promise<Start> {
  const discord = await stageDiscord(2);
  const bot = startBot(contender, discord, env);
  await firstAnswer(discord, bot);
  const ms = performance.now() - bot.startedAt;
  const cpuMs = cpuSecondsOf(bot.program.pid) * 1_000;
  const mib = residentMiBOf(bot.program.pid);
  const sharedMib = sharedMiBOf(bot.program.pid);
  await bot.close();
  await discord.close();
  return { ms, cpuMs, mib, sharedMib };
}

async function restarted(contender: Contender, env: PlatformStage["env"]): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), "milepost-bench-"));
  const home = { ...env, ...homeIn(folder) };
  await once(contender, home);
  const measured = await once(contender, home);
  rmSync(folder, { recursive: true, force: true });
  return measured;
}
