import { afterEach, beforeEach, expect, it } from "vitest";

import { english } from "../../src/messages/en.ts";
import { buttonsIn, callOf, markdownIn } from "../support/run-command.ts";
import { type AnnounceTable, NEWS, openAnnounceTable } from "./announce-harness.ts";

const { option } = english.remind.zone;

let table: AnnounceTable;
beforeEach(async () => {
  table = await openAnnounceTable();
  table.guild = {};
});
afterEach(() => table.close());

const kept = () => table.kept();

it("a time by the clock waits until the admin has said the server's zone, once", async () => {
  const asks = await table.ask({ what: "Raid night", when: "fridays 20:00" });
  expect(markdownIn(asks)).toBe(english.announce.zoneQuestion("Raid night", "fridays 20:00").toString());
  expect(await kept()).toEqual([]);
  const read = await table.press(asks, option("Berlin, UTC+1", "1:00 PM"));
  expect(table.guild).toMatchObject({ zone: "Europe/Berlin", isZoneChosen: true });
  await table.press(read, english.remind.reading.take);
  expect(await kept()).toMatchObject([{ rule: { zone: "Europe/Berlin", time: "20:00" } }]);
  const next = await table.create({ what: "Tea", when: "saturdays 20:00" });
  expect(markdownIn(next)).toContain(english.announce.made.made);
});

it("the zone of the server's language is offered first, and one typed into the form is no question", async () => {
  const asks = await table.ask({ what: "Raid night", when: "fridays 20:00" });
  expect(buttonsIn(asks)[0]?.label).toBe(option("Berlin, UTC+1", "1:00 PM"));
  const filled = { text: "Raid night", when: "fridays 20:00", zone: "Tokyo", channel: NEWS };
  await table.submit(callOf(asks, english.shared.buttons.mend), filled);
  expect(await kept()).toMatchObject([{ rule: { zone: "Asia/Tokyo", time: "20:00" } }]);
});

it("the form claims no zone that nobody picked", () => {
  const call = table.opens({ what: "Raid night" });
  expect(table.show(call ?? { command: "", action: "" }).fields).toMatchObject({
    zone: expect.not.objectContaining({ value: expect.stringMatching(/./) }),
  });
});

it.each(["1h before it ends", "in 2 hours"])("no zone is asked for %s", async (when) => {
  await table.create({ what: "milestone:7", when });
  expect(await kept()).toHaveLength(1);
});
