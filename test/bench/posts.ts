import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { FaultProxy } from "../prove/fault-proxy.ts";
import { Random } from "../prove/random.ts";
import { LocalClient } from "../support/local-client.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { startProgram } from "../support/program.ts";
import {
  askTrending,
  type DiscordStage,
  firstAnswer,
  homeIn,
  stagePlatform,
  startBot,
} from "../support/bot-harness.ts";
import { fillReminders } from "./fill.ts";
import { atMost, type Figure, percentile, row } from "./measure.ts";
import { MINUTE_MS } from "../../src/base/duration.ts";

const MANY = 10_000;
const SOME = 1_000;
const PEOPLE = 120;
const LATENCY_MS = 150;
const COMMAND_EVERY_MS = 250;
const COMMANDS_BEFORE_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
const HARBOUR = "710000000000000001";
const GENERAL = "730000000000000001";
const GIVEN_UP_AFTER_MS = 10 * MINUTE_MS;

/**
 * Posts that are due at the same time, by the whole program against a local Discord that limits as Discord does, and
 * commands answered meanwhile.
 */
export function reminderPosts(): Promise<Figure[]> {
  return onStage({ channels: SOME * 2 + MANY, people: PEOPLE }, measured);
}

/** The same where Discord is 150 ms away and one request is never answered; to channels, and to members. */
export function farPosts(): Promise<Figure[]> {
  return onStage({ channels: SOME, people: PEOPLE + SOME, isFar: true }, measuredFar);
}

