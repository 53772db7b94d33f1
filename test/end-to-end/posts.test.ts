import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { messagesFor } from "../../src/messages/catalog.ts";
import { english } from "../../src/messages/en.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { Member, textOf } from "../support/member.ts";
import type { Program } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";

/** Stands above the list of a post. */
const COMING = "Coming: ";

let stage: ProgramStage;
let bot: Program;
let admin: Member;

beforeAll(async () => {
  stage = await stageProgram();
  await stage.local.setRateLimits({ mode: "off" });
  bot = await stage.startMilepost();
  admin = new Member(stage.local, { as: Ids.admin, channel: Ids.botCommands });
});

afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
});

/** How many messages in a channel say this. */
async function timesIn(channel: string, words: string, as: string = Ids.admin): Promise<number> {
  const seen = await stage.local.history({ as, channel, limit: 100 });
  return seen.filter(({ isEphemeral, message }) => !isEphemeral && JSON.stringify(message).includes(words))
    .length;
}

/** How many messages show what is trending without having been asked. */
async function boards(): Promise<number> {
  const seen = await stage.local.history({ as: Ids.admin, channel: Ids.botCommands, limit: 100 });
  const posted = seen.filter(({ interactionId }) => interactionId === undefined);
  return posted.filter((one) => textOf(one).includes("The Weekly Vigil")).length;
}

/** What is due later is due now, for whoever starts. */
async function bringForward(): Promise<void> {
  const database = await openDatabase({ url: stage.env["DATABASE_URL"] ?? "", isOwner: false });
  const now = Date.now();
  const [date = "", time = ""] = new Date(now).toISOString().split("T");
  const rule = JSON.stringify({ kind: "once", zone: "UTC", date, time: time.slice(0, 5) });
  await database.queries
    .updateTable("reminders")
    .set({ next_slot: now, rule })
    .where("next_slot", ">", now)
    .execute();
  await database.close();
}

describe("what the program posts", () => {
  it("is the test of a reminder that was asked for", async () => {
    const reminder = await admin.run("remind new", { what: "Water the plants", when: "in 2 hours" });
    expect(textOf(await admin.run("remind list"))).toContain("Water the plants");
    await admin.press(reminder, english.shared.buttons.test);
    const { id: channel } = await stage.local.openDm({ as: Ids.admin });
    await expect.poll(() => timesIn(channel, "Water the plants")).toBe(1);
  });

  it("is an announcement where an admin wants it", async () => {
    const panel = await admin.run("announce new", { what: "Raid night", when: "in 2 hours" });
    await admin.press(panel, english.shared.buttons.test);
    await expect.poll(() => timesIn(Ids.botCommands, "Raid night")).toBe(1);
    expect(textOf(await admin.run("announce list"))).toContain("Raid night");
  });

  it("is a board, and one alone", async () => {
    await admin.run("announce board", { what: "trending" });
    await expect.poll(boards).toBe(1);
  });

  it("is a post to sign up under, whoever presses at once, and it lists them after a kill", async () => {
    const { button } = english.announce;
    // Who asked much a moment ago is asked to wait.
    await wait(20_000);
    const panel = await admin.run("announce new", { what: "Lantern walk", when: "in 2 hours" });
    const more = await admin.press(panel, english.runtime.controls.more);
    const choice = await admin.press(more, button.title);
    await admin.fill(choice, button.signUp, { places: "2", starts: "3 hours" });
    await bot.end("SIGKILL");
    await bringForward();
    bot = await stage.startMilepost();
    const posted = async () => {
      const seen = await stage.local.history({ as: Ids.admin, channel: Ids.botCommands, limit: 100 });
      return seen.find((one) => {
        const words = textOf(one);
        return !one.isEphemeral && words.includes("Lantern walk") && words.includes(COMING);
      });
    };
    await expect.poll(posted).toBeDefined();
    const post = await posted();
    if (post === undefined) throw new Error("it was posted a moment ago");
    const people = [Ids.player, Ids.newcomer, Ids.moderator, Ids.admin];
    const pressed = await Promise.all(
      [...people, ...people].map((as) =>
        new Member(stage.local, { as, channel: Ids.botCommands }).press(post, english.posts.buttons.signUp),
      ),
    );
    // Luc reads French.
    const told = [english, messagesFor("fr")].map(({ announce }) => String(announce.signUp.told));
    const coming = pressed.filter((one) => told.some((words) => textOf(one).includes(words)));
    expect(coming).toHaveLength(4);
    await bot.end("SIGKILL");
    bot = await stage.startMilepost();
    const lists = [english.posts.signUp.coming("2", "2"), english.posts.signUp.waiting("2"), ...people];
    const missing = async () => {
      const words = textOf((await posted()) ?? post);
      return lists.filter((one) => !words.includes(one));
    };
    await expect.poll(missing).toEqual([]);
  });

  it("is what is due, once, after it was killed", async () => {
    // Somebody else: who asks much in a short time is asked to wait.
    const as = Ids.moderator;
    const ann = new Member(stage.local, { as, channel: Ids.botCommands });
    await ann.run("remind new", { what: "Feed the cat", when: "in 2 hours" });
    await bot.end("SIGKILL");
    await bringForward();
    bot = await stage.startMilepost();
    const { id: channel } = await stage.local.openDm({ as });
    await expect.poll(() => timesIn(channel, "Feed the cat", as)).toBe(1);
    expect(await bot.end()).toBe(0);
    bot = await stage.startMilepost();
    expect(await timesIn(channel, "Feed the cat", as)).toBe(1);
  });
});
