import { afterEach, beforeEach, describe, expect, it } from "vitest";

import remind from "../../commands/remind.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { buttonsIn, callOf, markdownIn, seen, selectIn } from "../support/run-command.ts";
import { ANN, CHANNEL, GUILD, NOW, openRemindTable, RAID, type RemindTable } from "./remind-harness.ts";
import { DAY, HOUR, MINUTE } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

const HERE = { place: { kind: "guild", guildId: GUILD, channelId: CHANNEL, isInstalledHere: true } } as const;
const labels = (reply: Reply) => buttonsIn(reply).map(({ label }) => label);

let table: RemindTable;
beforeEach(async () => {
  table = await openRemindTable();
});
afterEach(() => table.close());

const kept = async () => (await table.services.reminders?.ofMember(ANN)) ?? [];
const stamp = (at: number, style: "F" | "R") => `<t:${at / 1000}:${style}>`;

describe("/remind new", () => {
  it("sets what ends, and says what, when, where, how it is kept and what can be done", async () => {
    const reply = await table.create("milestone:7", "1h before it ends");
    const text = markdownIn(reply);
    const at = NOW + 5 * DAY - HOUR;
    expect(text).toContain(`**${english.remind.card.set}**`);
    expect(text).toContain("## The deep raid");
    expect(text).toContain("**When:** 1 hour before it ends");
    expect(text).toContain(stamp(at, "F"));
    expect(text).toContain(stamp(at, "R"));
    expect(text).toContain(english.trouble.dms);
    expect(labels(reply)).toEqual(
      expect.arrayContaining([
        "Edit",
        "Pause",
        "Delete",
        english.shared.buttons.test,
        "History",
        "All my reminders",
      ]),
    );
    expect(await kept()).toMatchObject([
      {
        rule: { kind: "dated", thing: "milestone:7", edge: "end", leadMs: HOUR },
        destinations: [{ kind: "dm", target: ANN }],
        content: { purpose: "personal", subject: { kind: "milestone", hash: 7 } },
        nextAt: at,
      },
    ]);
  });

  it("waits for what a sentence names, listed or not, whenever it comes up", async () => {
    const reply = await table.create("when a ring is a reward", undefined);
    expect(markdownIn(reply)).toContain("When ring is a reward");
    await table.create("watch:news:de:Glasgarten", undefined);
    expect((await kept()).map(({ content, rule }) => [content.subject, rule])).toEqual([
      [
        { kind: "watch", of: "item", name: "ring", language: "en" },
        { kind: "watch", what: "watch:item:en" },
      ],
      [
        { kind: "watch", of: "news", name: "Glasgarten", language: "de" },
        { kind: "watch", what: "watch:news:de" },
      ],
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
    expect(shown).toContain(english.remind.card.zones.own("Berlin, UTC+1"));
  });

  it("means times in the member's own zone, whatever the server's is, and says so", async () => {
    await table.services.memberSettings.change(ANN, { zone: "Asia/Tokyo" });
    table.guild = { revision: 1, zone: "Europe/Berlin" };
    const reply = await table.create("Feed the cat", "tomorrow 18:00", HERE);
    expect(markdownIn(reply)).toContain("Tokyo, UTC+9, your time zone");
    expect((await kept())[0]?.nextAt).toBe(Date.UTC(2026, 10, 21, 9));
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
    expect(markdownIn(await table.choose(asking, "1 day before it ends"))).toContain(
      `**${english.remind.card.set}**`,
    );
    expect((await kept())[0]?.nextAt).toBe(NOW + 4 * DAY);
  });

  it.each([
    ["milestone:7", "soonish", english.remind.unclear.because.unknown, "1 hour before it ends"],
    ["milestone:7", "before it ends", english.remind.unclear.because["no-lead"], "1 hour before it ends"],
    ["milestone:7", "1h after it ends", "not after it", "1 hour before it ends"],
    ["Feed the cat", "1h before it ends", english.remind.unclear.because["no-dates"], "in 20 minutes"],
    ["Feed the cat", "before it ends", english.remind.unclear.because["no-dates"], "in 20 minutes"],
    ["Feed the cat", "25:00", english.remind.unclear.because["not-a-time"], "in 20 minutes"],
    ["Feed the cat", "2020-01-01 10:00", english.remind.unclear.because.past, "in 20 minutes"],
    ["new-entries:news", "tomorrow 18:00", "comes when it happens", "when it appears"],
  ])("loses nothing of %s, %s: it says why and lets it be mended", async (what, when, why, example) => {
    const reply = await table.create(what, when);
    expect(seen(reply)).toContain(why);
    expect(markdownIn(reply).match(/`[^`]+`/g)).toHaveLength(2);
    expect(markdownIn(reply)).toContain(`\`${example}\``);
    expect(await kept()).toEqual([]);
    const mend = callOf(reply, "Change it");
    expect(mend).toMatchObject({ action: "fill", state: { what, when } });
    const isNamed = mend.state?.["title"] !== undefined;
    expect(isNamed).toBe(/^[a-z-]+:/.test(what));
    await table.submit(mend, { what: "Feed the cat", when: "every day 18:00" });
    expect(await kept()).toHaveLength(1);
  });

  it("shows what was chosen by its name in the form, and takes it back as that", async () => {
    const { state } = callOf(await table.create("milestone:7", "soonish"), "Change it");
    expect(state).toMatchObject({ what: "milestone:7", title: "The deep raid" });
    const form = remind.modals?.["fill"];
    const asked = { messages: messagesFor, locale: "en-US", state };
    expect(form?.show(asked as never).fields).toMatchObject({
      what: { value: "The deep raid" },
      when: { value: "soonish" },
    });
    await table.submit(
      { command: "remind", action: "fill", ...(state && { state }) },
      { what: "The deep raid", when: "when it ends" },
    );
    expect((await kept())[0]?.content.subject).toEqual({ kind: "milestone", hash: 7 });
  });

  it("asks what about where that was left empty", async () => {
    const mend = { command: "remind", action: "fill", state: {} };
    const reply = await table.submit(mend, { what: " \u200B ", when: "every day 18:00" });
    expect(seen(reply)).toContain(english.remind.unclear.because["no-what"]);
    expect(callOf(reply, "Change it").state).toMatchObject({ when: "every day 18:00" });
    expect(await kept()).toEqual([]);
  });

  it("sets what comes when it happens without a time, or in one press where a time was typed", async () => {
    await table.create("new-entries");
    const reply = await table.create("new-entries:news", "tomorrow 18:00");
    const set = await table.press(reply, english.remind.unclear.instead("when it appears"));
    expect(markdownIn(set)).toContain(english.remind.card.noNext.watch);
    expect((await kept()).map(({ rule }) => rule)).toEqual([
      { kind: "watch", what: "entries" },
      { kind: "watch", what: "entries:news" },
    ]);
  });

  it("says so when it is there already, when there are 25, when it has passed and when it is over", async () => {
    await table.create("Feed the cat", "every day 18:00");
    expect(markdownIn(await table.create("Feed the cat", "daily 18:00"))).toContain(english.remind.card.same);
    expect(seen(await table.create("milestone:99", "when it ends"))).toContain("no longer lists this");
    expect(seen(await table.create("ritual:3:fair", "7 days before it starts"))).toContain(
      english.remind.refused.past.title,
    );
    for (let n = 1; n < 25; n += 1) await table.create(`note ${n}`, "every day 18:00");
    const full = await table.create("one too many", "every day 18:00");
    expect(seen(full)).toContain(english.remind.refused.full.title);
    expect(seen(full)).toContain("You can have 25 reminders.");
    expect(labels(full)).toEqual(["All my reminders", "Change it"]);
    expect(await kept()).toHaveLength(25);
  });

  it("makes what comes after a length of time neither early nor a minute late", async () => {
    table.clock.at = NOW + 30_001;
    await table.create("Tea", "in 4 minutes");
    expect((await kept())[0]?.nextAt).toBe(NOW + 31_000 + 4 * MINUTE);
  });

  it("keeps quiet hours that were set before", async () => {
    const quiet = { zone: "UTC", from: "22:00", to: "07:00" };
    await table.services.memberSettings?.change(ANN, { quiet });
    expect(markdownIn(await table.create("Feed the cat", "every day 23:00"))).toContain(
      "Quiet hours: 22:00 to 07:00",
    );
    expect((await kept())[0]?.quiet).toEqual(quiet);
  });
});

describe("how a time was read", () => {
  it.each([
    ["tmrw 6pm", "Saturday, November 21, 2026 at 6:00 PM (UTC)", "Sat, Nov 21, 6:00 PM"],
    ["6pm EST", "Friday, November 20, 2026 at 11:00 PM (UTC)", "Fri, Nov 20, 11:00 PM"],
    ["1h 30m", "in 1 hour 30 minutes, on Friday, November 20, 2026 at 1:30 PM (UTC)", "Fri, Nov 20, 1:30 PM"],
    ["first friday of the month 8pm", "first on Friday, December 4, 2026 at 8:00 PM (UTC)", "the 1st Friday"],
    ["biweekly fridays 8pm", "first on Friday, November 20, 2026 at 8:00 PM (UTC)", "every 2 weeks from"],
  ])("is shown in full before it is saved: %s", async (typed, words, phrase) => {
    const shown = await table.ask("Feed the cat", typed);
    expect(markdownIn(shown)).toContain(words);
    expect(labels(shown).slice(0, 2)).toEqual(["Set it", "Change it"]);
    expect(callOf(shown, "Change it").state).toMatchObject({ what: "Feed the cat", when: typed });
    expect(await kept()).toEqual([]);
    const card = await table.press(shown, "Set it");
    expect(markdownIn(card)).toContain(`**${english.remind.card.set}**`);
    expect(markdownIn(card)).toContain(phrase);
  });

  it.each([
    ["fr", "**samedi 21 novembre 2026 à 18:00 (UTC)**"],
    ["sv-SE", "**Saturday, November 21, 2026 at 18:00 (UTC)**"],
    ["en-GB", "**Saturday, 21 November 2026 at 18:00 (UTC)**"],
  ])("says its date in the language of its sentence, as the reader writes that: %s", async (locale, date) => {
    expect(markdownIn(await table.ask("Tea", "tmrw 6pm", { locale }))).toContain(date);
  });

  it("asks for the hour with three buttons where none was said", async () => {
    const asks = await table.ask("Feed the cat", "tomorrow morning");
    expect(labels(asks)).toHaveLength(5);
    expect(await kept()).toEqual([]);
    await table.press(asks, labels(asks)[1] ?? "");
    expect((await kept())[0]?.nextAt).toBe(Date.parse("2026-11-21T09:00Z"));
  });

  it("says an interval in words, and its first date once", async () => {
    const asks = await table.ask("Feed the cat", "every 2 weeks");
    expect(labels(asks)[0]).toBe("every 2 weeks, first on Friday, November 20, 2026 at 6:00 PM (UTC)");
    expect(markdownIn(await table.ask("Feed the cat", "biweekly fridays 8pm"))).not.toContain("2026-11-20");
    await table.press(asks, labels(asks)[0] ?? "");
    expect((await kept())[0]?.nextAt).toBe(Date.parse("2026-11-20T18:00Z"));
  });

  it("says in the suggestion that the hour is asked for", async () => {
    const [first] = await table.suggest("when", "tomorrow", { what: "Feed the cat" });
    expect(first).toMatch(/^tomorrow: .+ \| tomorrow$/);
  });

  it("keeps the zone that was said in what is suggested", async () => {
    const [first = ""] = await table.suggest("when", "every day 18:00 EST", { what: "Feed the cat" });
    expect(first.split(" | ")[1]).toBe("every day 18:00 America/New_York");
    await table.ask("Feed the cat", first.split(" | ")[1]);
    expect((await kept())[0]?.rule).toMatchObject({ kind: "weekly", zone: "America/New_York" });
  });

  it("is what is set also where its exact phrase is longer than a suggestion may be", async () => {
    const typed = "mon,tue,wed,thu,fri,sat 18:00 america/argentina/buenos_aires until dec 24";
    const [first = ""] = await table.suggest("when", typed, { what: "Feed the cat" });
    expect(first.endsWith(` | ${typed}`)).toBe(true);
    await table.create("Feed the cat", typed);
    expect((await kept())[0]?.rule).toMatchObject({
      days: [1, 2, 3, 4, 5, 6],
      zone: "America/Argentina/Buenos_Aires",
      until: Date.parse("2026-12-25T03:00Z"),
    });
  });

  it("keeps the hour that comes twice where the clocks go back", async () => {
    await table.services.memberSettings?.change(ANN, { zone: "Europe/Berlin" });
    table.clock.at = Date.parse("2027-10-30T12:00Z");
    const typed = "oct 30 2027 9:30pm est";
    const [first = ""] = await table.suggest("when", typed, { what: "Feed the cat" });
    await table.ask("Feed the cat", first.split(" | ")[1]);
    expect((await kept())[0]?.nextAt).toBe(Date.parse("2027-10-31T01:30Z"));
  });

  it("changes nothing before it was shown", async () => {
    const card = await table.create("Feed the cat", "every day 18:00");
    const { state } = callOf(card, "Edit");
    const shown = await table.act({
      command: "remind",
      action: "take",
      state: { what: "Feed the cat", when: "every day 7:00", id: state?.["id"], rev: state?.["rev"] },
    });
    expect((await kept())[0]?.rule).toMatchObject({ time: "18:00" });
    await table.press(shown, "Save it");
    expect((await kept())[0]?.rule).toMatchObject({ time: "07:00" });
  });

  it("ends what comes again with what it is about", async () => {
    await table.create("milestone:7", "every 2 hours until it ends");
    expect((await kept())[0]?.rule).toMatchObject({ kind: "interval", unit: "hour", until: NOW + 5 * DAY });
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

  it.each([
    ["the server's", "de", "en-US"],
    ["one's own", "en-US", "de"],
  ])("knows a name in %s language, too, where a reader has another", async (_, locale, guildLocale) => {
    table.names = { de: { [RAID.label]: "Die Tiefe", "Weekly reset": "Wochenwechsel" } };
    const asking = {
      locale,
      member: { locale: "de" },
      place: { kind: "guild", guildId: GUILD, guildLocale },
    } as const;
    const [raid = ""] = await table.suggest("what", "die tief", {}, asking);
    expect(raid).toContain(" | milestone:7");
    expect((await table.suggest("what", "deep raid", {}, asking))[0]).toBe(raid);
    for (const name of ["Die Tiefe", "The deep raid", "weekly reset", "my rewards to claim"])
      expect((await table.suggest("when", "", { what: name }, asking)).join()).not.toContain("20 min");
    await table.create("the deep raid", "1h before it ends", asking);
    expect((await kept()).map(({ content }) => content.subject)).toEqual([RAID.subject]);
  });

  it("names what a sentence waits for, and what the platform's definitions have by that name", async () => {
    Object.assign(table.services.platform, { offers: () => true });
    table.services.definitions.search = async (of) => (of === "item" ? ["Ring of Ash", "Nothing"] : []);
    const suggested = await table.suggest("what", "when a ring is a reward");
    expect(suggested).toEqual([
      "When ring is a reward | watch:item:en:ring",
      "When Ring of Ash is a reward | watch:item:en:Ring of Ash",
    ]);
    expect(await table.suggest("what", "ring")).toEqual([
      "A note: ring | ring",
      "When Ring of Ash is a reward | watch:item:en:Ring of Ash",
      "When ring is in the news | watch:news:en:ring",
      "When ring is a reward | watch:item:en:ring",
      "When ring is a modifier | watch:modifier:en:ring",
      "When ring returns | watch:milestone:en:ring",
      "When ring shares a creation | watch:creation:en:ring",
    ]);
  });

  it("says how far away that is in the case the reader's language asks for", async () => {
    const [ends] = await table.suggest("what", "", {}, { locale: "de" });
    expect(ends).toContain("(endet in 5 Tagen)");
  });

  it("suggests the next start of what comes again by itself, while it is on", async () => {
    const fair = { ...RAID, label: "The monthly fair", everyMs: 28 * DAY };
    table.things.splice(0, table.things.length, fair);
    const fitting = await table.suggest("when", "", { what: "milestone:7" });
    expect(fitting.join("\n")).toContain("when it starts, on Wednesday, December 16, 2026");
    table.things.splice(0, 1, RAID);
    expect((await table.suggest("when", "", { what: "milestone:7" })).join()).not.toContain("when it starts");
  });

  it("offers times that fit what was chosen, and says what a typed one means", async () => {
    const fitting = await table.suggest("when", "", { what: "ritual:3:fair" });
    expect(fitting[0]).toBe(
      "when it starts, on Sunday, November 22, 2026 at 12:00 PM (UTC) | when it starts",
    );
    expect(fitting.length).toBeLessThanOrEqual(25);
    expect(await table.suggest("when", "", { what: "Feed the cat" })).toContain(
      "every day 6:00 PM, first on Friday, November 20, 2026 at 6:00 PM (UTC) | every day 18:00",
    );
    expect(await table.suggest("when", "", { what: "new-entries" })).toEqual([
      "when it appears | when it appears",
    ]);
    expect((await table.suggest("when", "tomorrow 6pm", { what: "Feed the cat" }))[0]).toBe(
      "tomorrow 6pm: Saturday, November 21, 2026 at 6:00 PM (UTC) | 2026-11-21 18:00",
    );
    expect(await table.suggest("when", "every friday 18:00", { what: "Feed the cat" })).toEqual([
      "every Friday 6:00 PM, first on Friday, November 20, 2026 at 6:00 PM (UTC) | every Friday 18:00",
    ]);
  });

  it.each([
    ["pt-BR", "a cada 2 semanas na sexta às 20h"],
    ["pt-BR", "toda segunda, quarta e sexta-feira às 20h"],
    ["fr", "toutes les 2 semaines le vendredi à 20h"],
    ["pl", "co 2 tygodnie w piątek o 20:00"],
    ["es-419", "cada 2 semanas el viernes a las 8 de la noche"],
  ])("says all of what a long time means in %s: %s", async (locale, typed) => {
    const [first = ""] = await table.suggest("when", typed, { what: "Feed the cat" }, { locale });
    expect(first).toMatch(/(?:20:00|8:00\sp\.\s?m\.)(?: \(\S.*\))? \| /);
  });

  it.each(["gibberish", "in 20 parsecs", "after it ends", "every 5 minutes"])(
    "puts nothing above %s that Enter would set instead",
    async (typed) => {
      const [first = "", ...others] = await table.suggest("when", typed, { what: "milestone:7" });
      expect(first).toBe(`${typed}: ${first.slice(typed.length + 2)}`);
      expect(first.endsWith(` | ${typed}`)).toBe(true);
      expect(others.join("\n")).toContain("before it ends");
      await table.create("milestone:7", first.split(" | ")[1]);
      expect(await kept()).toEqual([]);
    },
  );

  it("suggests nothing that could not be set", async () => {
    for (const what of ["milestone:7", "ritual:3:fair", "reset:week", "Feed the cat", "new-entries"]) {
      for (const line of await table.suggest("when", "", { what })) {
        const reply = await table.create(what, line.split(" | ")[1]);
        expect(markdownIn(reply)).toMatch(/\*\*(Reminder set|You already have this reminder)\.\*\*/);
        for (const { id } of await kept()) await table.services.reminders?.remove(id);
      }
    }
  });
});
