import { describe, expect, it } from "vitest";

import { messagesFor } from "../../../src/messages/catalog.ts";
import {
  cardZone,
  day,
  dayStart,
  entryDate,
  time,
  weekFrom,
} from "../../../src/features/kit/view/card-dates.ts";

const berlin = { locale: "de", zone: { id: "Europe/Berlin", name: "Berlin" } };
const nobodys = { locale: "en-GB" };
/** 00:30 on Sunday the 25th in Berlin, where clocks go back that night. */
const AT = Date.parse("2026-10-24T22:30Z");

describe("dates on cards", () => {
  it("are in the reader's zone, and name it", () => {
    expect([day(AT, berlin), time(AT, berlin), cardZone(berlin)]).toEqual([
      "So., 25. Okt.",
      "00:30",
      "Berlin",
    ]);
    expect(dayStart(AT, berlin)).toBe(Date.parse("2026-10-24T22:00Z"));
  });

  it("name seven days also where one has 25 hours", () => {
    const { days, range } = weekFrom(dayStart(AT, berlin), berlin);
    expect(days.map((one) => one.day)).toEqual(["25", "26", "27", "28", "29", "30", "31"]);
    expect(range).toBe("25.–31. Oktober");
  });

  it("tell entries of one name apart in the reader's zone, and name it", () => {
    expect([
      entryDate({ ends: AT }, { ...berlin, texts: messagesFor("de") }),
      entryDate({ ends: AT }, { ...nobodys, texts: messagesFor("en-GB") }),
    ]).toEqual(["25.10.2026, 00:30 (Berlin)", "24 Oct 2026, 22:30 (UTC)"]);
  });

  it("have times by the reader's clock", () => {
    expect(["en-US", "en-GB", "ko", "ja"].map((locale) => time(AT, { locale }))).toEqual([
      "10:30 PM",
      "22:30",
      "오후 10:30",
      "22:30",
    ]);
  });

  it("are in UTC where there is none", () => {
    expect([time(AT, nobodys), cardZone(nobodys)]).toEqual(["22:30", "UTC"]);
  });
});
