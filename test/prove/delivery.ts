import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { packageRoot } from "../../src/base/package-root.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { type ReminderStore, reminderStore } from "../../src/reminders/ports.ts";
import { Random } from "./random.ts";
import type { Proof } from "./run.ts";

const FAULTY = 0.15;
const SLOTS_A_ROUND = 4;
const CHANNELS = [Ids.general, Ids.botCommands, Ids.announcements, Ids.late];
const POST = "POST /channels/*/messages";
const MOST_ALIVE_MS = 700;
const SETTLED_WITHIN_MS = 120_000;

interface Stage {
  readonly url: string;
  readonly store: ReminderStore;
  readonly discord: LocalDiscord;
  readonly random: Random;
  /** How often each occurrence was seen posted, by channel. */
  readonly seen: Map<string, number>;
}

interface Size {
  readonly kills: number;
}

/** The engine killed at random moments, over a network where 15% of the posts go wrong. */
export async function delivery(options: { readonly isQuick: boolean } & Partial<Size>): Promise<Proof> {
  const kills = options.kills ?? (options.isQuick ? 100 : 1_000);
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-delivery-"));
  const url = `file:${folder}/test.db`;
  const database = await openDatabase({ url, isOwner: false });
  const discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog, rateLimits: "off" });
  const store = reminderStore(database.queries);
  const stage: Stage = { url, store, discord, random: new Random(23), seen: new Map() };
  const stopWatching = discord.listen(Ids.admin, (event) => {
    if (event.type !== "message") return;
    const { channelId, message } = event.seen;
    for (const line of message.content.split("\n")) {
      const key = `${channelId} ${line}`;
      stage.seen.set(key, (stage.seen.get(key) ?? 0) + 1);
    }
  });
  try {
    const expected: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      expected.push(...(await addReminders(stage, kill)));
      await addFaults(stage);
      await runAndKill(stage);
    }
    await discord.local.clearFaults({});
    const unsettled = await settle(stage, database.queries);
    const lost = expected.filter((key) => !stage.seen.has(key)).length;
    const doubled = [...stage.seen.values()].filter((count) => count > 1).length;
    const sentence =
      `${kills} kill -9 with ${FAULTY * 100}% faults, ${expected.length} slots: ` +
      `${lost} lost, ${doubled} doubled, ${unsettled} not written down`;
    return { sentence, failed: lost + doubled + unsettled };
  } finally {
    stopWatching();
    await discord.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reminders that are due while the engine starts and runs; each stored before it is counted on. */
async function addReminders({ store, random }: Stage, round: number): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < SLOTS_A_ROUND; index += 1) {
    const id = `r${round}-${index}`;
    const slot = Date.now() + random.below(MOST_ALIVE_MS);
    const target = random.pick(CHANNELS);
    await store.reminders.add(
      {
        id,
        owner_id: Ids.admin,
        editor_id: Ids.admin,
        guild_id: Ids.harbour,
        state: "active",
        rule: '{"kind":"watch","what":"proof"}',
        content: "",
        quiet: null,
        when_unsure: "at-most-once",
        revision: 1,
        next_slot: slot,
        useful_until: slot + 86_400_000,
        made_at: slot,
        changed_at: slot,
      },
      [{ id: `${id}-d`, reminder_id: id, kind: "channel", target, state: "open", since: 0, reason: null }],
    );
    keys.push(`${target} ${id}@${slot}`);
  }
  return keys;
}

/** As many as 15% of this round's posts. */
async function addFaults({ discord, random }: Stage): Promise<void> {
  for (let post = 0; post < SLOTS_A_ROUND; post += 1) {
    if (random.below(100) >= FAULTY * 100) continue;
    const kind = random.pick(["lose-answer", "cut", "answer"] as const);
    const fault = { kind, route: POST } as const;
    if (kind === "answer")
      await discord.local.addFault({
        ...fault,
        kind,
        status: random.pick([500, 502, 429]),
        retryAfterMs: 50,
      });
    else await discord.local.addFault({ ...fault, kind });
  }
}

async function runAndKill(stage: Stage): Promise<void> {
  const child = engine(stage);
  const ended = endOf(child);
  await Promise.race([startOf(child), ended]);
  await wait(stage.random.below(MOST_ALIVE_MS));
  child.kill("SIGKILL");
  await ended;
}

/** Lets an engine run undisturbed until nothing waits; gives how many deliveries still do. */
async function settle(stage: Stage, queries: Parameters<typeof reminderStore>[0]): Promise<number> {
  const child = engine(stage);
  const ended = endOf(child);
  const until = Date.now() + SETTLED_WITHIN_MS;
  while (Date.now() < until && (await stage.store.occurrences.nextAt()) !== undefined) await wait(50);
  child.kill("SIGKILL");
  await ended;
  const left = queries.selectFrom("deliveries").select("id").where("state", "<>", "sent");
  return (await left.execute()).length;
}

function engine({ url, discord }: Stage): ChildProcess {
  const program = path.join(packageRoot, "test/prove/delivery-engine.ts");
  const stdio = ["ignore", "pipe", "inherit"] as const;
  return spawn(process.execPath, [program, url, discord.url, discord.token], { stdio: [...stdio] });
}

function startOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.stdout?.once("data", () => resolve()));
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("exit", () => resolve()));
}
