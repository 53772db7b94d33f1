import { beforeEach, describe, expect, it } from "vitest";

import { ALICE, BOB, CANARY, sessionOf } from "../sessions/support.ts";

import { useBot } from "./operator.ts";

const bot = useBot();
const { milepost } = bot;
beforeEach(async () => {
  for (const member of [ALICE, BOB]) await bot.bench.store.add(sessionOf(bot.bench.place, member));
});

describe("milepost export", () => {
  it("prints what is kept of a member, and no secret", async () => {
    const { code, output } = await milepost("export", "--member", ALICE);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      discordId: ALICE,
      sessions: [{ account: { name: "Player 77" } }],
      reminders: [],
      settings: {},
    });
    expect(output).not.toContain(CANARY);
  });

  it("lists sessions of another platform unopened", async () => {
    bot.env = { ...bot.env, PLATFORM_BASE_URL: "https://other.example" };
    const { output } = await milepost("export", "--member", ALICE);
    expect(JSON.parse(output)).toMatchObject({
      sessions: [],
      unused: [{ origin: "https://portal.example" }],
    });
  });
});

describe("milepost forget", () => {
  it("deletes what is kept of a member beside a running bot, and nobody else's", async () => {
    expect(await milepost("forget", "--member", ALICE)).toEqual({
      code: 0,
      output: "Deleted: 1 session, 0 snapshots, 0 reminders.\n",
    });
    expect(await bot.bench.store.list(ALICE)).toEqual([]);
    expect(await bot.bench.store.list(BOB)).toHaveLength(1);
  });
});

it.each(["export", "forget"])("milepost %s says how it is called", async (name) => {
  for (const args of [[], ["--member"], ["--member", "Alice"], ["--member", ALICE, "now"]]) {
    const { code, output } = await milepost(name, ...args);
    expect([code, output]).toEqual([2, expect.stringMatching(`^Usage: milepost ${name} --member ID`)]);
  }
});
