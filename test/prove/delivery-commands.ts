import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { type Program, startProgram } from "../support/program.ts";
import { homeIn, stagePlatform } from "../support/bot-harness.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { Random } from "./random.ts";
import type { Proof, ProofOptions } from "./run.ts";
import { english } from "../../src/messages/en.ts";

const FAULTY = 0.15;
const ASKED_A_ROUND = 12;
const LONGEST_ROUND_MS = 3_000;
/** Killed at once, or after it has noted how far it read the gateway: then the next one is told of the rest again. */
const AFTERWARDS_MS = [0, 1_100];
const SPREAD_MS = 40;
const STARTED_WITHIN_MS = 30_000;
const SETTLED_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 1_000;
const AGAIN_MS = 5_000;
const LATENCY_MS = 150;
const SET = `**${english.remind.card.set}**`;
/** What the bot counts its starts by: killed often, it would wait longer and longer before it logs in. */
const STARTS = "discord.starts";
/** What a start asks for; without it there is nothing to kill. */
const SPARED = ["GET /gateway/bot", "/applications/", "/users/@me?", "/oauth2/"];

interface Stage {
  readonly discord: LocalDiscord;
  readonly database: Database;
  readonly random: Random;
  readonly start: () => Program;
}

/** Who was told that this note is set. */
interface Told {
  readonly member: string;
  readonly note: string;
}

/**
 * The whole program killed at random moments while members set reminders: each one somebody was told of has to be in
 * the database, and to arrive in that member's messages, once.
 */
export async function deliveryCommands(options: ProofOptions): Promise<Proof> {
  const kills = options.isQuick ? 10 : 100;
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-commands-"));
  const own = homeIn(folder);
  const url = await options.databaseAt(own.DATABASE_URL);
  const home = { ...own, DATABASE_URL: url };
  const database = await openDatabase({ url, isOwner: false });
  const discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog, rateLimits: "off" });
  const random = new Random(41);
  const proxy = new FaultProxy({ to: new URL(discord.url).origin, random, meets: isMet });
  const apiUrl = `${await proxy.open()}/api`;
  const platform = await stagePlatform();
  const env = { ...platform.env, ...home, DISCORD_API_URL: apiUrl, DISCORD_TOKEN: discord.token };
  const start = () => startProgram(["src/start.js"], { ...env, LOG_LEVEL: "info" });
  const stage: Stage = { discord, database, random, start };
  try {
    proxy.share = FAULTY;
    proxy.latencyMs = LATENCY_MS;
    const told = await killOften(stage, kills);
    proxy.share = 0;
    proxy.hangs = isMet;
    const unstored = await unstoredOf(stage, told);
    const asked = `${kills} kill -9 while ${kills * ASKED_A_ROUND} reminders were asked for`;
    const { missing, doubled } = await settle(stage, told);
    const sentence =
      `the whole program, ${asked}, ${told.length} of them acknowledged: ` +
      `${unstored} not stored, ${missing} not arrived, ${doubled} doubled`;
    return { sentence, failed: unstored + (told.length === 0 ? 1 : 0) + missing + doubled };
  } finally {
    await platform.close();
    await proxy.close();
    await discord.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const isMet = (method: string, at: string) => !SPARED.some((part) => `${method} ${at}?`.includes(part));

async function killOften(stage: Stage, kills: number): Promise<readonly Told[]> {
  const { discord, random } = stage;
  const told: Told[] = [];
  const answers: Promise<void>[] = [];
  const { people } = await discord.local.addPeople({ count: kills * ASKED_A_ROUND, server: Ids.harbour });
  for (let kill = 0; kill < kills; kill += 1) {
    const bot = await ready(stage);
    const round = people.slice(kill * ASKED_A_ROUND, (kill + 1) * ASKED_A_ROUND);
    const wanted = told.length + 1 + random.below(ASKED_A_ROUND);
    for (const [index, member] of round.entries()) {
      const one = { member, note: `note ${kill}-${index}` };
      answers.push(ask(discord, one).then((isTold) => void (isTold && told.push(one))));
    }
    const until = Date.now() + LONGEST_ROUND_MS;
    while (told.length < wanted && Date.now() < until) await wait(2);
    await wait(random.pick(AFTERWARDS_MS) + random.below(SPREAD_MS));
    await bot.end("SIGKILL");
  }
  await Promise.all(answers);
  return told;
}

/** A started program that is connected. */
async function ready({ database, start }: Stage): Promise<Program> {
  for (;;) {
    await database.queries.deleteFrom("facts").where("name", "=", STARTS).execute();
    const bot = start();
    const isConnected = bot.line(/"Connected to Discord"/, STARTED_WITHIN_MS).then(
      () => true,
      () => false,
    );
    if (await isConnected) return bot;
    await bot.end("SIGKILL");
  }
}

/** Whether the member saw that it is set. */
async function ask({ local }: LocalDiscord, { member: as, note }: Told): Promise<boolean> {
  const options = { what: note, when: "in 1 minute" };
  const command = { as, channel: Ids.general, command: "remind", subcommand: ["new"], options };
  const { interaction } = await local.runCommand(command);
  const answer = await local.answer({ as, interaction, timeoutMs: 6_000 });
  if (answer.kind !== "message" || answer.seen.isThinking) return false;
  const text = JSON.stringify(answer.seen.message.components);
  return text.includes(SET) && text.includes(note);
}

async function unstoredOf({ database }: Stage, told: readonly Told[]): Promise<number> {
  const rows = await database.queries.selectFrom("reminders").select(["owner_id", "content"]).execute();
  const stored = new Set(rows.map(({ owner_id: owner, content }) => `${owner} ${titleOf(content)}`));
  return told.filter(({ member, note }) => !stored.has(`${member} ${note}`)).length;
}

/** Lets the program run undisturbed until everything has arrived. */
async function settle(stage: Stage, told: readonly Told[]) {
  const { discord, database } = stage;
  // What was tried by many that were killed would wait for a quarter of an hour.
  await reminderStore(database.queries).deliveries.retryNow(Date.now());
  const bot = await ready(stage);
  const until = Date.now() + SETTLED_WITHIN_MS;
  let counts = await arrivals(discord, told);
  while (Date.now() < until && counts.some((count) => count === 0)) {
    await wait(LOOK_EVERY_MS);
    counts = await arrivals(discord, told);
  }
  // A second post would come with the next try.
  await wait(AGAIN_MS);
  counts = await arrivals(discord, told);
  await bot.end();
  return {
    missing: counts.filter((count) => count === 0).length,
    doubled: counts.filter((count) => count > 1).length,
  };
}

function titleOf(content: string): string {
  return (JSON.parse(content) as { readonly title: string }).title;
}

function arrivals({ local }: LocalDiscord, told: readonly Told[]): Promise<number[]> {
  return Promise.all(
    told.map(async ({ member: as, note }) => {
      const { id: channel } = await local.openDm({ as });
      const seen = await local.history({ as, channel });
      return seen.filter(({ message }) => JSON.stringify(message).includes(note)).length;
    }),
  );
}
