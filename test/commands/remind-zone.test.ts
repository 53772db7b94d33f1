import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { plain } from "../../src/base/markdown.ts";
import { zoneName } from "../../src/features/kit/settings/time-zones.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { english } from "../../src/messages/en.ts";
import { buttonsIn, markdownIn, selectIn } from "../support/run-command.ts";
import { ANN, CHANNEL, GUILD, openRemindTable, type RemindTable } from "./remind-harness.ts";

const HERE = { place: { kind: "guild", guildId: GUILD, channelId: CHANNEL, isInstalledHere: true } } as const;
const { zone: texts } = english.remind;

let table: RemindTable;
beforeEach(async () => {
  table = await openRemindTable();
  await table.services.memberSettings.change(ANN, { zone: null });
});
afterEach(() => table.close());

const kept = async () => table.services.reminders.ofMember(ANN);
const ownZone = async () => (await table.services.memberSettings.of(ANN)).zone;
const labels = (reply: Reply) => buttonsIn(reply).map(({ label }) => label);
const likely = (reply: Reply) => labels(reply).slice(0, -1);
const isQuestion = (reply: Reply) => labels(reply).at(-1) === english.shared.zone.search;

const ownIn = (zone: string) =>
  plain(english.remind.card.zones.own(zoneName(zone, "en", Date.UTC(2026, 10, 20)))).toString();

