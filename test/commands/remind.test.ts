import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Reply } from "../../src/discord/reply.ts";
import { buttonsIn, callOf, markdownIn, seen, selectIn } from "./asking.ts";
import { ANN, CHANNEL, DAY, GUILD, HOUR, NOW, openRemindTable, RAID, type RemindTable } from "./reminding.ts";

const BOB = { member: { id: "720000000000000002" } };
const HERE = { place: { kind: "guild", guildId: GUILD, channelId: CHANNEL, isInstalledHere: true } } as const;
const labels = (reply: Reply) => buttonsIn(reply).map(({ label }) => label);

let table: RemindTable;
beforeEach(async () => {
  table = await openRemindTable();
});
afterEach(() => table.close());

const kept = async (memberId = ANN) => (await table.services.reminders?.ofMember(memberId)) ?? [];
const stamp = (at: number, style: "F" | "R") => `<t:${at / 1000}:${style}>`;

describe("/remind new", () => {
  it("sets what ends, and says what, when, where, how it is kept and what can be done", async () => {
    const reply = await table.create("milestone:7", "1h before it ends");
    const text = markdownIn(reply);
    const at = NOW + 5 * DAY - HOUR;
    expect(text).toContain("**Set**");
    expect(text).toContain("## The deep raid");
    expect(text).toContain("**When:** 1 hour before it ends");
    expect(text).toContain(stamp(at, "F"));
    expect(text).toContain(stamp(at, "R"));
    expect(text).toContain("your direct messages");
    expect(text).toContain("never lost");
    expect(labels(reply)).toEqual(
      expect.arrayContaining(["Edit", "Pause", "Delete", "Test now", "History", "All my reminders"]),
    );
    expect(await kept()).toMatchObject([
      {
        rule: { kind: "dated", thing: "milestone:7", edge: "end", leadMs: HOUR },
        places: [{ kind: "dm", target: ANN }],
        content: { purpose: "personal", subject: { kind: "milestone", hash: 7 } },
        nextAt: at,
      },
    ]);
  });

  it("takes a name that was typed whole, and any other text as a note", async () => {
    await table.create("the DEEP raid", "when it ends");
    await table.create("Feed the cat", "every day 18:00");
    expect((await kept()).map(({ content }) => content.subject)).toEqual([
      { kind: "milestone", hash: 7 },
      { kind: "note", text: "Feed the cat" },
    ]);
  });

  it("neutralises what a note brings along", async () => {
    const reply = await table.create("**bold** @everyone <@1> [a](http://b.example)", "every day 18:00");
    expect(markdownIn(reply)).toContain(
      "\\*\\*bold\\*\\* @\u200Beveryone \\<@1\\> \\[a\\](http\\://b.example)",
    );
  });

  it("shows the next five of what comes again, and says where a clock change moves one", async () => {
    table.clock.at = Date.parse("2027-03-25T12:00:00Z");
    await table.services.memberSettings?.change(ANN, { zone: "Europe/Berlin" });
    const reply = await table.create("Check the shop", "every day 2:30");
    const shown = markdownIn(reply);
    const times = [...shown.matchAll(/<t:(\d+):F>/g)].map(([, seconds]) =>
      new Date(Number(seconds) * 1000).toISOString(),
    );
    expect(times).toEqual([
      "2027-03-26T01:30:00.000Z",
      "2027-03-27T01:30:00.000Z",
      "2027-03-28T01:00:00.000Z",
      "2027-03-29T00:30:00.000Z",
      "2027-03-30T00:30:00.000Z",
    ]);
    expect(shown).toMatch(/<t:1806195600:F>.*\(.*(skip|change|clock).*\)/);
    expect(shown).toContain("Times are in Europe/Berlin, your own zone.");
  });

  it.each([
    ["the member's own", { zone: "Asia/Tokyo" }, { zone: "Europe/Berlin" }, "Asia/Tokyo, your own zone", 9],
    [
      "the server's where they have none",
      {},
      { zone: "Europe/Berlin" },
      "Europe/Berlin, this server's zone",
      17,
    ],
    ["UTC where nobody chose one", {}, {}, "UTC, because you have set no zone", 18],
  ])("means times in %s zone, and says so", async (_, own, guild, said, hour) => {
    await table.services.memberSettings?.change(ANN, own);
    table.guild = { revision: 1, ...guild };
    const reply = await table.create("Feed the cat", "tomorrow 18:00", HERE);
    expect(markdownIn(reply)).toContain(said);
    expect((await kept())[0]?.nextAt).toBe(Date.UTC(2026, 10, 21, hour));
  });

  it("asks when nothing was said about it, with what fits, and sets what is chosen", async () => {
    const asking = await table.create("milestone:7");
    expect(await kept()).toEqual([]);
    expect(selectIn(asking).entries.map(({ value }) => value)).toEqual([
      "1 hour before it ends",
      "3 hours before it ends",
      "6 hours before it ends",
      "1 day before it ends",
      "2 days before it ends",
      "when it ends",
    ]);
    expect(markdownIn(await table.choose(asking, "1 day before it ends"))).toContain("**Set**");
    expect((await kept())[0]?.nextAt).toBe(NOW + 4 * DAY);
  });

  it.each([
    ["milestone:7", "soonish", "could not be read", "1 hour before it ends"],
    ["milestone:7", "before it ends", "how long before", "1 hour before it ends"],
    ["milestone:7", "1h after it ends", "not after it", "1 hour before it ends"],
    ["Feed the cat", "1h before it ends", "no start and no end", "in 20 minutes"],
    ["Feed the cat", "tomorrow", "time of day is missing", "in 20 minutes"],
    ["Feed the cat", "2020-01-01 10:00", "has passed", "in 20 minutes"],
    ["new-entries:news", "tomorrow 18:00", "comes when it happens", "when it appears"],
  ])("loses nothing of %s, %s: it says why and lets it be mended", async (what, when, why, example) => {
    const reply = await table.create(what, when);
    expect(seen(reply)).toContain(why);
    expect(markdownIn(reply).match(/`[^`]+`/g)).toHaveLength(2);
    expect(markdownIn(reply)).toContain(`\`${example}\``);
    expect(await kept()).toEqual([]);
    const mend = callOf(reply, "Mend it");
    expect(mend).toMatchObject({ action: "fill", state: { what, when } });
    await table.submit(mend, { what: "Feed the cat", when: "every day 18:00" });
    expect(await kept()).toHaveLength(1);
  });

  it("sets what comes when it happens without a time, or in one press where a time was typed", async () => {
    await table.create("new-entries");
    const reply = await table.create("new-entries:news", "tomorrow 18:00");
    const set = await table.press(reply, "Set it like that: when it appears");
    expect(markdownIn(set)).toContain("Next: as soon as it happens.");
    expect((await kept()).map(({ rule }) => rule)).toEqual([
      { kind: "watch", what: "entries" },
      { kind: "watch", what: "entries:news" },
    ]);
  });

  it("says so when it is there already, when there are 25, when it has passed and when it is over", async () => {
    await table.create("Feed the cat", "every day 18:00");
    expect(markdownIn(await table.create("Feed the cat", "daily 18:00"))).toContain(
      "You have this one already",
    );
    expect(seen(await table.create("milestone:99", "when it ends"))).toContain("no longer lists this");
    expect(seen(await table.create("ritual:3:fair", "7 days before it starts"))).toContain(
      "Its time has passed",
    );
    for (let n = 1; n < 25; n += 1) await table.create(`note ${n}`, "every day 18:00");
    const full = await table.create("one too many", "every day 18:00");
    expect(seen(full)).toContain("all the reminders you can have");
    expect(seen(full)).toContain("That is 25");
    expect(labels(full)).toEqual(["All my reminders"]);
    expect(await kept()).toHaveLength(25);
  });

  it("never makes what comes after a length of time too early", async () => {
    table.clock.at = NOW + 30_001;
    await table.create("Tea", "in 4 minutes");
    expect((await kept())[0]?.nextAt).toBe(NOW + 5 * 60_000);
  });

  it("keeps quiet hours that were set before", async () => {
    const quiet = { zone: "UTC", from: "22:00", to: "07:00" };
    await table.services.memberSettings?.change(ANN, { quiet });
    expect(markdownIn(await table.create("Feed the cat", "every day 23:00"))).toContain(
      "Quiet from 22:00 to 07:00",
    );
    expect((await kept())[0]?.quiet).toEqual(quiet);
  });

  it("answers plainly where nothing is kept", async () => {
    const bare = await openRemindTable({ reminders: undefined });
    expect(seen(await bare.create("Tea", "in 4 minutes"))).toContain("Reminders are not kept here");
    expect(await bare.suggest("what", "")).toEqual([]);
    await bare.close();
  });
});