async function onStage(
  wanted: { readonly channels: number; readonly people: number; readonly isFar?: boolean },
  measure: (stage: Stage) => Promise<Figure[]>,
): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-bench-"));
  const discord = await discordOf(wanted, folder);
  const proxy = new FaultProxy({
    to: new URL(discord.env["DISCORD_API_URL"] ?? "").origin,
    random: new Random(1),
  });
  proxy.latencyMs = LATENCY_MS;
  const behind = { ...discord, env: { ...discord.env, DISCORD_API_URL: `${await proxy.open()}/api` } };
  const platform = await stagePlatform();
  const home = homeIn(folder);
  const file = path.join(folder, "data", "milepost.db");
  const database = await openDatabase({ url: `file:${file}`, isOwner: false });
  const bot = startBot("milepost", wanted.isFar === true ? behind : discord, { ...platform.env, ...home });
  try {
    await firstAnswer(discord, bot);
    return await measure({ discord, database, file, proxy });
  } finally {
    await bot.close();
    await proxy.close();
    await database.close();
    await platform.close();
    await discord.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Stage {
  readonly discord: DiscordStage & { readonly channels: readonly string[] };
  readonly database: Database;
  readonly file: string;
  readonly proxy: FaultProxy;
}

async function measuredFar({ discord, database, file, proxy }: Stage): Promise<Figure[]> {
  const { channels, people } = discord;
  const members = people.slice(PEOPLE);
  const far = `${LATENCY_MS} ms to Discord, one request hangs`;
  const due = (name: string, slotOf: (index: number) => number, to: readonly string[], kind: Kind) =>
    fillReminders(file, remindersOf(name, to, slotOf, kind));
  proxy.hangs = (method, at) => method === "POST" && at.endsWith("/messages");
  const first = nextMinute();
  due("spread", (index) => first + Math.floor((index * MINUTE_MS) / SOME), channels, "channel");
  const spread = await lateness(database, "spread", SOME);
  proxy.hangs = (method, at) => method === "POST" && at.endsWith("/users/@me/channels");
  const second = nextMinute();
  due("new", () => second, members, "dm");
  const fresh = await lateness(database, "new", SOME);
  const third = nextMinute();
  due("known", () => third, members, "dm");
  const known = await lateness(database, "known", SOME);
  const some = SOME.toLocaleString("en");
  return [
    atMost(5, figure(`${far}: ${some} posts due within a minute: lateness p99`, p99Of(spread), "s")),
    figure(`${far}: ${some} first messages due at the same instant: p99`, p99Of(fresh), "s"),
    figure(`${far}: ${some} later messages due at the same instant: p99`, p99Of(known), "s"),
  ];
}

async function measured({ discord, database, file }: Stage): Promise<Figure[]> {
  const { channels } = discord;
  const limited = countLimited(discord.local);
  const before = await answersFor(discord, wait(COMMANDS_BEFORE_MS));
  const due = (name: string, slotOf: (index: number) => number, own: readonly string[]) =>
    fillReminders(file, remindersOf(name, own, slotOf));
  const first = nextMinute();
  due("spread", (index) => first + Math.floor((index * MINUTE_MS) / SOME), channels.slice(0, SOME));
  const spread = await lateness(database, "spread", SOME);
  const second = nextMinute();
  due("once", () => second, channels.slice(SOME, 2 * SOME));
  const once = await lateness(database, "once", SOME);
  const third = nextMinute();
  due("many", () => third, channels.slice(2 * SOME));
  await wait(third - Date.now());
  const leaving = lateness(database, "many", MANY);
  const during = await answersFor(discord, leaving);
  const many = await leaving;
  const some = SOME.toLocaleString("en");
  const inAll = `${MANY.toLocaleString("en")} posts due at the same instant`;
  return [
    atMost(5, figure(`${some} posts due within a minute: lateness p99`, p99Of(spread), "s")),
    { ...figure(`${some} posts due at the same instant`, perSecond(once), "/s"), aim: "Discord takes 50" },
    { ...figure(inAll, perSecond(many), "/s"), aim: "Discord takes 50" },
    atMost(0, figure(`all of them: answers of 429`, await limited(), "")),
    ...row(
      `/trending p95 while ${inAll} leave`,
      "ms",
      { "before them": percentile(before, 0.95), "among them": percentile(during, 0.95) },
      { most: 1.2 },
    ),
  ];
}

const figure = (benchmark: string, value: number, unit: string): Figure => ({
  benchmark,
  contender: "milepost",
  value,
  unit,
});

async function discordOf(
  wanted: { readonly channels: number; readonly people: number },
  folder: string,
): Promise<Stage["discord"]> {
  const ids = path.join(folder, "channels.json");
  const many = new URL("many-channels.ts", import.meta.url).pathname;
  const program = startProgram([many, String(wanted.channels), ids]);
  const [, apiUrl = ""] = await program.line(/DISCORD_API_URL=(\S+)/);
  const [, token = ""] = await program.line(/DISCORD_TOKEN=(\S+)/);
  const local = new LocalClient(new URL(apiUrl).origin);
  const { people } = await local.addPeople({ count: wanted.people, server: HARBOUR });
  return {
    local,
    env: { DISCORD_API_URL: apiUrl, DISCORD_TOKEN: token },
    channel: GENERAL,
    people,
    // The program wrote what addPaddedGuilds gave.
    channels: JSON.parse(readFileSync(ids, "utf8")) as readonly string[],
    close: async () => {
      await local.close();
      return program.end();
    },
  };
}

/** Far enough ahead for the bot to look before it comes: it is not told of what another process stores. */
function nextMinute(): number {
  return (Math.floor((Date.now() + 40_000) / MINUTE_MS) + 1) * MINUTE_MS;
}

type Kind = "channel" | "dm";

function* remindersOf(
  name: string,
  targets: readonly string[],
  slotOf: (index: number) => number,
  kind: Kind = "channel",
) {
  for (const [index, target] of targets.entries()) {
    const slot = slotOf(index);
    const due = new Date(slot).toISOString();
    const rule = { kind: "once", zone: "UTC", date: due.slice(0, 10), time: due.slice(11, 16) };
    const subject = { kind: "note", text: "Bring what you have." };
    const content = { subject, title: "Bring what you have.", locale: "en-US", zone: "UTC" };
    const ownerId = kind === "dm" ? target : "1";
    yield { id: `${name}-${index}`, ownerId, kind, target, slot, rule, content };
  }
}

/** How long after its time each was written down as posted, once all of them are. */
async function lateness({ queries }: Database, name: string, count: number): Promise<readonly number[]> {
  const until = Date.now() + GIVEN_UP_AFTER_MS;
  for (;;) {
    const rows = await queries
      .selectFrom("deliveries")
      .select(["slot", "settled_at"])
      .where("reminder_id", "like", `${name}-%`)
      .where("state", "=", "sent")
      .execute();
    if (rows.length >= count) return rows.map(({ slot, settled_at: at }) => (at ?? Infinity) - slot);
    if (Date.now() > until) throw new Error(`${rows.length} of ${count} posts of "${name}" arrived`);
    await wait(LOOK_EVERY_MS);
  }
}

const p99Of = (late: readonly number[]) => percentile(late, 0.99) / 1_000;

const perSecond = (late: readonly number[]) => late.length / (Math.max(...late) / 1_000);

/** How long /trending takes, asked four times a second until something else ends. */
async function answersFor(discord: DiscordStage, until: Promise<unknown>): Promise<readonly number[]> {
  const state = { isOver: false };
  void until.then(
    () => (state.isOver = true),
    () => (state.isOver = true),
  );
  const asked: Promise<number>[] = [];
  for (let turn = 0; !state.isOver; turn += 1) {
    const person = discord.people[turn % discord.people.length] ?? "";
    const started = performance.now();
    asked.push(askTrending(discord, person).then(() => performance.now() - started));
    await wait(COMMAND_EVERY_MS);
  }
  return Promise.all(asked);
}

/** Counts answers of 429 from now on; gives what ends it and tells. */
function countLimited(local: LocalClient): () => Promise<number> {
  const seen = { after: 0, limited: 0, isOver: false };
  const look = async () => {
    for (const { n, status } of await local.traffic({ after: seen.after, limit: 1_000 })) {
      seen.after = n;
      if (status === 429) seen.limited += 1;
    }
  };
  const looking = (async () => {
    while (!seen.isOver) {
      await look();
      await wait(LOOK_EVERY_MS);
    }
  })();
  return async () => {
    seen.isOver = true;
    await looking;
    return seen.limited;
  };
}
