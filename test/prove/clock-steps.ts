import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import {
  askTrending,
  type DiscordStage,
  firstAnswer,
  homeIn,
  stageDiscord,
  stagePlatform,
} from "../support/bot-harness.ts";
import { type Program, startProgram } from "../support/program.ts";
import { Stalls } from "../support/stalls.ts";
import { DAY, HOUR, MINUTE } from "../support/time.ts";
import type { Proof } from "./run.ts";

/** Each before the next; where it goes forward by an hour, notes become due. */
const STEPS = {
  quick: [-DAY, HOUR, DAY],
  full: [
    MINUTE,
    -DAY,
    HOUR,
    DAY,
    -HOUR,
    HOUR,
    -365 * DAY,
    HOUR,
    365 * DAY,
    DAY,
    -DAY,
    -30 * DAY,
    HOUR,
    -MINUTE,
  ],
};
/** As many as a member may set, and Discord takes in one conversation, at once. */
const NOTES = 5;
const ROUNDS = 3;
const ASKERS = 4;
/** Longer than anything stays fresh: each round asks the platform. */
const BETWEEN_MS = 1_100;
const ANSWERED_WITHIN_MS = 3_000;
const POSTED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;

/** The whole program, while its clock is set back and forth: what it answers, and what it posts when. */
export async function clockSteps({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-steps-"));
  const platform = await stagePlatform((profile) => {
    const limits = { rate: 8, windowSeconds: 1, freshSeconds: 1, staleSeconds: 1 };
    profile["limits"] = { ...(profile["limits"] as object), ...limits };
  });
  const steps = isQuick ? STEPS.quick : STEPS.full;
  const discord = await stageDiscord((steps.length + 1) * (ROUNDS * ASKERS + 1) + 1);
  await discord.local.setRateLimits({ mode: "discord" });
  const clock = settable(path.join(folder, "ahead"));
  const bot = startProgram(["--import", "./test/prove/settable-date.js", "src/start.js"], {
    ...discord.env,
    ...platform.env,
    ...homeIn(folder),
    ...clock.env,
    LOG_LEVEL: "warn",
  });
  const stalls = new Stalls();
  try {
    return await proveSteps({ discord, bot, stalls, step: clock.step, steps });
  } finally {
    stalls.stop();
    await bot.end();
    await discord.close();
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Stage {
  readonly discord: DiscordStage;
  readonly bot: Program;
  readonly stalls: Stalls;
  readonly step: (ms: number) => Promise<void>;
  readonly steps: readonly number[];
}

async function proveSteps({ discord, bot, stalls, step, steps }: Stage): Promise<Proof> {
  await firstAnswer(discord, { program: bot, startedAt: 0, close: async () => {} });
  const [, ...people] = discord.people;
  const notes: Note[] = [];
  const total = { asked: 0, unanswered: 0, late: 0, doubled: 0 };
  const ask = async () => {
    const answers = await rounds({ discord, stalls }, people);
    total.asked += answers.length;
    total.unanswered += answers.filter((isAnswered) => !isAnswered).length;
  };
  await ask();
  for (const ms of steps) {
    const set = ms === HOUR ? await stalls.retry(() => setNotes(discord, people.pop() ?? "")) : [];
    notes.push(...set);
    await step(ms);
    await ask();
    total.late += await missing({ discord, stalls }, set);
  }
  for (const note of notes) total.doubled += Math.max(0, (await timesPosted(discord, note)) - 1);
  const errors = bot.output().split(`"level":"error"`).length - 1;
  const most = Math.max(...steps.map(Math.abs));
  const sentence =
    `the clock was set ${steps.length} times, back and forth by up to ${most / DAY} days: ${total.unanswered} of ${total.asked} ` +
    `commands unanswered in 3 s, ${total.late} of ${notes.length} notes not posted soon, ` +
    `${total.doubled} doubled, ${errors} errors logged`;
  const isHollow = notes.length === 0 || total.asked === 0;
  return { sentence, failed: total.unanswered + total.late + total.doubled + errors + (isHollow ? 1 : 0) };
}

/** Sets a program's time on the wall; while it does, nobody reads half a number. */
function settable(file: string) {
  let aheadMs = 0;
  const write = () => {
    writeFileSync(`${file}.new`, String(aheadMs));
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    env: { MILEPOST_TEST_AHEAD_FILE: file },
    step: async (ms: number) => {
      aheadMs += ms;
      write();
      await wait(LOOK_EVERY_MS);
    },
  };
}

type Asked = Pick<Stage, "discord" | "stalls">;

/** Asks some times, each by several people at once. Gives for each whether it was answered in time. */
async function rounds(stage: Asked, people: string[]): Promise<readonly boolean[]> {
  const answers: boolean[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await wait(BETWEEN_MS);
    const askers = people.splice(0, ASKERS);
    answers.push(...(await Promise.all(askers.map((person) => isAnswered(stage, person)))));
  }
  return answers;
}

async function isAnswered({ discord, stalls }: Asked, person: string): Promise<boolean> {
  const ask = async () => {
    const begun = performance.now();
    // A refusal is told to the member alone: then no message is there.
    await askTrending(discord, person);
    if (performance.now() - begun >= ANSWERED_WITHIN_MS) throw new Error("answered too late");
  };
  return stalls.retry(ask).then(
    () => true,
    () => false,
  );
}

interface Note {
  readonly as: string;
  readonly text: string;
}

/** Throws if one was not answered. */
async function setNotes({ local, channel }: DiscordStage, as: string): Promise<readonly Note[]> {
  const texts = Array.from({ length: NOTES }, (_, index) => `note-${as}-${index}-`);
  for (const what of texts) {
    const options = { what, when: "in 30 minutes" };
    const asked = { as, channel, command: "remind", subcommand: ["new"], options };
    const { interaction } = await local.runCommand(asked);
    const { kind } = await local.answer({ as, interaction, timeoutMs: POSTED_WITHIN_MS });
    if (kind !== "message") throw new Error(`/remind new was answered with ${kind}`);
  }
  return texts.map((text) => ({ as, text }));
}

/** How many of the notes are not there after a while. */
async function missing({ discord, stalls }: Asked, notes: readonly Note[]): Promise<number> {
  const begun = Date.now();
  let left = [...notes];
  while (left.length > 0 && stalls.ranSince(begun) < POSTED_WITHIN_MS) {
    const times = await Promise.all(left.map((note) => timesPosted(discord, note)));
    left = left.filter((_, index) => times[index] === 0);
    await wait(LOOK_EVERY_MS);
  }
  return left.length;
}

async function timesPosted({ local }: DiscordStage, { as, text }: Note): Promise<number> {
  const { id: channel } = await local.openDm({ as });
  const messages = await local.history({ as, channel });
  return messages.filter((message) => JSON.stringify(message).includes(text)).length;
}