describe("what /remind new suggests", () => {
  it("names what is on with when it ends, then what can be watched; what is typed is a note", async () => {
    const all = await table.suggest("what", "");
    expect(all.slice(0, 4)).toEqual([
      "The deep raid (ends in 5 days) | milestone:7",
      "The autumn fair (starts in 2 days) | ritual:3:fair",
      "Weekly reset (in 4 days) | reset:week",
      "New entries of any kind | new-entries",
    ]);
    expect(await table.suggest("what", "raid")).toEqual([
      "The deep raid (ends in 5 days) | milestone:7",
      "A note: raid | raid",
    ]);
    expect((await table.suggest("what", "x".repeat(150))).length).toBe(0);
  });

  it("offers times that fit what was chosen, and says what a typed one means", async () => {
    const fitting = await table.suggest("when", "", { what: "ritual:3:fair" });
    expect(fitting[0]).toBe("when it starts | when it starts");
    expect(fitting.length).toBeLessThanOrEqual(25);
    expect(await table.suggest("when", "", { what: "Feed the cat" })).toContain(
      "every day 18:00 | every day 18:00",
    );
    expect(await table.suggest("when", "", { what: "new-entries" })).toEqual([
      "when it appears | when it appears",
    ]);
    expect((await table.suggest("when", "tomorrow 6pm", { what: "Feed the cat" }))[0]).toBe(
      "tomorrow 6pm: 2026-11-21 18:00 | tomorrow 6pm",
    );
    expect((await table.suggest("when", "gibberish", { what: "milestone:7" }))[0]).toContain(
      "before it ends",
    );
  });

  it("suggests nothing that could not be set", async () => {
    for (const what of ["milestone:7", "ritual:3:fair", "reset:week", "Feed the cat", "new-entries"]) {
      for (const line of await table.suggest("when", "", { what })) {
        const reply = await table.create(what, line.split(" | ")[1]);
        expect(markdownIn(reply)).toMatch(/\*\*(Set|You have this one already)\*\*/);
        for (const { id } of await kept()) await table.services.reminders?.remove(id);
      }
    }
  });
});

