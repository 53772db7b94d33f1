import { afterEach, beforeEach, expect, it } from "vitest";

import type { NewReminder } from "../../../../src/features/posts/reminder-service.ts";
import { readDatedSubjects } from "../../../../src/features/posts/content/read-dated-subjects.ts";
import { systemContext } from "../../../../src/features/posts/engine/system-context.ts";
import { MilepostError } from "../../../../src/base/errors.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import remind from "../../../../commands/remind.ts";
import { messagesFor } from "../../../../src/messages/catalog.ts";
import { markdownIn, press } from "../../../support/run-command.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { openWorld, START, type World } from "../posting-harness.ts";
import { contentOf } from "../reminder-service-harness.ts";
import type { Card } from "../../../../src/pictures/card.ts";

/** The embedded platform's next week begins on a Tuesday. */
const RESET = Date.parse("2026-11-24T17:00:00Z");
const asked = { locale: "en-US", signal: new AbortController().signal };
const atReset = { kind: "dated", thing: "reset:week", edge: "start", leadMs: 0 } as const;
const down = () => Promise.reject(new MilepostError("platform-maintenance", {}));

let world: World;
let cards: Card[];

beforeEach(async () => {
  cards = [];
  const draw = async (card: Card) => {
    cards.push(card);
    return { name: `${card.card}.png`, bytes: Buffer.from(`picture ${cards.length}`) };
  };
  world = await openWorld("neutral", { pictures: { prepare: () => {}, kept: async () => undefined, draw } });
  world.definitions.lookUp = async (table, hashes) =>
    new Map(table === "item" ? hashes.map((hash) => [hash, { name: `Prize ${hash % 9}` }]) : []);
  const context = systemContext({ services: world.services, now: START, ...asked });
  await readDatedSubjects(context);
});
afterEach(() => world.close());

function announced(more: Partial<NewReminder> = {}, every: "day" | "week" = "week"): NewReminder {
  return {
    ownerId: Ids.admin,
    guildId: Ids.harbour,
    destinations: [{ kind: "channel", target: Ids.general }],
    rule: { ...atReset, thing: `reset:${every}` },
    content: contentOf({ purpose: "announcement", subject: { kind: "reset", every }, title: "Reset" }),
    ...more,
  };
}

async function posts(channel: string = Ids.general) {
  const all = await world.discord.local.history({ as: Ids.admin, channel });
  return all.map(({ message }) => message);
}

const listOf = (text: string | null | undefined) =>
  [...(text ?? "").matchAll(/^\*\*(.+?)\*\* · /gm)].map(([, title]) => title);
const general = () => world.texts(Ids.general, Ids.admin);

