import { setTimeout as wait } from "node:timers/promises";

import { ChannelType } from "discord-api-types/v10";

import { MovableClock } from "../../src/base/clock.ts";
import { MINUTE_MS } from "../../src/base/duration.ts";
import { silentLog } from "../../src/base/log.ts";
import { Poster } from "../../src/discord/post/poster.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { ConversationOpener } from "../../src/features/posts/engine/conversation-opener.ts";
import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { conversationRows } from "../../src/features/posts/store/member-rows.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { defaultWorld, Ids } from "../../src/playground/discord/world/default-world.ts";
import { newChannel } from "../../src/playground/discord/world/world.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { percentile } from "../bench/measure.ts";
import { engineOn } from "../support/reminder-engine.ts";
import { addReminder, type GivenReminder, keyOf } from "../support/reminder-rows.ts";
import { SeenPosts } from "../support/seen-posts.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { Random } from "./random.ts";
import type { Proof, ProofOptions } from "./run.ts";

const LATENCY_MS = 150;
const OUTAGE_MS = 6 * MINUTE_MS;
/** In the quick form the clock runs this much faster while Discord is out. */
const QUICK_SCALE = 30;
const STEP_MS = 100;
const LATE_MOST_MS = 5_000;
const AFTER_OUTAGE_MOST_MS = MINUTE_MS;
const GIVEN_UP_AFTER_MS = 3 * MINUTE_MS;
/** A second post would come with the next try. */
const AGAIN_MS = 2_000;
const isOpening = (method: string, at: string) => method === "POST" && at.endsWith("/users/@me/channels");
const isPost = (method: string, at: string) => method === "POST" && at.endsWith("/messages");

interface Size {
  /** Posts due while Discord answers, and the time they are due in. */
  readonly answered: number;
  readonly withinMs: number;
  /** Posts due while it does not. */
  readonly out: number;
  readonly scale: number;
}

const WHOLE: Size = { answered: 1_000, withinMs: MINUTE_MS, out: 600, scale: 1 };
const QUICK: Size = { answered: 240, withinMs: 12_000, out: 60, scale: QUICK_SCALE };

/**
 * Posts over 150 ms to a Discord that limits as Discord does, one request never answered; then an outage. Half of
 * the posts go to people the bot has no conversation with.
 */