describe("a reminder that is there", () => {
  let card: Reply;
  beforeEach(async () => {
    card = await table.create("Feed the cat", "every day 18:00");
  });

  it("is paused and goes on", async () => {
    const paused = await table.press(card, "Pause");
    expect(markdownIn(paused)).toContain("It is paused");
    expect((await kept())[0]?.state).toBe("paused");
    await table.press(paused, "Resume");
    expect((await kept())[0]?.state).toBe("active");
  });

  it("is not changed by a button from before another change", async () => {
    await table.press(card, "Ask again until done");
    const late = await table.press(card, "Pause");
    expect(markdownIn(late)).toContain("It was changed meanwhile");
    expect((await kept())[0]?.state).toBe("active");
  });

  it("is asked about again until done, or only once", async () => {
    const again = await table.press(card, "Ask again until done");
    expect(markdownIn(again)).toContain("Asked again every 1 hour until you press Done, 5 times at most.");
    expect((await kept())[0]?.content.repeat).toEqual({ everyMs: HOUR, most: 5 });
    await table.press(again, "Ask only once");
    expect((await kept())[0]?.content.repeat).toBeUndefined();
  });

  it("is edited with what stands there already, and what can't be read changes nothing", async () => {
    const edit = callOf(card, "Edit");
    expect(edit.state).toMatchObject({ what: "Feed the cat", when: "every day 18:00" });
    const unclear = await table.submit(edit, { what: "Feed the cat", when: "sometime" });
    expect(callOf(unclear, "Mend it")).toMatchObject({
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
    expect(markdownIn(late)).toContain("It was changed meanwhile");
    expect((await kept())[0]?.content.title).toBe("Feed both cats");
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
    expect(markdownIn(await table.press(card, "Test now"))).toContain("https://discord.com/channels/@me/8/9");
    table.tested = { kind: "refused", code: 50_007, status: 403 };
    const closed = await table.press(card, "Test now");
    expect(seen(closed)).toContain("Direct Messages on");
    expect(labels(closed)).toContain("Try again");
    table.tested = { kind: "nothing-to-say", reason: "maintenance" };
    expect(seen(await table.press(card, "Test now"))).toContain("the platform is in maintenance");
    table.tested = { kind: "nothing-to-say", reason: "constructor" };
    expect(seen(await table.press(card, "Test now"))).toContain("nothing to post right now");
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
    expect(seen(await table.list(BOB))).toContain("You have none");
  });

  it("moves to a channel only where admins allow it, and back", async () => {
    expect(
      labels(await table.act({ command: "remind", action: "open", state: { id: "id1" } }, HERE)),
    ).not.toContain("Post it in this channel instead");
    table.guild = { memberRemindersIn: [CHANNEL] };
    const here = await table.act({ command: "remind", action: "open", state: { id: "id1" } }, HERE);
    const moved = await table.press(here, "Post it in this channel instead", HERE);
    expect(markdownIn(moved)).toContain(`<#${CHANNEL}>`);
    expect((await kept())[0]?.places).toMatchObject([{ kind: "channel", target: CHANNEL }]);
    await table.press(moved, "Send it to my DMs instead", HERE);
    expect((await kept())[0]?.places).toMatchObject([{ kind: "dm", target: ANN }]);
    table.guild = {};
    expect(seen(await table.press(here, "Post it in this channel instead", HERE))).toContain(
      "have not allowed it",
    );
    expect((await kept())[0]?.places).toMatchObject([{ kind: "dm", target: ANN }]);
  });
});

describe("/remind list", () => {
  it("shows what comes next first, in pages, and opens one", async () => {
    for (let n = 1; n <= 7; n += 1) await table.create(`note ${n}`, `in ${8 - n} hours`);
    const list = await table.list();
    expect(markdownIn(list)).toContain("7 of 25");
    expect(markdownIn(list)).toMatch(/note 7[^]*note 6[^]*note 3/);
    expect(markdownIn(list)).not.toContain("note 2");
    expect(markdownIn(await table.press(list, "Next"))).toContain("note 1");
    const [first] = selectIn(list).entries;
    expect(markdownIn(await table.choose(list, first?.value ?? ""))).toContain("## note 7");
  });

  it("says of closed direct messages how to open them, and tries again", async () => {
    await table.create("Feed the cat", "every day 18:00");
    const { queries } = table.database;
    await queries.updateTable("destinations").set({ state: "paused", reason: "50007", since: NOW }).execute();
    const list = await table.list();
    expect(seen(list)).toContain("Discord refuses my direct messages to you");
    await table.press(list, "Try again");
    expect((await kept())[0]?.places).toMatchObject([{ state: "open" }]);
  });

  it("shows what became of the last ones in plain words", async () => {
    const card = await table.create("Feed the cat", "every day 18:00");
    expect(seen(await table.press(card, "History"))).toContain("Nothing has been due yet");
    const { queries } = table.database;
    const slot = NOW + 6 * HOUR;
    const [{ id: place } = { id: "" }] = await queries.selectFrom("destinations").select("id").execute();
    for (const [n, row] of [
      { state: "sent" as const, settled_at: slot + 42 * 60_000, channel_id: "8", message_id: "9" },
      { state: "skipped" as const, settled_at: slot, code: "50007" },
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
    expect(history).toContain("Discord refuses my direct messages to you");
  });
});