describe("a time by the clock, of a member whose zone isn't known", () => {
  it("is set only once they said where they live, who are asked once", async () => {
    const asks = await table.create("raid", "tomorrow 9am");
    expect(markdownIn(asks)).toBe(texts.question("raid", "tomorrow 9am").toString());
    expect(await kept()).toEqual([]);
    expect(likely(asks)).toEqual([
      texts.option("New York, Eastern Time", "7:00 AM"),
      texts.option("Chicago, Central Time", "6:00 AM"),
      texts.option("Denver, Mountain Time", "5:00 AM"),
      texts.option("Los Angeles, Pacific Time", "4:00 AM"),
    ]);
    const read = await table.press(asks, likely(asks)[3] ?? "");
    expect(markdownIn(read)).toMatch(/Saturday, November 21, 2026 at 9:00 AM \(Los Angeles, Pacific Time\)/);
    const set = await table.press(read, english.remind.reading.take);
    expect(markdownIn(set)).toContain(ownIn("America/Los_Angeles"));
    expect((await kept())[0]?.nextAt).toBe(Date.UTC(2026, 10, 21, 17));
    expect(await ownZone()).toBe("America/Los_Angeles");
    expect(isQuestion(await table.create("tea", "every day 9am"))).toBe(false);
  });

  it.each([
    ["en-GB", "tomorrow 9am", texts.option("London, UTC+0", "12:00")],
    ["de", "morgen 9 Uhr", messagesFor("de").remind.zone.option("Berlin, UTC+1", "13:00")],
    ["ja", "明日の夜9時", messagesFor("ja").remind.zone.option("東京, UTC+9", "21:00")],
    ["pt-BR", "amanhã às 21h", messagesFor("pt-BR").remind.zone.option("São Paulo, UTC-3", "09:00")],
  ])("is offered where that language is spoken first: %s", async (locale, when, first) => {
    expect(labels(await table.ask("Tea", when, { locale }))[0]).toBe(first);
  });

  it("is offered in the server's zone first", async () => {
    table.guild = { zone: "Asia/Tokyo", isZoneChosen: true };
    const asks = await table.ask("Tea", "tomorrow 9am", HERE);
    expect(likely(asks)).toHaveLength(4);
    expect(likely(asks)[0]).toBe(texts.option("Tokyo, UTC+9", "9:00 PM"));
  });

  it.each(["every friday 20:00", "tonight at 11pm", "every 2 weeks on friday 18:00", "8"])(
    "is asked about: %s",
    async (when) => {
      expect(isQuestion(await table.ask("Tea", when))).toBe(true);
      expect(await kept()).toEqual([]);
    },
  );

  it("is asked about where it is past in UTC, but not yet where they may live", async () => {
    expect(isQuestion(await table.ask("Tea", "today 9am"))).toBe(true);
  });

  it.each([
    ["raid", "in 2 hours"],
    ["raid", "tomorrow 9am PST"],
    ["raid", "1 hour before weekly reset"],
    ["milestone:7", "1h before it ends"],
    ["raid", "soonish"],
  ])("is no question where the zone changes nothing: %s, %s", async (what, when) => {
    expect(isQuestion(await table.create(what, when))).toBe(false);
  });

  it("is suggested without a zone, and means the day it is where they turn out to live", async () => {
    table.clock.at = Date.UTC(2026, 10, 21, 2);
    expect(await table.suggest("when", "tmrw 9am", { what: "Tea" })).toEqual([
      `tmrw 9am: Saturday, November 21, 2026 at 9:00 AM (${texts.next}) | tmrw 9am`,
    ]);
    const asks = await table.ask("Tea", "tmrw 9am");
    const read = await table.press(asks, likely(asks)[3] ?? "");
    expect(markdownIn(read)).toMatch(/Saturday, November 21, 2026 at 9:00 AM \(Los Angeles, Pacific Time\)/);
    await table.services.memberSettings.change(ANN, { zone: null });
    expect(await table.suggest("when", "24.12. 6pm", { what: "Tea" })).toEqual([
      `24.12. 6pm: Thursday, December 24, 2026 at 6:00 PM (${texts.next}) | 2026-12-24 18:00`,
    ]);
    const usual = await table.suggest("when", "", { what: "Tea" });
    expect(usual.join()).not.toContain("UTC");
    const daily = `every day 6:00 PM, first on Saturday, November 21, 2026 at 6:00 PM (${texts.next})`;
    expect(usual).toContain(`${daily} | every day 18:00`);
    await table.services.memberSettings.change(ANN, { zone: "Asia/Tokyo" });
    expect((await table.suggest("when", "tmrw 9am", { what: "Tea" }))[0]).toBe(
      "tmrw 9am: Sunday, November 22, 2026 at 9:00 AM (Tokyo, UTC+9) | 2026-11-22 09:00",
    );
  });

  it("is suggested where its hour has passed in the likeliest zone, but not in all", async () => {
    table.clock.at = Date.UTC(2026, 10, 20, 15);
    const [today = ""] = await table.suggest("when", "today 9am", { what: "Tea" });
    expect(today).toBe(`today 9am: Friday, November 20, 2026 at 9:00 AM (${texts.next}) | today 9am`);
  });

  it("takes a zone from the list of all, and one that was searched", async () => {
    const asks = await table.ask("Tea", "every day 18:00");
    await table.choose(asks, "Europe/Berlin");
    expect((await kept())[0]?.rule).toMatchObject({ zone: "Europe/Berlin", time: "18:00" });
    await table.services.memberSettings.change(ANN, { zone: null });
    const search = buttonsIn(await table.ask("Cake", "every day 15:00")).at(-1);
    if (search?.type !== "action") throw new Error("no button to search");
    const unknown = await table.submit(search.press, { typed: "Atlantis" });
    expect(markdownIn(unknown)).toBe(texts.unknown("Atlantis").toString());
    const several = await table.submit(search.press, { typed: "14:00" });
    expect(markdownIn(several)).toBe(texts.several("14:00").toString());
    await table.choose(several, selectIn(several).entries[0]?.value ?? "");
    expect((await kept())[1]?.rule).toMatchObject({ time: "15:00" });
    expect(await ownZone()).toBe(selectIn(several).entries[0]?.value);
  });
});

describe("a wrong zone", () => {
  beforeEach(async () => {
    await table.services.memberSettings.change(ANN, { zone: "America/New_York" });
  });

  it.each([
    ["what comes again", "every day 18:00", Date.UTC(2026, 10, 21, 2)],
    ["what comes once", "2026-11-21 18:00", Date.UTC(2026, 10, 22, 2)],
  ])("is changed under the confirmation, for %s too", async (_, when, at) => {
    const set = await table.create("Tea", when);
    const asks = await table.press(set, texts.change);
    const pacific = await table.press(asks, texts.option("Los Angeles, Pacific Time", "4:00 AM"));
    expect(markdownIn(pacific)).toContain(ownIn("America/Los_Angeles"));
    expect(await kept()).toMatchObject([{ nextAt: at }]);
  });

  it("is changed where it is shown how the time was read, before anything is set", async () => {
    const read = await table.ask("Tea", "tmrw 6pm");
    const asks = await table.press(read, texts.change);
    expect(labels(asks)[0]).toBe(texts.option("New York, Eastern Time", "7:00 AM"));
    const again = await table.choose(asks, "Europe/Berlin");
    expect(markdownIn(again)).toContain("November 21, 2026 at 6:00 PM (Berlin, UTC+1)");
    expect(await kept()).toEqual([]);
  });
});