it("posts what is on in the week it begins, with rewards and a picture, under one plain sentence", async () => {
  await world.reminders.service.make(announced());
  await world.at(RESET);
  const [post, ...others] = await posts();
  expect(others).toEqual([]);
  expect(post?.content).toBe("**Weekly reset** now");
  expect(cards).toMatchObject([{ card: "week" }]);
  const embed = post?.embeds[0];
  expect(embed?.image?.url).toBe(post?.attachments[0]?.url);
  expect(listOf(embed?.description).length).toBeGreaterThan(2);
  expect(embed?.description).toMatch(/^-# Rewards: Prize \d/m);
  const week = [...(embed?.description ?? "").matchAll(/Ends: <t:(\d+):R>/g)].map(([, at]) => Number(at));
  expect(week).toContain((RESET + DAY) / 1_000);
  expect(Math.min(...week) * 1_000).toBeGreaterThan(RESET);
});

it("lists what ends with the old week in a post ahead of it", async () => {
  await world.reminders.service.make(announced({ rule: { ...atReset, leadMs: 3 * HOUR } }));
  await world.at(RESET - 3 * HOUR);
  const [post = ""] = await general();
  expect(post.startsWith("**Weekly reset** in 3 hours")).toBe(true);
  const ends = [...post.matchAll(/Ends: <t:(\d+):R>/g)].map(([, at]) => Number(at) * 1_000);
  expect(ends).toContain(RESET);
  expect(Math.max(...ends)).toBe(RESET);
});

it("comes on time while the platform is down, and gets its list once by an edit", async () => {
  await world.reminders.service.make(announced());
  world.answers.milestonesPublic = down;
  world.answers.trendingList = down;
  await world.at(RESET);
  expect((await general()).map(listOf)).toEqual([[]]);
  const [before] = await posts();
  await world.at(RESET + 3 * MINUTE);
  expect((await general()).map(listOf)).toEqual([[]]);
  delete world.answers.milestonesPublic;
  delete world.answers.trendingList;
  await world.at(RESET + 6 * MINUTE);
  const [after, ...others] = await posts();
  expect(others).toEqual([]);
  expect(after?.id).toBe(before?.id);
  expect(listOf(after?.embeds[0]?.description).length).toBeGreaterThan(2);
  expect(after?.attachments).toHaveLength(1);
});

it("believes an answer only that knows the new week, and takes what there is after an hour", async () => {
  await world.reminders.service.make(announced());
  const { platform } = world.table.services;
  world.answers.milestonesPublic = async (query) => {
    const dated = await platform.milestonesPublic(query);
    const old = Object.entries(dated.data).filter(([, one]) => !(Date.parse(one.startDate ?? "") >= RESET));
    return { ...dated, data: Object.fromEntries(old) };
  };
  await world.at(RESET);
  await world.at(RESET + 5 * MINUTE);
  expect(cards.map(({ card }) => card)).toEqual(["week"]);
  await world.at(RESET + HOUR + 5 * MINUTE);
  expect(cards.length).toBeGreaterThan(1);
  expect(await general()).toHaveLength(1);
});

it("strikes what has ended, and every channel has the list", async () => {
  const both = [
    { kind: "channel", target: Ids.general },
    { kind: "channel", target: Ids.announcements },
  ] as const;
  await world.reminders.service.make(announced({ destinations: both }));
  world.answers.milestonesPublic = down;
  await world.at(RESET);
  delete world.answers.milestonesPublic;
  await world.at(RESET + 5 * MINUTE);
  for (const { target } of both) {
    const [post] = await posts(target);
    expect(listOf(post?.embeds[0]?.description).length).toBeGreaterThan(2);
  }
  const [listed = ""] = await general();
  const ends = [...listed.matchAll(/Ends: <t:(\d+):R>/g)].map(([, at]) => Number(at) * 1_000);
  await world.at(Math.min(...ends) + MINUTE);
  expect((await general())[0]).toMatch(/~~.+~~ · Ended/);
});

it("keeps its week once it is edited, and counts on from the reset", async () => {
  await world.reminders.service.make(announced());
  await world.at(RESET);
  const [listed = ""] = await general();
  const ends = [...listed.matchAll(/Ends: <t:(\d+):R>/g)].map(([, at]) => Number(at) * 1_000);
  await world.at(Math.max(...ends.filter((at) => at < RESET + 7 * DAY)) + MINUTE);
  const [edited = ""] = await general();
  expect(edited).toMatch(/~~.+~~ · Ended/);
  expect(edited.split("\n")[0]).toBe(`**Weekly reset**: <t:${RESET / 1_000}:R>`);
  const weeks = cards.flatMap((card) => (card.card === "week" ? [card.range] : []));
  expect(weeks.length).toBeGreaterThan(1);
  expect(new Set(weeks).size).toBe(1);
});

it("has no button left once all it listed has ended", async () => {
  const destinations = [{ kind: "dm", target: Ids.player }] as const;
  const content = contentOf({ subject: { kind: "reset", every: "week" }, title: "Reset" });
  const rule = { ...atReset, leadMs: 3 * HOUR };
  await world.reminders.service.make({ ownerId: Ids.player, destinations, rule, content });
  await world.at(RESET - 3 * HOUR);
  const { id } = await world.discord.local.openDm({ as: Ids.player });
  const buttons = async () => {
    const [dm] = await world.discord.local.history({ as: Ids.player, channel: id });
    return dm?.message.components?.length;
  };
  expect(await buttons()).toBe(2);
  await world.at(RESET + MINUTE);
  expect((await world.dms(Ids.player))[0]).toMatch(/~~.+~~ · Ended/);
  expect(await buttons()).toBe(0);
});

it("lists once what several posts of one moment would list", async () => {
  await world.reminders.service.make(announced());
  await world.reminders.service.make(announced({}, "day"));
  await world.at(RESET);
  await world.at(RESET + 5 * MINUTE);
  const said = await general();
  expect(said.map((post) => post.split("\n")[0])).toEqual(
    expect.arrayContaining(["**Weekly reset** now", "**Daily reset** now"]),
  );
  expect(said.filter((post) => listOf(post).length > 0)).toHaveLength(1);
  await world.at(RESET + DAY);
  const [, , daily = ""] = await general();
  const ends = [...daily.matchAll(/Ends: <t:(\d+):R>/g)].map(([, at]) => Number(at) * 1_000);
  expect(listOf(daily).length).toBeGreaterThan(0);
  expect(ends.filter((at) => at > RESET + 2 * DAY)).toEqual([]);
});

it("comes to a member's direct messages with the list in words, and no drawing", async () => {
  const destinations = [{ kind: "dm", target: Ids.player }] as const;
  const content = contentOf({ subject: { kind: "reset", every: "week" }, title: "Reset" });
  await world.reminders.service.make({ ownerId: Ids.player, destinations, rule: atReset, content });
  await world.at(RESET);
  const [dm = "", ...others] = await world.dms(Ids.player);
  expect(others).toEqual([]);
  expect(listOf(dm).length).toBeGreaterThan(2);
  expect(cards).toEqual([]);
});

it("is the same in words where no pictures are drawn", async () => {
  await world.close();
  world = await openWorld();
  await world.reminders.service.make(announced());
  await world.at(RESET);
  const [post] = await posts();
  expect(post?.attachments).toEqual([]);
  expect(listOf(post?.embeds[0]?.description).length).toBeGreaterThan(2);
});

it("shows all that a post listed, also while the platform is down, and what is on where nothing is noted", async () => {
  await world.reminders.service.make(announced());
  await world.at(RESET);
  const [post] = await posts();
  const short = listOf(post?.embeds[0]?.description);
  expect(short).toHaveLength(5);
  expect(JSON.stringify(post?.components)).toContain(messagesFor("en-US").posts.buttons.showAll);
  const [{ id } = { id: "" }] = await world.reminders.service.ofGuild(Ids.harbour);
  const shown = async (slot: number) => {
    const services = { ...world.services, reminders: world.reminders.service };
    const reply = await press(remind, services, { command: "remind", action: "listed", state: { id, slot } });
    return listOf(markdownIn(reply));
  };
  const live = await shown(RESET + 7 * DAY);
  world.answers.milestonesPublic = down;
  world.answers.trendingList = down;
  const all = await shown(RESET);
  expect(all.length).toBeGreaterThan(short.length);
  expect(all).toEqual(expect.arrayContaining(short));
  expect(live.length).toBeGreaterThan(2);
});

it("shows nothing of a reminder that lists nothing", async () => {
  const content = contentOf({
    purpose: "announcement",
    subject: { kind: "note", text: "Raid" },
    title: "Raid",
  });
  await world.reminders.service.make(announced({ content }));
  const [{ id } = { id: "" }] = await world.reminders.service.ofGuild(Ids.harbour);
  expect(await world.reminders.service.listed(id, RESET, asked.signal)).toBeUndefined();
  expect(await world.reminders.service.listed("none", RESET, asked.signal)).toBeUndefined();
});
