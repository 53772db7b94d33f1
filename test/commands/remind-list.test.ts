import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Reply } from "../../src/discord/reply/reply.ts";
import { buttonsIn, callOf, markdownIn, seen, selectIn } from "../support/run-command.ts";
import { ANN, CHANNEL, GUILD, NOW, openRemindTable, RAID, type RemindTable } from "./remind-harness.ts";
import { DAY, HOUR } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

const BOB = { member: { id: "720000000000000002" } };
const HERE = { place: { kind: "guild", guildId: GUILD, channelId: CHANNEL, isInstalledHere: true } } as const;
const labels = (reply: Reply) => buttonsIn(reply).map(({ label }) => label);

let table: RemindTable;
beforeEach(async () => {
  table = await openRemindTable();
});
afterEach(() => table.close());

const kept = async () => (await table.services.reminders?.ofMember(ANN)) ?? [];

describe("a reminder that is there", () => {
  let card: Reply;
  beforeEach(async () => {
    card = await table.create("Feed the cat", "every day 18:00");
  });

  it("is paused and goes on", async () => {
    const paused = await table.press(card, "Pause");
    expect(markdownIn(paused)).toContain(english.remind.card.noNext.paused);
    expect((await kept())[0]?.state).toBe("paused");
    await table.press(paused, "Resume");
    expect((await kept())[0]?.state).toBe("active");
  });

  it("is not changed by a button from before another change", async () => {
    await table.press(card, english.remind.card.buttons.repeat);
    const late = await table.press(card, "Pause");
    expect(markdownIn(late)).toContain(english.remind.card.meanwhile);
    expect((await kept())[0]?.state).toBe("active");
  });

  it("is asked about again until done, or only once", async () => {
    const again = await table.press(card, english.remind.card.buttons.repeat);
    expect(markdownIn(again)).toContain(english.remind.card.repeat("1 hour", 5));
    expect((await kept())[0]?.content.repeat).toEqual({ everyMs: HOUR, most: 5 });
    await table.press(again, english.remind.card.buttons.noRepeat);
    expect((await kept())[0]?.content.repeat).toBeUndefined();
  });

  it("is edited with what stands there already, and what can't be read changes nothing", async () => {
    const edit = callOf(card, "Edit");
    expect(edit.state).toMatchObject({ what: "Feed the cat", when: "every day 18:00" });
    const unclear = await table.submit(edit, { what: "Feed the cat", when: "sometime" });
    expect(callOf(unclear, "Change it")).toMatchObject({
      action: "edit",
      state: { when: "sometime", id: "id1" },
    });
    expect((await kept())[0]?.revision).toBe(1);
    await table.submit(edit, { what: "Feed both cats", when: "weekdays 7:30" });
    expect(await kept()).toMatchObject([
      {
        content: { title: "Feed both cats", subject: { kind: "note", text: "Feed both cats" } },
        rule: { kind: "weekly", days: [1, 2, 3, 4, 5], time: "07:30" },
      },
    ]);
    const late = await table.submit(edit, { what: "Feed nobody", when: "weekdays 7:30" });
    expect(markdownIn(late)).toContain(english.remind.card.meanwhile);
    expect((await kept())[0]?.content.title).toBe("Feed both cats");
  });

  it("keeps its date where a form gives it back as it was filled", async () => {
    const edit = callOf(await table.create("Tea with Bo", "2026-12-24 18:00"), "Edit");
    await table.submit(edit, { what: "Tea with Ann", when: "December 24, 2026 at 18:00" });
    const tea = (await kept()).find(({ content }) => content.title === "Tea with Ann");
    expect(tea?.rule).toMatchObject({ kind: "once", date: "2026-12-24", time: "18:00" });
  });

  it.each([
    ["next tuesday 20:00", { kind: "once", date: "2026-11-24", time: "21:00" }],
    ["every tuesday 20:00", { kind: "weekly", days: [2], time: "21:00" }],
  ])("keeps its day when only an hour is typed: %s", async (when, rule) => {
    const tuesday = await table.create("Water the plants", when);
    await table.submit(callOf(tuesday, "Edit"), { what: "Water the plants", when: "9 pm" });
    expect((await kept())[1]?.rule).toMatchObject(rule);
  });

  it("keeps what it is about when only its time is edited, though the platform lists it no more", async () => {
    const raid = await table.create("milestone:7", "1h before it ends");
    table.things.splice(table.things.indexOf(RAID), 1);
    await table.submit(callOf(raid, "Edit"), { what: "The deep raid", when: "2 hours before it ends" });
    expect((await kept())[1]).toMatchObject({
      content: { subject: { kind: "milestone", hash: 7 } },
      rule: { leadMs: 2 * HOUR },
    });
  });

  it("is deleted after a question only", async () => {
    const sure = await table.press(card, "Delete");
    expect(await kept()).toHaveLength(1);
    expect(markdownIn(await table.press(sure, "Keep it"))).toContain("Feed the cat");
    expect(markdownIn(await table.press(sure, "Delete it"))).toContain("Deleted: **Feed the cat**");
    expect(await kept()).toEqual([]);
    expect(seen(await table.press(card, "Pause"))).toContain("This reminder is gone");
  });

  it("is tested with the result in the same reply", async () => {
    expect(markdownIn(await table.press(card, english.shared.buttons.test))).toContain(
      "https://discord.com/channels/@me/8/9",
    );
    table.tested = { kind: "refused", reason: "dm-closed" };
    const closed = await table.press(card, english.shared.buttons.test);
    expect(seen(closed)).toContain("let Milepost DM you");
    expect(labels(closed)).toContain("Try again");
    table.tested = { kind: "nothing-to-say", reason: "maintenance" };
    expect(seen(await table.press(card, english.shared.buttons.test))).toContain(
      "The platform is in maintenance",
    );
    table.tested = { kind: "nothing-to-say", reason: "constructor" };
    expect(seen(await table.press(card, english.shared.buttons.test))).toMatch(
      /Nothing to post right now[^]*It wasn't posted/,
    );
  });

  it("belongs to whoever made it: nobody else sees, changes or deletes it", async () => {
    for (const action of [
      "open",
      "pause",
      "ask",
      "remove",
      "test",
      "history",
      "repeat",
      "skip",
      "move",
      "snooze",
      "done",
      "off",
    ]) {
      const reply = await table.act({ command: "remind", action, state: { id: "id1", slot: 1 } }, BOB);
      expect(seen(reply)).toContain("This reminder is gone");
    }
    expect(await kept()).toMatchObject([{ revision: 1, state: "active" }]);
    expect(seen(await table.list(BOB))).toContain("No reminders yet");
  });

  it("moves to a channel only where admins allow it, and back", async () => {
    expect(
      labels(await table.act({ command: "remind", action: "open", state: { id: "id1" } }, HERE)),
    ).not.toContain(english.remind.card.buttons.here);
    table.guild = { memberRemindersIn: [CHANNEL] };
    const here = await table.act({ command: "remind", action: "open", state: { id: "id1" } }, HERE);
    const moved = await table.press(here, english.remind.card.buttons.here, HERE);
    expect(markdownIn(moved)).toContain(`<#${CHANNEL}>`);
    expect(await kept()).toMatchObject([
      { destinations: [{ kind: "channel", target: CHANNEL }], guildId: GUILD },
    ]);
    await table.press(moved, english.remind.card.buttons.dm, HERE);
    expect((await kept())[0]?.destinations).toMatchObject([{ kind: "dm", target: ANN }]);
    table.guild = {};
    expect(seen(await table.press(here, english.remind.card.buttons.here, HERE))).toContain(
      english.remind.card["not-here"],
    );
    expect((await kept())[0]?.destinations).toMatchObject([{ kind: "dm", target: ANN }]);
  });
});

