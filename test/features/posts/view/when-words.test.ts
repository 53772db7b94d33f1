import { expect, it } from "vitest";

import { whenWords } from "../../../../src/features/posts/view/when-words.ts";
import { messagesFor } from "../../../../src/messages/catalog.ts";

const now = Date.parse("2026-11-22T12:00:00Z");
const said = (phrase: string, locale = "en-GB") =>
  whenWords(phrase, { locale, now, texts: messagesFor(locale) });

it.each([
  ["2026-11-24 19:10", "Tue 24 Nov, 19:10"],
  ["2027-01-02 09:00", "Sat, 2 Jan 2027, 09:00"],
  ["every 3 days from 2026-11-24 00:05", "every 3 days from Tue 24 Nov, 00:05"],
  ["every day 18:00 until 2026-12-25", "every day 18:00 until Fri 25 Dec"],
  ["every day 18:00", "every day 18:00"],
  ["1 hour before it ends", "1 hour before it ends"],
])("says %s as a person would", (phrase, words) => {
  expect(said(phrase)).toBe(words);
});

it("keeps to the language of the sentence it stands in", () => {
  expect(said("2026-11-24 19:10", "sv-SE")).toMatch(/^Tue\b.*19:10$/);
  expect(said("2026-11-24 19:10", "de")).toMatch(/^Di\b.*19:10$/);
});

it.each([
  ["en-US", "every day 18:00 until 2026-12-25", "every day 6:00 PM until Fri, Dec 25"],
  ["en-US", "2026-11-24 00:05", "Tue, Nov 24, 12:05 AM"],
  ["en-US", "every day 18:00 UTC+10:30", "every day 6:00 PM UTC+10:30"],
  ["sv-SE", "every day 18:00", "every day 18:00"],
  ["ko", "매일 18:00", "매일 오후 6:00"],
])("says times by the reader's clock: %s, %s", (locale, phrase, words) => {
  expect(said(phrase, locale)).toBe(words);
});
