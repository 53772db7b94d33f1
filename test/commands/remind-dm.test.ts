import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { buttonsIn, markdownIn, seen } from "../support/run-command.ts";
import { ANN, NOW, openRemindTable, type RemindTable } from "./remind-harness.ts";
import { dated } from "../support/fake-services.ts";
import { DAY, HOUR } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

const BOB = { member: { id: "720000000000000002" } };
const SLOT = NOW + HOUR;

let table: RemindTable;
beforeEach(async () => {
  table = await openRemindTable();
  await table.create("Feed the cat", "every day 13:00");
  table.clock.at = SLOT;
});
afterEach(() => table.close());

const press = (action: string, more = {}, by = {}) =>
  table.act({ command: "remind", action, state: { id: "id1", slot: SLOT, d: "x".repeat(22), ...more } }, by);
const kept = async () => (await table.services.reminders?.find("id1")) ?? undefined;
const snoozed = async () => {
  const rows = await table.database.queries.selectFrom("occurrences").selectAll().execute();
  return rows.map(({ slot }) => slot).filter((slot) => slot > SLOT);
};

it("opens what it was about, and says what is gone", async () => {
  const show = (what: string) => table.act({ command: "remind", action: "show", state: { what } });
  const { platform } = table.services;
  const listed = { "7": { milestoneHash: 7, endDate: new Date(NOW + DAY).toISOString() } };
  Object.assign(platform, {
    offers: (operation: string) => operation === "milestones.public",
    milestonesPublic: async () => dated(listed),
  });
  expect(markdownIn(await show("milestone:7"))).toContain(`<t:${(NOW + DAY) / 1000}:`);
  expect(markdownIn(await show("milestone:8"))).toContain(english.milestones.gone.title);
  await expect(show("no key at all")).rejects.toMatchObject({ code: "bad-input" });
});

