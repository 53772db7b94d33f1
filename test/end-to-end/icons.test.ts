import { afterAll, beforeAll, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type BotInProcess, startBotInProcess } from "../support/bot-in-process.ts";
import { Member } from "../support/member.ts";
import { componentsIn } from "../support/walk-views.ts";

const TRIES = 100;
const PAUSE_MS = 200;

let bot: BotInProcess;

beforeAll(async () => {
  bot = await startBotInProcess();
});
afterAll(() => bot.close());

it("shows the platform's icons in lists once they are uploaded, and answers before", async () => {
  const ann = new Member(bot.local, { as: Ids.player, channel: Ids.general });
  const iconsOf = async () => {
    bot.pass(20_000);
    const shown = await ann.run("milestones");
    return componentsIn(shown).flatMap(({ options = [] }) => options.map(({ emoji }) => emoji?.name));
  };
  const before = await iconsOf();
  expect(before.length).toBeGreaterThan(5);
  let icons = before;
  for (let tries = 0; tries < TRIES && icons.includes(undefined); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    icons = await iconsOf();
  }
  for (const icon of icons) expect(icon).toMatch(/^[A-Za-z][A-Za-z0-9_]+_mp[0-9a-f]{6}$/);
});
