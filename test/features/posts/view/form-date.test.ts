import { expect, it } from "vitest";

import { isUntouched, phraseInForm } from "../../../../src/features/posts/view/when-words.ts";
import { readWhen } from "../../../../src/schedule/read-when.ts";
import { messagesFor } from "../../../../src/messages/catalog.ts";
import { languageCodes } from "../../../../src/messages/languages.ts";
import { DAY } from "../../../support/time.ts";

/** A leap year is ahead. */
const NOW = Date.parse("2027-12-31T12:00:00Z");
const TIMES = ["00:05", "09:30", "12:00", "18:00", "23:59"];
const readerOf = (locale: string) => ({ locale, language: messagesFor(locale).language });

it.each([...languageCodes(), "en-GB", "nl"])("is read back all through a year: %s", async (locale) => {
  for (let day = 1; day <= 366; day += 6) {
    const date = new Date(NOW + day * DAY).toISOString().slice(0, 10);
    const time = TIMES[day % TIMES.length] ?? "";
    const typed = phraseInForm(`${date} ${time}`, readerOf(locale));
    const read = await readWhen(typed, { now: NOW, zone: "UTC", locale });
    expect([typed, read]).toEqual([
      typed,
      { kind: "wall", rules: [{ kind: "once", zone: "UTC", date, time }] },
    ]);
  }
});

it.each([
  ["en-US", "November 25, 2026 at 6:00 PM"],
  ["en-GB", "25 November 2026 at 18:00"],
  ["de", "25. November 2026 um 18:00"],
  ["ja", "2026年11月25日 18:00"],
])("writes a date as it is written in %s", (locale, written) => {
  expect(phraseInForm("2026-11-25 18:00", readerOf(locale))).toBe(written);
});

it("leaves all other phrases as they are, and takes what was not touched for what it was", () => {
  const reader = readerOf("de");
  for (const phrase of ["jeden Tag 18:00", "alle 2 Wochen ab 2026-11-25 18:00", "2026-11-25", ""])
    expect(phraseInForm(phrase, reader)).toBe(phrase);
  const phrase = "2026-11-25 18:00";
  expect(isUntouched(" 25. November 2026 um 18:00 ", phrase, reader)).toBe(true);
  expect(isUntouched(phrase, phrase, reader)).toBe(true);
  expect(isUntouched("26. November 2026 um 18:00", phrase, reader)).toBe(false);
});
