import { afterEach, beforeEach, expect, it } from "vitest";

import { type Subject, subjectKey } from "../../../../src/schedule/subject.ts";
import type { NewReminder } from "../../../../src/features/posts/reminder-service.ts";
import { readDatedSubjects } from "../../../../src/features/posts/content/read-dated-subjects.ts";
import { systemContext } from "../../../../src/features/posts/engine/system-context.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { openWorld, START, type World } from "../posting-harness.ts";
import { contentOf } from "../reminder-service-harness.ts";
import type { Card } from "../../../../src/pictures/card.ts";

const asked = { locale: "en-US", signal: new AbortController().signal };
const agenda: Subject = { kind: "agenda", every: "day" };

let world: World;
let cards: Card[];

beforeEach(async () => {
  cards = [];
  const draw = async (card: Card) => {
    cards.push(card);
    return { name: `${card.card}.png`, bytes: Buffer.from(`picture ${cards.length}`) };
  };
  world = await openWorld("neutral", { pictures: { prepare: () => {}, kept: async () => undefined, draw } });
  world.definitions.lookUp = async (_, hashes) =>
    new Map(
      hashes.map((hash) => [hash, { name: `Thing ${hash}`, iconUrl: "https://content.example/i.png" }]),
    );
  const context = systemContext({ services: world.services, now: START, ...asked });
  await readDatedSubjects(context);
});
afterEach(() => world.close());

/** An hour after the start. */
const soon = { kind: "once", zone: "UTC", date: "2026-11-20", time: "13:00" } as const;

function announced(subject: Subject, rule: NewReminder["rule"]): NewReminder {
  return {
    ownerId: Ids.admin,
    guildId: Ids.harbour,
    destinations: [{ kind: "channel", target: Ids.general }],
    rule,
    content: contentOf({ purpose: "announcement", subject, title: "What's on" }),
  };
}

async function messages(channel: string = Ids.general, as: string = Ids.admin) {
  const all = await world.discord.local.history({ as, channel });
  return all.map(({ message }) => message);
}

it("a list of what is on comes with its days as a picture, the same in words beside it", async () => {
  await world.reminders.service.make(announced(agenda, soon));
  await world.at(START + HOUR);
  const [post, ...others] = await messages();
  expect(others).toEqual([]);
  expect(cards).toMatchObject([{ card: "week" }]);
  const [picture] = post?.attachments ?? [];
  expect(post?.embeds[0]?.image?.url).toBe(picture?.url);
  const [card] = cards;
  for (const { name } of card?.card === "week" ? card.rows : []) {
    expect(picture?.description).toContain(name);
    expect(post?.embeds[0]?.description).toContain(name);
  }
});

it("what has ended leaves the picture by an edit, which puts one picture in the place of the other", async () => {
  await world.reminders.service.make(announced(agenda, soon));
  await world.at(START + HOUR);
  const [before] = await messages();
  const [first] = cards;
  if (first?.card !== "week") throw new Error("no week");
  const end = Math.min(...first.rows.map(({ to }) => to));
  const today = Math.floor((START + HOUR) / DAY) * DAY;
  await world.at(today + end * DAY + MINUTE);
  const [after] = await messages();
  expect(after?.id).toBe(before?.id);
  expect(after?.attachments).toHaveLength(1);
  expect(after?.embeds[0]?.image?.url).toBe(after?.attachments[0]?.url);
  const last = cards.at(-1);
  const gone = first.rows.filter(({ to }) => to <= end).map(({ name }) => name);
  const left = last?.card === "week" ? last.rows.map(({ name }) => name) : gone;
  expect(left.filter((name) => gone.includes(name))).toEqual([]);
});

it.each([
  ["an event", "ritual", { isIcon: false }],
  ["a milestone, which has an icon alone,", "milestone", { isIcon: true }],
] as const)("%s is announced with its card, and is words alone once it has ended", async (_, kind, look) => {
  const things = await world.reminders.service.datedSubjects(asked);
  const event = things.find(({ subject, endAt }) => subject.kind === kind && (endAt ?? 0) > START + 2 * HOUR);
  const thing = event && subjectKey(event.subject);
  if (event?.endAt === undefined || thing === undefined) throw new Error("no event");
  const rule = { kind: "dated", thing, edge: "end", leadMs: HOUR } as const;
  await world.reminders.service.make(announced(event.subject, rule));
  await world.at(event.endAt - HOUR);
  const [post] = await messages();
  expect(cards).toMatchObject([{ card: "event", title: event.label, ...look }]);
  expect(post?.attachments).toHaveLength(1);
  expect(post?.attachments[0]?.description).toContain(event.label);
  const [card] = cards;
  expect(post?.content).toContain(event.label);
  expect(post?.embeds[0]?.description ?? "").toContain(card?.card === "event" ? (card.tagline ?? "") : "-");
  expect(JSON.stringify(post?.embeds[0]?.fields)).toContain(`<t:${event.endAt / 1000}:`);
  await world.at(event.endAt + MINUTE);
  const [ended] = await messages();
  expect(ended?.attachments).toEqual([]);
  expect(ended?.embeds[0]?.image).toBeUndefined();
});

it("a member's own reminder needs no drawing", async () => {
  const { endAt = 0, subject } =
    (await world.reminders.service.datedSubjects(asked)).find(({ subject: one }) => one.kind === "ritual") ??
    {};
  if (subject?.kind !== "ritual") throw new Error("no event");
  const rule = {
    kind: "dated",
    thing: `ritual:${subject.type}:${subject.id}`,
    edge: "end",
    leadMs: HOUR,
  } as const;
  const content = contentOf({ subject, title: "Mine" });
  const destinations = [{ kind: "dm", target: Ids.player }] as const;
  await world.reminders.service.make({ ownerId: Ids.player, destinations, rule, content });
  await world.at(endAt - HOUR);
  expect(await world.dms(Ids.player)).toHaveLength(1);
  expect(cards).toEqual([]);
});
