import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { buttonsIn, callOf, markdownIn, seen, selectIn } from "../support/run-command.ts";
import { ANN, openRemindTable, type RemindTable } from "./remind-harness.ts";
import { english } from "../../src/messages/en.ts";

let table: RemindTable;
beforeEach(async () => {
  table = await openRemindTable();
  await table.services.memberSettings.change(ANN, { zone: null });
});
afterEach(() => table.close());

const open = () => table.act({ command: "remind", action: "settings" });
const search = (typed: string) => table.submit({ command: "remind", action: "search" }, { typed });
const settings = () => table.services.memberSettings?.of(ANN);
const kept = async () => (await table.services.reminders?.ofMember(ANN)) ?? [];

const quiet = (from: string, to: string) =>
  table.submit({ command: "remind", action: "quiet" }, { from, to });

describe("the member's time zone", () => {
  it("is found by a city and kept", async () => {
    expect(markdownIn(await open())).toContain("Times are in **UTC**, now 12:00 PM");
    const saved = await search("berlin");
    expect(markdownIn(saved)).toContain("Your time zone is now **Berlin, UTC+1**. It's 1:00 PM there.");
    expect(await settings()).toEqual({ zone: "Europe/Berlin" });
    await table.create("Feed the cat", "tomorrow 18:00");
    expect((await kept())[0]?.rule).toMatchObject({ zone: "Europe/Berlin", time: "18:00" });
  });

  it("is chosen from a list, the likely ones of the reader's language first", async () => {
    const german = await table.act({ command: "remind", action: "settings" }, { locale: "de" });
    expect(selectIn(german).entries[0]).toMatchObject({
      value: "Europe/Berlin",
      label: expect.stringMatching(/^Berlin, .*13:00/),
    });
    await table.choose(german, "Asia/Tokyo");
    expect(await settings()).toEqual({ zone: "Asia/Tokyo" });
  });

  it("is asked back where several are meant, and refused with examples where none is known", async () => {
    const several = await search("14:00");
    expect(seen(several)).toContain("Several time zones fit");
    expect(selectIn(several).entries.length).toBeGreaterThan(1);
    const unknown = await search("Atlantis @everyone");
    expect(seen(unknown)).toContain("No time zone found for **Atlantis @\u200Beveryone**");
    expect(seen(unknown)).toContain("`Berlin`");
    const crafted = await table.act({ command: "remind", action: "zone", chosen: "Mars/Base" });
    expect(seen(crafted)).toContain("No time zone found");
    expect(await settings()).toEqual({});
  });

  it("leaves reminders in the zone they were made in, until they are moved", async () => {
    await search("UTC");
    await table.create("Feed the cat", "every day 18:00");
    await table.create("Tea", "in 4 minutes");
    const saved = await search("Tokyo");
    expect(markdownIn(saved)).toContain(english.remind.zone.stay(1));
    expect(
      markdownIn(await table.act({ command: "remind", action: "open", state: { id: "id1" } })),
    ).toContain("This reminder's times are in UTC");
    const [, tea] = await kept();
    expect(markdownIn(await table.press(saved, english.remind.zone.move(1)))).toContain(
      english.remind.zone.moved(1),
    );
    expect(await kept()).toMatchObject([
      { rule: { zone: "Asia/Tokyo", time: "18:00" }, content: { zone: "Asia/Tokyo" } },
      { rule: tea?.rule, nextAt: tea?.nextAt },
    ]);
  });

  it("is forgotten on request", async () => {
    await search("Tokyo");
    const forgotten = await table.press(await open(), english.remind.zone.forget);
    expect(markdownIn(forgotten)).toContain(english.remind.zone.forgotten);
    expect(await settings()).toEqual({});
  });

  it("counts as none where this system no longer knows it", async () => {
    await table.services.memberSettings?.change(ANN, { zone: "Mars/Base" });
    expect(markdownIn(await open())).toContain("Times are in **UTC**");
  });
});

describe("the member's quiet hours", () => {
  it("hold for all reminders, in the member's zone, and are taken away again", async () => {
    await search("Berlin");
    await table.create("Feed the cat", "every day 18:00");
    const set = await quiet("10 pm", "7");
    expect(markdownIn(set)).toContain("Quiet hours: **22:00 to 07:00**");
    const hours = { zone: "Europe/Berlin", from: "22:00", to: "07:00" };
    expect(await settings()).toEqual({ zone: "Europe/Berlin", quiet: hours });
    expect((await kept())[0]?.quiet).toEqual(hours);
    await search("Tokyo");
    expect((await kept())[0]?.quiet).toEqual({ ...hours, zone: "Asia/Tokyo" });
    const panel = await open();
    expect(callOf(panel, "Set quiet hours").state).toEqual({ from: "22:00", to: "07:00" });
    await table.press(panel, english.shared.quiet.clear);
    expect((await kept())[0]?.quiet).toBeUndefined();
    expect(buttonsIn(await open()).map(({ label }) => label)).not.toContain(english.shared.quiet.clear);
  });

  it.each([
    ["22:00", "22:00"],
    ["late", "07:00"],
    ["22:00", "25:00"],
    ["22:00 tomorrow", "07:00"],
  ])("from %s to %s are refused with an example", async (from, to) => {
    const reply = await quiet(from, to);
    expect(seen(reply)).toContain(english.remind.zone.quietUnclear);
    expect(await settings()).toEqual({});
  });
});
