import { afterEach, beforeEach, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { fillReminders } from "../bench/fill.ts";
import { type Program, startProgram } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";

const SOON = { interval: 50 };

let stage: ProgramStage;
let bot: Program | undefined;

beforeEach(async () => {
  stage = await stageProgram();
});
afterEach(async () => {
  await bot?.end();
  await stage.close();
});

/** A note that is due, in the bot's database. */
async function addNote(): Promise<void> {
  const url = stage.env["DATABASE_URL"] ?? "";
  await (await openDatabase({ url })).close();
  const slot = Date.now();
  const due = new Date(slot).toISOString();
  const rule = { kind: "once", zone: "UTC", date: due.slice(0, 10), time: due.slice(11, 16) };
  const subject = { kind: "note", text: "Water the plants" };
  const content = { purpose: "personal", subject, title: "Water the plants", locale: "en-US", zone: "UTC" };
  const person = { ownerId: Ids.player, kind: "dm", target: Ids.player } as const;
  fillReminders(url.replace("file:", ""), [{ id: "note", ...person, slot, rule, content }]);
}

it("what is due is posted while the bot can't log in", async () => {
  await addNote();
  const { local, env } = stage;
  await local.addFault({ kind: "answer", route: "GET /gateway/bot", status: 503, times: 100_000 });
  bot = startProgram(["src/start.js"], env);
  const { id: channel } = await local.openDm({ as: Ids.player });
  const arrived = async () => (await local.history({ as: Ids.player, channel })).length;
  await expect.poll(arrived, SOON).toBe(1);
  expect((await local.state()).sessions.filter((session) => session.isConnected)).toEqual([]);
});