describe("the buttons under a reminder", () => {
  it.each([
    [10 * 60_000, 10 * 60_000],
    [HOUR, HOUR],
    [DAY, DAY],
    [5, 10 * 60_000],
  ])("put it off by %i ms, once however often they are pressed", async (ms, put) => {
    const replies = [];
    for (let presses = 0; presses < 3; presses += 1) replies.push(await press("snooze", { ms }));
    for (const reply of replies) expect(markdownIn(reply)).toContain(`<t:${(SLOT + put) / 1000}:R>`);
    expect(await snoozed()).toEqual([SLOT + put]);
  });

  it("say the very minute it comes again", async () => {
    table.clock.at = SLOT + 17_000;
    const reply = markdownIn(await press("snooze", { ms: HOUR }));
    const [at = 0] = await snoozed();
    expect(at).toBe(SLOT + HOUR + 60_000);
    expect(reply).toContain(`<t:${at / 1000}:t>`);
    expect(reply).toContain(`<t:${at / 1000}:R>`);
  });

  it("tell the list and the card until when it was put off, as long as that is ahead", async () => {
    const until = `snoozed until <t:${(SLOT + HOUR) / 1000}:f>`;
    const open = () => table.act({ command: "remind", action: "open", state: { id: "id1" } });
    await press("snooze", { ms: 10 * 60_000 });
    await press("snooze", { ms: HOUR });
    expect(markdownIn(await table.list())).toContain(
      `${until}, <t:${(SLOT + HOUR) / 1000}:R> · posts on <t:`,
    );
    expect(markdownIn(await open())).toContain(until);
    await press("done");
    expect(markdownIn(await table.list())).not.toContain("snoozed");
    await press("snooze", { ms: HOUR });
    await press("off");
    expect(markdownIn(await open())).not.toContain("snoozed");
    await press("again");
    expect(markdownIn(await open())).toContain(until);
    table.clock.at += HOUR;
    expect(markdownIn(await table.list())).not.toContain("snoozed");
  });

  it("say of what is off that it is off, instead of putting it off", async () => {
    await press("off");
    expect(markdownIn(await press("snooze", { ms: HOUR }))).toContain("Reminder turned off");
    expect(await snoozed()).toEqual([]);
    await press("again");
    expect(markdownIn(await press("snooze", { ms: HOUR }))).toContain("Snoozed");
  });

  it("call one that comes only once not over while it is put off, and list it by that time", async () => {
    await table.create("Tea", "in 4 minutes");
    await table.create("Walk", "every day 14:00");
    const { queries } = table.database;
    await queries
      .updateTable("reminders")
      .set({ state: "ended", next_slot: null })
      .where("id", "=", "id3")
      .execute();
    const put = { command: "remind", action: "snooze", state: { id: "id3", slot: SLOT, ms: 10 * 60_000 } };
    await table.act(put);
    const list = markdownIn(await table.list());
    expect(list).toMatch(/Tea[^]*snoozed until[^]*Walk/);
    expect(list).not.toContain(english.announce.states.ended);
    const card = await table.act({ command: "remind", action: "open", state: { id: "id3" } });
    expect(markdownIn(card)).not.toContain(english.remind.card.noNext.ended);
  });

  it("put it off until the same time on the wall tomorrow, though the clocks change", async () => {
    table.clock.at = Date.parse("2027-03-27T17:00:00Z");
    await table.services.memberSettings?.change(ANN, { zone: "Europe/Berlin" });
    const reply = await press("snooze", { ms: DAY });
    expect(markdownIn(reply)).toContain(`<t:${Date.parse("2027-03-28T16:00:00Z") / 1000}:R>`);
  });

  it("put nothing off past the end of what it is about, and offer what comes before it", async () => {
    await table.create("milestone:7", "1 day before it ends");
    const all = (await table.services.reminders?.ofMember(ANN)) ?? [];
    const id = all.find(({ content }) => content.subject.kind === "milestone")?.id ?? "";
    table.clock.at = NOW + 5 * DAY - 2 * HOUR;
    const put = (ms: number) => ({ command: "remind", action: "snooze", state: { id, slot: SLOT, ms } });
    const refused = await table.act(put(DAY));
    expect(markdownIn(refused)).toContain(`<t:${(NOW + 5 * DAY) / 1000}:R>`);
    expect(await snoozed()).toEqual([]);
    const labels = buttonsIn(refused).map(({ label }) => label);
    const { buttons } = english.posts;
    expect(labels).toEqual([buttons.snoozeShort, buttons.snoozeLong, buttons.off]);
    await table.press(refused, buttons.snoozeLong);
    expect(await snoozed()).toEqual([NOW + 5 * DAY - HOUR]);
  });

  it.each(["done", "doneOne"])(
    "end the asking again (%s), and a second press changes nothing",
    async (done) => {
      for (let presses = 0; presses < 2; presses += 1) {
        expect(markdownIn(await press(done))).toContain("Done.");
      }
      expect(await kept()).toMatchObject({ state: "active" });
    },
  );

  it.each(["off", "offOne"])(
    "switch it off (%s) and on again, however often they are pressed",
    async (off) => {
      for (let presses = 0; presses < 2; presses += 1) {
        expect(markdownIn(await press(off))).toContain("Reminder turned off");
        expect(await kept()).toMatchObject({ state: "paused" });
      }
      const on = await table.press(await press(off), english.remind.dm.again);
      expect(markdownIn(on)).toContain("turned on again");
      expect(await kept()).toMatchObject({ state: "active" });
    },
  );

  it("offer nothing to turn off once one that comes only once is done", async () => {
    await table.create("Tea", "in 4 minutes");
    const done = await table.act({ command: "remind", action: "done", state: { id: "id3", slot: SLOT } });
    expect(buttonsIn(done).map(({ label }) => label)).toEqual(["All my reminders"]);
    expect(buttonsIn(await press("done")).map(({ label }) => label)).toEqual([english.posts.buttons.off]);
  });

  it("take away what is over, with nothing left that counts", async () => {
    await table.create("Tea", "in 4 minutes");
    const { queries } = table.database;
    await queries.updateTable("reminders").set({ state: "ended" }).where("id", "=", "id3").execute();
    const off = await table.act({ command: "remind", action: "off", state: { id: "id3", slot: SLOT } });
    expect(markdownIn(off)).toContain("Reminder turned off");
    expect(buttonsIn(off).map(({ label }) => label)).toEqual(["All my reminders"]);
    expect(await table.services.reminders?.ofMember(ANN)).toHaveLength(1);
  });

  it("do not switch on what has passed while it was off", async () => {
    const card = await table.create("Tea", "in 4 minutes");
    const paused = await table.press(card, "Pause");
    table.clock.at += HOUR;
    expect(seen(await table.press(paused, "Resume"))).toContain(english.remind.refused.past.title);
    const on = await table.act({ command: "remind", action: "again", state: { id: "id3", slot: SLOT } });
    expect(seen(on)).toContain(english.remind.refused.past.title);
  });

  it("switch it off all at once without a clash", async () => {
    const replies = await Promise.all([1, 2, 3].map(() => press("off")));
    for (const reply of replies) expect(markdownIn(reply)).toContain("Reminder turned off");
  });

  it.each(["snooze", "done", "doneOne", "off", "offOne", "again"])(
    "do nothing for somebody else (%s)",
    async (action) => {
      const before = await kept();
      expect(seen(await press(action, {}, BOB))).toContain("This reminder is gone");
      expect(await kept()).toEqual(before);
      expect(await snoozed()).toEqual([]);
    },
  );

  it.each(["snooze", "done", "off", "again"])("say so when it was deleted meanwhile (%s)", async (action) => {
    await table.services.reminders?.remove("id1");
    expect(seen(await press(action))).toContain(english.remind.dm.gone);
  });

  it("open the member's own list beside the message", async () => {
    const list = await table.press(await press("off"), "All my reminders");
    expect(markdownIn(list)).toContain("Your reminders");
  });
});
