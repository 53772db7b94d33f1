import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import { type Program, startProgram } from "../support/program.ts";
import {
  type BotOnStage,
  type DiscordStage,
  firstAnswer,
  homeIn,
  type PlatformStage,
  stageDiscord,
  stagePlatform,
  startBot,
} from "../support/bot-harness.ts";
import { english } from "../../src/messages/en.ts";

const COMMANDS = 50;
/** Whoever waits for a moment in such a process waits for ever. */
const NO_TIMERS = "data:text/javascript,globalThis.setTimeout = () => ({ ref() {}, unref() {} });";

let folder: string;
let discord: DiscordStage;
let platform: PlatformStage;
let env: Record<string, string>;
let bots: BotOnStage[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "milepost-ends-"));
  discord = await stageDiscord(COMMANDS + 1, 60);
  platform = await stagePlatform();
  env = { ...platform.env, ...homeIn(folder), LOG_LEVEL: "info" };
  bots = [];
});
afterEach(async () => {
  for (const bot of bots) await bot.program.end("SIGKILL");
  await platform.close();
  await discord.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (more: Readonly<Record<string, string>> = {}): BotOnStage => {
  const bot = startBot("milepost", discord, { ...env, ...more });
  bots.push(bot);
  return bot;
};
const connected = (bot: BotOnStage) => bot.program.line(/"Connected to Discord"/);
const cli = (...args: string[]): Program =>
  startProgram(["src/cli/milepost.js", ...args], { ...discord.env, ...env });

describe("a stop by SIGTERM", () => {
  it("lets fifty commands that are running be answered first", async () => {
    const bot = start();
    await firstAnswer(discord, bot);
    await platform.control("faults", { kind: "latency", ms: 1_500 });
    const asked = await Promise.all(
      discord.people.slice(1).map(async (as) => {
        const command = { as, channel: discord.channel, command: "milestones", options: { show: "me" } };
        const { interaction } = await discord.local.runCommand(command);
        return { as, interaction };
      }),
    );
    for (const one of asked) await discord.local.answer({ ...one, until: "first" });
    const ended = bot.program.end("SIGTERM");
    const answers = await Promise.all(asked.map((one) => discord.local.answer(one)));
    expect(await ended).toBe(0);
    // It says so once ten seconds of its own have passed.
    expect(bot.program.output()).not.toContain("Stopped without waiting any longer");
    const endings = answers.map((answer) =>
      answer.kind === "message" ? answer.seen.isThinking : answer.kind,
    );
    expect(endings).toEqual(asked.map(() => false));
  });
});

describe("a stop by a signal that comes twice in one moment", () => {
  it("is one in good order", async () => {
    const bot = start();
    await connected(bot);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.kill(bot.program.pid, signal);
    expect(await bot.program.exited).toBe(0);
    expect(bot.program.output()).toContain('"Stopped"');
  });
});

describe("a second Ctrl+C", () => {
  it("ends the bot at once, soon after the first", async () => {
    const bot = start();
    await firstAnswer(discord, bot);
    await platform.control("faults", { kind: "latency", ms: 7_000 });
    const [as = ""] = discord.people.slice(1);
    const command = { as, channel: discord.channel, command: "milestones", options: { show: "me" } };
    const { interaction } = await discord.local.runCommand(command);
    await discord.local.answer({ as, interaction, until: "first" });
    process.kill(bot.program.pid, "SIGINT");
    await wait(500);
    process.kill(bot.program.pid, "SIGINT");
    expect(await bot.program.exited).toBe(1);
  });
});

describe("a second bot on the same database", () => {
  it("is refused without waiting, while the tools work beside the first", async () => {
    await connected(start());
    const second = start({ NODE_OPTIONS: `--import=${encodeURI(NO_TIMERS)}` });
    const tool = cli("keys", "status");
    expect(await second.program.exited).toBe(1);
    expect(second.program.output()).toContain("Another Milepost is using the database");
    expect(await tool.exited).toBe(0);
    await firstAnswer(discord, bots[0] ?? second);
  });
});

describe("a kill -9", () => {
  it("while names are being filled in leaves a database that is started with, and names in the end", async () => {
    const [as = ""] = discord.people;
    const ask = () => discord.local.runCommand({ as, channel: discord.channel, command: "milestones" });
    for (const ms of [20, 80, 160, 320]) {
      const bot = start();
      await connected(bot);
      await ask();
      await wait(ms);
      await bot.program.end("SIGKILL");
    }
    const bot = start();
    await connected(bot);
    const { interaction } = await ask();
    const answer = await discord.local.answer({ as, interaction });
    expect(JSON.stringify(answer)).toContain(english.milestones.open);
    const database = await openDatabase({ url: env["DATABASE_URL"] ?? "", isOwner: false });
    const { queries } = database;
    const whole = () => queries.selectFrom("definition_files").selectAll().execute();
    const names = () =>
      queries.selectFrom("definitions").select("hash").where("record", "is not", null).execute();
    await expect.poll(whole).not.toEqual([]);
    expect((await names()).length).toBeGreaterThan(10);
    expect(await bot.program.end()).toBe(0);
    await database.close();
  });
});