describe("/remind list", () => {
  it("shows what comes next first, in pages, and opens one", async () => {
    for (let n = 1; n <= 7; n += 1) await table.create(`note ${n}`, `in ${8 - n} hours`);
    const list = await table.list();
    expect(markdownIn(list)).toContain("7 of 25");
    expect(markdownIn(list)).toContain("Times are in UTC");
    expect(markdownIn(list)).toMatch(/note 7[^]*note 6[^]*note 3/);
    expect(markdownIn(list)).not.toContain("note 2");
    expect(markdownIn(await table.press(list, "Next"))).toContain("note 1");
    const [first] = selectIn(list).entries;
    expect(markdownIn(await table.choose(list, first?.value ?? ""))).toContain("## note 7");
  });

  it("tells reminders of one name apart by dates in the member's own zone", async () => {
    await table.services.memberSettings.change(ANN, { zone: "Asia/Tokyo" });
    await table.create("Tea", "in 2 hours");
    await table.create("Tea", "in 3 hours");
    const { entries } = selectIn(await table.list(HERE));
    expect(entries.map(({ date }) => date)).toEqual([
      "Nov 20, 2026, 11:00 PM (Tokyo)",
      "Nov 21, 2026, 12:00 AM (Tokyo)",
    ]);
  });

  it("says of closed direct messages how to open them, and tries again", async () => {
    await table.create("Feed the cat", "every day 18:00");
    const { queries } = table.database;
    await queries
      .updateTable("destinations")
      .set({ state: "paused", reason: "dm-closed", since: NOW })
      .execute();
    const list = await table.list();
    expect(seen(list)).toContain("let Milepost DM you");
    await table.press(list, "Try again");
    expect((await kept())[0]?.destinations).toMatchObject([{ state: "open" }]);
  });

  it("shows what became of the last ones in plain words", async () => {
    const card = await table.create("Feed the cat", "every day 18:00");
    expect(seen(await table.press(card, "History"))).toContain(english.shared.noHistory);
    const { queries } = table.database;
    const slot = NOW + 6 * HOUR;
    const [{ id: place } = { id: "" }] = await queries.selectFrom("destinations").select("id").execute();
    for (const [n, row] of [
      { state: "sent" as const, settled_at: slot + 42 * 60_000, channel_id: "8", message_id: "9" },
      { state: "skipped" as const, settled_at: slot, code: "dm-closed" },
    ].entries()) {
      const at = slot + n * DAY;
      const common = { reminder_id: "id1", slot: at, useful_until: at + DAY };
      await queries
        .insertInto("occurrences")
        .values({ ...common, state: "planned", planned_at: at })
        .execute();
      await queries
        .insertInto("deliveries")
        .values({
          ...common,
          id: `d${n}`,
          destination_id: place,
          kind: "dm",
          target: ANN,
          next_try: at,
          joins: 0,
          fence: 0,
          tries: 1,
          ...row,
        })
        .execute();
    }
    const history = markdownIn(await table.press(card, "History"));
    expect(history).toContain("42 minutes late");
    expect(history).toContain("https://discord.com/channels/@me/8/9");
    expect(history).toContain("let Milepost DM you");
  });
});
