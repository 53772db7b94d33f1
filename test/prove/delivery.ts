import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { packageRoot } from "../../src/base/package-root.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type ReminderStore, reminderStore } from "../../src/features/posts/engine/ports.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { addReminder, type GivenReminder, keyOf } from "../support/reminder-rows.ts";
import { SeenPosts } from "../support/seen-posts.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { Random } from "./random.ts";
import type { Proof, ProofOptions } from "./run.ts";
import { Spare } from "./spare.ts";

const FAULTY = 0.15;
const SLOTS_A_ROUND = 4;
const CHANNELS = [Ids.general, Ids.botCommands, Ids.announcements, Ids.late, Ids.thread, Ids.forumPost];
const MOST_ALIVE_MS = 600;
const MOST_ALIVE_QUICK_MS = 250;
/** This many of a hundred are killed while they start. */
const KILLED_EARLY = 15;
const SETTLED_WITHIN_MS = 120_000;
const SOON_MS = 3_600_000;
const LATENCY_MS = 150;
const HANGS_EVERY = 10;

interface Stage {
  readonly store: ReminderStore;
  readonly proxy: FaultProxy;
  readonly random: Random;
  readonly mostAliveMs: number;
  /** What was stored, or said to be stored by a process that was killed after that. */
  readonly given: Omit<GivenReminder, "usefulUntil" | "whenUnsure">[];
  /** An engine that makes reminders in these channels, or none. */
  readonly spare: (channels: readonly string[]) => Spare;
}

/** The engine killed at random moments, over a network where 15% of the requests go wrong. */
export async function delivery(options: ProofOptions): Promise<Proof> {
  const kills = options.isQuick ? 100 : 1_000;
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-delivery-"));
  const url = await options.databaseAt(`file:${folder}/test.db`);
  const database = await openDatabase({ url, isOwner: false });
  const discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog, rateLimits: "off" });
  const random = new Random(23);
  const proxy = new FaultProxy({ to: new URL(discord.url).origin, random });
  const apiUrl = `${await proxy.open()}/api`;
  const seen = new SeenPosts(discord, Ids.admin);
  const program = path.join(packageRoot, "test/prove/delivery-engine.ts");
  const stage: Stage = {
    store: reminderStore(database.queries),
    proxy,
    random,
    mostAliveMs: options.isQuick ? MOST_ALIVE_QUICK_MS : MOST_ALIVE_MS,
    given: [],
    spare: (channels) => new Spare([program, url, apiUrl, discord.token, ...channels]),
  };
  try {
    proxy.share = FAULTY;
    await killOften(stage, kills);
    proxy.share = 0;
    const unsettled = await settle(stage, database);
    const missing = await missingOf(stage, seen);
    const faults = [...proxy.met.values()].reduce((sum, count) => sum + count, 0);
    const sentence =
      `${kills} kill -9, ${faults} of ${proxy.requests} requests gone wrong, ${stage.given.length} reminders ` +
      `stored (${stage.given.length - kills * SLOTS_A_ROUND} of them by what was killed): ` +
      `${missing.slots} slots lost, ${missing.rows} reminders lost, ${seen.doubled} doubled, ` +
      `${unsettled.length} not written down${wordsOf(unsettled)}`;
    return { sentence, failed: missing.slots + missing.rows + seen.doubled + unsettled.length };
  } finally {
    seen.stop();
    await proxy.close();
    await discord.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The next process gets ready while the one before it is alive. */
async function killOften(stage: Stage, kills: number): Promise<void> {
  let next = stage.spare(CHANNELS);
  for (let kill = 0; kill < kills; kill += 1) {
    // Half of them as far from Discord as it is; now and then a request that is never answered.
    stage.proxy.latencyMs = kill % 2 === 0 ? 0 : LATENCY_MS;
    if (kill % HANGS_EVERY === 0) stage.proxy.hangs = () => true;
    await addReminders(stage, kill);
    const victim = next;
    next = stage.spare(CHANNELS);
    victim.begin();
    if (stage.random.below(100) >= KILLED_EARLY) await victim.started();
    await wait(stage.random.below(stage.mostAliveMs));
    stage.given.push(...madeBy(await victim.kill()));
  }
  await next.kill();
}

/** Reminders that are due while the engine starts and runs. */
async function addReminders({ store, random, given, mostAliveMs }: Stage, round: number): Promise<void> {
  for (let index = 0; index < SLOTS_A_ROUND; index += 1) {
    const slot = Date.now() + random.below(mostAliveMs);
    const one = { id: `r${round}-${index}`, target: random.pick(CHANNELS), slot };
    await addReminder(store, one);
    given.push(one);
  }
}

function madeBy(lines: readonly string[]) {
  return lines.flatMap((line) => {
    const [word, id = "", target = "", slot] = line.split(" ");
    return word === "made" ? [{ id, target, slot: Number(slot) }] : [];
  });
}

/**
 * Lets an engine run undisturbed until nothing waits; gives what became of those that were not posted. It makes no
 * reminders of its own: there would be a moment without any by chance alone.
 */
async function settle({ store, spare }: Stage, { queries }: Database): Promise<readonly string[]> {
  const engine = spare([]);
  engine.begin();
  const until = Date.now() + SETTLED_WITHIN_MS;
  const isBusy = async () => ((await store.occurrences.nextAt()) ?? Infinity) < Date.now() + SOON_MS;
  while (Date.now() < until && (await isBusy())) await wait(50);
  await engine.kill();
  const left = queries.selectFrom("deliveries").select(["state", "code"]).where("state", "<>", "sent");
  return (await left.execute()).map(({ state, code }) => `${state} ${code ?? ""}`.trim());
}

const wordsOf = (states: readonly string[]) =>
  states.length === 0 ? "" : ` (${[...new Set(states)].join(", ")})`;

/** Slots that have come and were not posted, and reminders that are not there with the slot they had. */
async function missingOf({ store, given }: Stage, seen: SeenPosts) {
  const missing = { slots: 0, rows: 0 };
  for (const one of given) {
    const row = await store.reminders.find(one.id);
    const isToCome = one.slot > Date.now() + SOON_MS;
    if (row === undefined || (isToCome && row.next_slot !== one.slot)) missing.rows += 1;
    if (!isToCome && seen.countOf(keyOf(one)) === 0) missing.slots += 1;
  }
  return missing;
}
