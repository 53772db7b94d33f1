import { expect, it, onTestFinished } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { reminderStore } from "../../src/features/reminders/engine/ports.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { describeOnPostgres } from "../support/databases.ts";
import { startProgram } from "../support/program.ts";
import { stageProgram } from "../support/program-harness.ts";

const SOON = { timeout: 30_000, interval: 50 };

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
  it("answers and posts, is alone on its database, and goes on where it was killed", async () => {
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

    const second = startProgram(["src/start.js"], stage.env);
    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(/^Another Milepost is using the database .*\.$/m);

    await killed.end("SIGKILL");
    await addNote(url);
    const bot = await stage.startMilepost();
    onTestFinished(() => void bot.end("SIGKILL"));
    const { id: channel } = await stage.local.openDm({ as: Ids.player });
    const arrived = async () => (await stage.local.history({ as: Ids.player, channel })).length;
    await expect.poll(arrived, SOON).toBe(1);
    expect(await run("remind", { subcommand: ["list"] })).toContain("Feed the cat");
    expect(await bot.end()).toBe(0);
  }, 90_000);
});
