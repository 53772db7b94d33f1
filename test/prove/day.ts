import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { HOUR_MS, MINUTE_MS } from "../../src/base/duration.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { fillReminders } from "../bench/fill.ts";
import { median, residentMiBOf } from "../bench/measure.ts";
import { homeIn, stageDiscord, stagePlatform, startArguments } from "../support/bot-harness.ts";
import { startProgram } from "../support/program.ts";
import type { Proof } from "./run.ts";
import { Askers, type Server } from "./load/askers.ts";
import { until } from "./load/until.ts";

interface Size {
  readonly servers: number;
  /** The day goes by in leaps. */
  readonly leaps: number;
  readonly leapMs: number;
  readonly askEveryMs: number;
}

const WHOLE: Size = { servers: 9_999, leaps: 48, leapMs: 9_000, askEveryMs: 40 };
const QUICK: Size = { servers: 99, leaps: 6, leapMs: 1_500, askEveryMs: 40 };
/** What Discord recommends. */
const SERVERS_A_SHARD = 2_500;
const DAY_MS = 24 * HOUR_MS;
/** What a start leaves behind and what is cached by and by comes in the first half. */
const WARM = 0.5;
/** Of the memory held, in a day: less is noise. */
const MOST_GROWTH = 0.05;
const CONNECTED_WITHIN_MS = 120_000;
const SENT_WITHIN_MS = 120_000;
const ASKED_IN = 20;
const PEOPLE = 60;

/** A day in many servers, each of which has a post due, while people use the bot, words alone: the memory held does not grow. */
export async function day({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const size = isQuick ? QUICK : WHOLE;
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-day-"));
  const [discord, platform] = await Promise.all([stageDiscord(1), stagePlatform()]);
  const { servers } = await discord.local.addServers({ count: size.servers, channels: 1, roles: 2 });
  const home = homeIn(folder);
  const ahead = path.join(folder, "ahead");
  writeFileSync(ahead, "0");
  const database = await openDatabase({ url: home["DATABASE_URL"] ?? "", isOwner: false });
  fillReminders(path.join(folder, "data", "milepost.db"), posts(servers, Date.now() + 2 * MINUTE_MS));
  const bot = startProgram(["--import", "./test/prove/settable-date.js", ...startArguments()], {
    ...discord.env,
    ...platform.env,
    ...home,
    MILEPOST_TEST_AHEAD_FILE: ahead,
    // Drawn pictures are kept up to 32 MiB, and fill that by and by.
    PICTURES: "off",
    LOG_LEVEL: "warn",
  });
  try {
    await until(CONNECTED_WITHIN_MS, "the bot is connected", async () => {
      const { sessions, commands } = await discord.local.state();
      const connected = sessions.filter(({ isConnected }) => isConnected).length;
      return commands > 0 && connected === Math.ceil((size.servers + 1) / SERVERS_A_SHARD);
    });
    const asking = {
      servers: servers.slice(0, ASKED_IN),
      each: PEOPLE,
      commands: ["trending", "help", "milestones"],
    };
    const askers = await Askers.open(discord.local, asking);
    const held: number[] = [];
    for (let leap = 1; leap <= size.leaps; leap += 1) {
      const aheadMs = Math.round((leap * DAY_MS) / size.leaps);
      await discord.local.moveClock({ offsetMs: aheadMs });
      writeFileSync(ahead, String(aheadMs));
      const stop = askers.begin(size.askEveryMs);
      await wait(size.leapMs);
      await stop();
      held.push(residentMiBOf(bot.pid));
    }
    await until(SENT_WITHIN_MS, "every post is sent", async () => (await unsent(database, servers)) === 0);
    return summary(size, { held, asked: askers.taken(), unsent: await unsent(database, servers) });
  } catch (error) {
    throw new Error(`what the bot printed:\n${bot.output()}`, { cause: error });
  } finally {
    await bot.end("SIGKILL");
    await database.close();
    await Promise.all([discord.close(), platform.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function summary(
  size: Size,
  seen: {
    readonly held: readonly number[];
    readonly asked: readonly { readonly isAnswered: boolean }[];
    readonly unsent: number;
  },
): Proof {
  const { held, asked, unsent: missing } = seen;
  const warm = held.slice(Math.floor(held.length * WARM));
  const growth = slope(warm) * size.leaps;
  const unanswered = asked.filter(({ isAnswered }) => !isAnswered).length;
  const middle = median(warm);
  // So few leaps tell nothing of memory.
  const isGrowing = size === WHOLE && growth > middle * MOST_GROWTH;
  return {
    failed: unanswered + missing + Number(isGrowing),
    sentence:
      `a day with ${size.servers + 1} servers in ${size.leaps} leaps, ${asked.length} commands, ${unanswered} unanswered, ` +
      `${size.servers - missing} of ${size.servers} posts sent; ${middle.toFixed(0)} MiB held, ` +
      `words alone, ${growth.toFixed(1)} MiB more a day`,
  };
}

/** By how much each is greater than the one before, by least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let over = 0;
  let under = 0;
  for (const [at, value] of values.entries()) {
    over += (at - middle) * (value - mean);
    under += (at - middle) ** 2;
  }
  return under === 0 ? 0 : over / under;
}

/** One post a server, evenly over the day. */
function* posts(servers: readonly Server[], from: number) {
  for (const [index, { channel }] of servers.entries()) {
    const slot = from + Math.floor((index * (DAY_MS - 10 * MINUTE_MS)) / servers.length);
    const due = new Date(slot).toISOString();
    const rule = { kind: "once", zone: "UTC", date: due.slice(0, 10), time: due.slice(11, 16) };
    const subject = { kind: "note", text: "Bring what you have." };
    const content = { subject, title: "Bring what you have.", locale: "en-US", zone: "UTC" };
    yield {
      id: `day-${index}`,
      ownerId: "1",
      kind: "channel",
      target: channel,
      slot,
      rule,
      content,
    } as const;
  }
}

async function unsent({ queries }: Database, servers: readonly Server[]): Promise<number> {
  const { count } = await queries
    .selectFrom("deliveries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "sent")
    .executeTakeFirstOrThrow();
  return servers.length - count;
}
