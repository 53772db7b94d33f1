import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { addKey } from "../../src/sessions/keyring/keyring-changes.ts";
import { allNodeKeys } from "../../src/sessions/keyring/node-keys.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { openCutter } from "../support/cut-connections.ts";
import { describeOnPostgres } from "../support/databases.ts";
import { stageProgram } from "../support/program-harness.ts";

/** A note that is due now, written beside the running bot. */
async function addNote(url: string): Promise<void> {
  const database = await openDatabase({ url, isOwner: false });
  const now = Date.now();
  const due = new Date(now).toISOString();
  const subject = { kind: "note", text: "Water the plants" };
  const row = {
    id: "note",
    owner_id: Ids.player,
    editor_id: Ids.player,
    guild_id: null,
    state: "active" as const,
    rule: JSON.stringify({ kind: "once", zone: "UTC", date: due.slice(0, 10), time: due.slice(11, 16) }),
    content: JSON.stringify({ purpose: "personal", subject, title: "", locale: "en-US", zone: "UTC" }),
    quiet: null,
    when_unsure: "at-least-once" as const,
    revision: 1,
    next_slot: now,
    useful_until: Number.MAX_SAFE_INTEGER,
    made_at: now,
    changed_at: now,
  };
  const to = { id: "to", reminder_id: "note", kind: "dm" as const, target: Ids.player, since: now };
  await reminderStore(database.queries).reminders.add(row, [{ ...to, state: "open" }]);
  await database.close();
}

describeOnPostgres("the program", (urls) => {
  it("answers and posts, and another one beside it goes on where it is killed", async () => {
    const url = await urls.fresh();
    const stage = await stageProgram({ DATABASE_URL: url });
    onTestFinished(() => stage.close());
    const killed = await stage.startMilepost();
    onTestFinished(() => void killed.end("SIGKILL"));
    const run = async (command: string, more: object) => {
      const as = { as: Ids.player, channel: Ids.general, command };
      const { interaction } = await stage.local.runCommand({ ...as, options: {}, ...more });
      return JSON.stringify(await stage.local.answer({ as: Ids.player, interaction }));
    };
    expect(await run("trending", {})).toContain("The Weekly Vigil");
    const note = { what: "Feed the cat", when: "in 2 hours" };
    expect(await run("remind", { subcommand: ["new"], options: note })).toContain("Feed the cat");

    const bot = await stage.startMilepost();
    onTestFinished(() => void bot.end("SIGKILL"));
    await killed.end("SIGKILL");
    await addNote(url);
    const { id: channel } = await stage.local.openDm({ as: Ids.player });
    const arrived = async () => (await stage.local.history({ as: Ids.player, channel })).length;
    await expect.poll(arrived).toBe(1);
    expect(await run("remind", { subcommand: ["list"] })).toContain("Feed the cat");
    expect(await bot.end()).toBe(0);
  });

  it("ends in time while its database says nothing", async () => {
    const cutter = await openCutter(await urls.fresh());
    onTestFinished(() => cutter.close());
    const stage = await stageProgram({ DATABASE_URL: cutter.url });
    onTestFinished(() => stage.close());
    const bot = await stage.startMilepost();
    onTestFinished(() => void bot.end("SIGKILL"));
    cutter.silence();
    expect(await bot.end()).toBe(0);
    expect(bot.output()).toContain("Stopped without waiting any longer");
  });

  it("ends with 78 and a sentence where its keyring loses a key that is in use", async () => {
    const url = await urls.fresh();
    const stage = await stageProgram({ DATABASE_URL: url });
    onTestFinished(() => stage.close());
    const bot = await stage.startMilepost();
    onTestFinished(() => void bot.end("SIGKILL"));
    const file = path.join(stage.folder, "keys", "keyring");
    const older = readFileSync(file);
    const database = await openDatabase({ url, isOwner: false });
    onTestFinished(() => database.close());
    const { queries } = database;
    const place = { file, isCredential: false, databaseFile: undefined };
    await addKey({ queries, place, clock: systemClock }, "mpk1");
    const used = async () => (await allNodeKeys(queries)).map(({ keys }) => keys?.has("mpk1 2"));
    await expect.poll(used).toEqual([true]);
    writeFileSync(file, older);
    expect(await bot.exited).toBe(78);
    expect(bot.output()).toMatch(/^This is not the keyring of this database: its key mpk1 2 is missing\./m);
  });
});
