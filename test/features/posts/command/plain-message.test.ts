import { expect, it } from "vitest";

import { plainMessage } from "../../../../src/features/posts/command/plain-message.ts";

const reader = { locale: "en-US", zone: { id: "Europe/Berlin", name: "Berlin" } };

it.each([
  ["headings, bold and small print", "## Milestones\n-# **The Race** · soon", "Milestones\nThe Race · soon"],
  ["times", "Ends <t:1795453200:R>", "Ends Nov 23, 2026, 6:00 PM GMT+1"],
  ["links behind words", "See [the news](<https://example.com/a>)", "See the news"],
  ["links in brackets", "See <https://example.com/a>", "See https://example.com/a"],
  ["commands", "Try </trending:123>", "Try /trending"],
  ["what is a number in a form", "Ask <@1> <@&2>\n\n<:icon:3>\nnow", "Ask\nnow"],
  ["escapes", String.raw`1\. A\*B`, "1. A*B"],
  ["pictures alone", " ", ""],
])("reads %s of a message as plain words", (_, text, words) => {
  expect(plainMessage(text, reader)).toBe(words);
});

it("is short, and reads times nobody can show as none", () => {
  expect(plainMessage("word ".repeat(100), reader)).toHaveLength(200);
  expect(plainMessage("<t:999999999999999>", reader)).toContain("t:9");
});
