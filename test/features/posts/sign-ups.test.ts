import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { NewReminder, ReminderView } from "../../../src/features/posts/reminder-service.ts";
import { md } from "../../../src/base/markdown.ts";
import { english } from "../../../src/messages/en.ts";
import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";
import { openWorld, START, type World } from "./posting-harness.ts";
import { contentOf } from "./reminder-service-harness.ts";

const SLOT = START + HOUR;
const RAID = SLOT + 3 * HOUR;
const { signUp: texts, buttons } = english.posts;
const at = (instant: number) => `<t:${instant / 1_000}:t>`;

let world: World;
let raid: ReminderView;
beforeEach(async () => {
  world = await openWorld();
  raid = await announce({ places: 1, afterMs: 3 * HOUR });
  await world.at(SLOT);
});
afterEach(() => world.close());

async function announce(signUp: object, more: Partial<NewReminder> = {}): Promise<ReminderView> {
  const made = await world.reminders.service.make({
    ownerId: Ids.admin,
    guildId: Ids.harbour,
    destinations: [{ kind: "channel", target: Ids.general }],
    rule: { kind: "weekly", zone: "UTC", time: "13:00", days: [] },
    content: contentOf({
      purpose: "announcement",
      subject: { kind: "note", text: "Raid night", isMarkdown: true },
      title: "Raid night",
      offers: { signUp },
    }),
    ...more,
  });
  if (!("reminder" in made)) throw new Error(made.kind);
  return made.reminder;
}
const post = () => ({ reminderId: raid.id, slot: SLOT });
const join = (memberId: string) =>
  world.reminders.service.signUp({ ...post(), memberId, locale: "en-US", zone: "UTC" });
const leave = (memberId: string) => world.reminders.service.leave({ ...post(), memberId });
const shown = async () => (await world.texts(Ids.general, Ids.admin)).at(-1) ?? "";

describe("a post that takes sign-ups", () => {
  it("says when it starts, and lists who comes and who waits as they press", async () => {
    expect(await shown()).toContain(texts.coming("0", "1"));
    expect(await shown()).toContain(texts.nobody);
    expect(await shown()).toContain(at(RAID));
    expect(await shown()).toContain(`[${buttons.signUp}]`);
    await join(Ids.player);
    await join(Ids.newcomer);
    await world.at(SLOT + MINUTE);
    expect(await shown()).toContain(texts.coming("1", "1"));
    expect(await shown()).toContain(`<@${Ids.player}>`);
    expect(await shown()).toContain(texts.waiting("1"));
    expect(await shown()).toContain(`<@${Ids.newcomer}>`);
    await leave(Ids.player);
    await world.at(SLOT + 2 * MINUTE);
    expect(await shown()).not.toContain(`<@${Ids.player}>`);
    expect(await shown()).not.toContain(texts.waiting("1"));
  });

  it("tells who moves up at once, and those who come 15 minutes before, and nobody else", async () => {
    await join(Ids.player);
    await join(Ids.newcomer);
    await join(Ids.admin);
    await leave(Ids.player);
    await world.at(SLOT + MINUTE);
    const moved = await world.dms(Ids.newcomer);
    expect(moved).toHaveLength(1);
    expect(moved[0]).toContain(String(texts.movedUp(md`Raid night`)));
    await world.at(RAID - 15 * MINUTE);
    const [, before, ...more] = await world.dms(Ids.newcomer);
    expect(before).toContain("**Raid night** starts in 15 minutes");
    expect(more).toEqual([]);
    expect(await world.dms(Ids.admin)).toEqual([]);
    expect(await world.dms(Ids.player)).toEqual([]);
  });

  it("closes when it starts: the list stays, the button goes, and nobody joins or leaves", async () => {
    await join(Ids.player);
    await world.at(RAID);
    expect(await shown()).toContain(`<@${Ids.player}>`);
    expect(await shown()).not.toContain(`[${buttons.signUp}]`);
    expect(await join(Ids.newcomer)).toBe("closed");
    expect(await leave(Ids.player)).toBe("closed");
  });

  it("takes them over a restart, and shows what came before it", async () => {
    await join(Ids.player);
    world.restart();
    await world.at(SLOT + MINUTE);
    expect(await shown()).toContain(`<@${Ids.player}>`);
  });

  it("keeps each post's list apart", async () => {
    await join(Ids.player);
    await world.at(SLOT + DAY);
    expect(await shown()).toContain(texts.nobody);
    expect(
      await world.reminders.service.signUp({
        reminderId: raid.id,
        slot: SLOT + DAY,
        memberId: Ids.player,
        locale: "en-US",
        zone: "UTC",
      }),
    ).toMatchObject({ comes: true });
  });

  it("no longer sends DMs for an announcement that was deleted", async () => {
    await join(Ids.player);
    await world.reminders.service.remove(raid.id);
    await world.at(RAID - 15 * MINUTE);
    expect(await world.dms(Ids.player)).toEqual([]);
    expect(await join(Ids.newcomer)).toBe("gone");
  });
});

it("what the platform dates after the post takes sign-ups until it starts", async () => {
  const signal = new AbortController().signal;
  // What takes longer than a moment is left out of a list.
  const event = await vi.waitFor(async () => {
    const things = await world.reminders.service.datedSubjects({ locale: "en-US", signal });
    const ahead = things.find(
      ({ subject, startAt = 0 }) => subject.kind === "ritual" && startAt > START + 2 * HOUR,
    );
    if (ahead?.startAt === undefined || ahead.subject.kind !== "ritual") throw new Error("no event is ahead");
    return { ...ahead, subject: ahead.subject, startAt: ahead.startAt };
  }, 60_000);
  const { type, id } = event.subject;
  raid = await announce(
    {},
    {
      rule: { kind: "dated", thing: `ritual:${type}:${id}`, edge: "start", leadMs: HOUR },
      content: contentOf({
        purpose: "announcement",
        subject: event.subject,
        title: event.label,
        offers: { signUp: {} },
      }),
    },
  );
  const slot = event.startAt - HOUR;
  await world.at(slot);
  expect(await shown()).toContain(texts.coming("0", undefined));
  const signing = { reminderId: raid.id, slot, memberId: Ids.player, locale: "en-US", zone: "UTC" };
  expect(await world.reminders.service.signUp(signing)).toMatchObject({
    comes: true,
    startAt: event.startAt,
  });
  await world.at(event.startAt - 15 * MINUTE);
  expect((await world.dms(Ids.player)).at(-1)).toContain("starts in 15 minutes");
});