export async function latency({ isQuick, databaseAt }: ProofOptions): Promise<Proof> {
  const size = isQuick ? QUICK : WHOLE;
  const stage = await openStage(size, await databaseAt(":memory:"));
  try {
    const late = await whileAnswered(stage, size);
    const after = await afterOutage(stage, size);
    await wait(AGAIN_MS);
    const { lost, doubled } = await countPosts(stage);
    const p99 = percentile(late, 0.99);
    const last = Math.max(...after);
    const sentence =
      `${LATENCY_MS} ms to Discord and a request that hangs: ${late.length} posts p99 ${seconds(p99)} late; ` +
      `${after.length} due in an outage of 6 min: the last ${seconds(last)} after it; ${lost} lost, ${doubled} doubled`;
    const broken = [p99 > LATE_MOST_MS, last > AFTER_OUTAGE_MOST_MS].filter(Boolean).length;
    return { sentence, failed: broken + lost + doubled };
  } finally {
    await stage.close();
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

async function openStage({ answered, out }: Size, url: string) {
  const clock = new MovableClock();
  const world = defaultWorld(clock);
  const channels = Array.from({ length: answered / 2 }, () => {
    const id = world.ids.next();
    world.addChannel(newChannel({ id, type: ChannelType.GuildText, name: "news", guildId: Ids.harbour }));
    return id;
  });
  const discord = await startDiscord({ port: 0, clock, log: silentLog, world });
  const { people } = await discord.local.addPeople({ count: answered / 2 + out, server: Ids.harbour });
  const proxy = new FaultProxy({ to: new URL(discord.url).origin, random: new Random(7) });
  const apiUrl = `${await proxy.open()}/api`;
  proxy.latencyMs = LATENCY_MS;
  const database = await openDatabase({ url });
  const store = reminderStore(database.queries);
  const rows = conversationRows(database.queries);
  const rest = createBotRest({ apiUrl, breaker: new RefusalBreaker({ clock }) }).setToken(discord.token);
  const poster = new Poster({ rest, clock, conversations: rows });
  const engine = engineOn({ store, post: poster, clock, random: Math.random });
  const opener = new ConversationOpener({ rows, poster, clock, log: silentLog });
  engine.start();
  opener.start();
  const seen = new SeenPosts(discord, Ids.admin);
  const given: GivenReminder[] = [];
  const close = async () => {
    await Promise.all([engine.stop(0), opener.stop()]);
    seen.stop();
    await proxy.close();
    await discord.close();
    await database.close();
  };
  return { clock, discord, proxy, database, store, engine, channels, people, seen, given, close };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

/** How late each of those was that were due while Discord answered; one opening never was. */
async function whileAnswered(stage: Stage, { answered, withinMs }: Size): Promise<readonly number[]> {
  const { clock, proxy, channels, people } = stage;
  proxy.hangs = isOpening;
  const from = clock.now() + LATE_MOST_MS / 2;
  const slotOf = (index: number) => from + Math.floor((index * withinMs) / answered);
  await give(stage, "a", { channels, people: people.slice(0, answered / 2), slotOf });
  const sent = await settled(stage, "a", answered);
  return sent.map(({ slot, at }) => at - slot);
}

/** How long after the outage each of those was posted that were due while it lasted; one try after it hangs. */
async function afterOutage(stage: Stage, { answered, out, scale }: Size): Promise<readonly number[]> {
  const { clock, proxy, channels, people } = stage;
  proxy.downWith = 503;
  const from = clock.now();
  const slotOf = (index: number) => from + Math.floor((index * OUTAGE_MS) / out);
  const some = {
    channels: channels.slice(0, out / 2),
    people: people.slice(answered / 2, (answered + out) / 2),
  };
  await give(stage, "o", { ...some, slotOf });
  for (let passed = 0; passed < OUTAGE_MS; passed += STEP_MS * scale) {
    await wait(STEP_MS);
    if (scale > 1) clock.advance(STEP_MS * (scale - 1));
  }
  proxy.hangs = isPost;
  proxy.downWith = undefined;
  const overAt = clock.now();
  const sent = await settled(stage, "o", out);
  return sent.map(({ at }) => at - overAt);
}

/** Reminders in turns to a channel and to a person. */
async function give(
  { store, engine, given }: Stage,
  name: string,
  to: {
    readonly channels: readonly string[];
    readonly people: readonly string[];
    readonly slotOf: (index: number) => number;
  },
): Promise<void> {
  for (const [index, channel] of to.channels.entries()) {
    const person = to.people[index] ?? "";
    const one = { id: `${name}${index}c`, target: channel, slot: to.slotOf(2 * index) };
    const other = { id: `${name}${index}p`, ownerId: person, target: person, slot: to.slotOf(2 * index + 1) };
    given.push(one, { ...other, kind: "dm" });
    await addReminder(store, one);
    await addReminder(store, { ...other, kind: "dm" });
  }
  engine.wake();
}

/** When each was due, and written down as posted; once all of them are. */
async function settled({ database }: Stage, name: string, count: number) {
  const until = performance.now() + GIVEN_UP_AFTER_MS;
  for (;;) {
    const rows = await database.queries
      .selectFrom("deliveries")
      .select(["slot", "state", "settled_at"])
      .where("reminder_id", "like", `${name}%`)
      .execute();
    const isOver = performance.now() > until;
    const sent = rows.filter(({ state }) => state === "sent");
    if (sent.length >= count || isOver) {
      const all = rows.map(({ slot, settled_at: at }) => ({ slot, at: at ?? Infinity }));
      return isOver ? [...all, { slot: 0, at: Infinity }] : all;
    }
    await wait(STEP_MS);
  }
}

async function countPosts({ discord, seen, given }: Stage) {
  const counts = await Promise.all(
    given.map(async (one) => (one.kind === "dm" ? inMessages(discord, one) : seen.countOf(keyOf(one)))),
  );
  return {
    lost: counts.filter((count) => count === 0).length,
    doubled: counts.filter((count) => count > 1).length,
  };
}

async function inMessages({ local }: LocalDiscord, { id, target: as, slot }: GivenReminder): Promise<number> {
  const { id: channel } = await local.openDm({ as });
  const seen = await local.history({ as, channel });
  return seen.filter(({ message }) => message.content.split("\n").includes(`${id}@${slot}`)).length;
}
