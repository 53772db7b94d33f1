import { afterEach, beforeEach, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Member } from "../support/member.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";
import { english } from "../../src/messages/en.ts";

const PERMISSIONS = (1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 16n) | (1n << 44n);

let stage: ProgramStage;
beforeEach(async () => {
  stage = await stageProgram({ SCHEDULED_EVENTS: "on" });
});
afterEach(() => stage.close());

it("fills a server's own calendar from the platform, once an admin wants it", async () => {
  const { local } = stage;
  const bot = await stage.startMilepost();
  const role = { server: Ids.harbour, role: Ids.harbourBotRole };
  await local.setRolePermissions({ ...role, permissions: PERMISSIONS.toString() });
  const events = async () =>
    (await local.home({ as: Ids.admin })).servers.find(({ id }) => id === Ids.harbour)?.events ?? [];
  expect(await events()).toEqual([]);
  const admin = new Member(local, { as: Ids.admin, channel: Ids.general });
  const overview = await admin.press(await admin.run("setup"), "Show overview");
  const panel = await admin.choose(overview, english.setup.open, "posts");
  await admin.press(panel, "Add to server events");
  await expect.poll(async () => (await events()).length).toBeGreaterThan(2);
  const first = await events();
  await bot.end();
  const again = await stage.startMilepost();
  await admin.run("setup");
  const later = await events();
  expect(later.map(({ id }) => id)).toEqual(expect.arrayContaining(first.map(({ id }) => id)));
  // It may have been ended while it filled: the rest follows. Nothing is there twice, though milestones trend, too.
  const things = later.map(({ name, endsAt }) => `${name} ${endsAt}`);
  expect(new Set(things).size).toBe(things.length);
  await again.end();
});
