import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { cutMarkdown, shareFairly } from "../../src/discord/reply/cut-markdown.ts";
import { isLinear } from "../support/processor-time.ts";

const HOSTILE = ["[", "`", "<", "```", "[a](", "**", "\\"];

describe("cutting markdown", () => {
  it.each([
    ["short", 10, "short"],
    ["one two three four", 12, "one two…"],
    ["first line here\nsecond", 18, "first line here…"],
    ["see [the whole label](<https://a.example/x>) here", 30, "see…"],
    ["**bold words here**", 15, "**bold words**…"],
    ["a `code span` b", 9, "a…"],
    ["time <t:1700000000:R> x", 14, "time…"],
    ["||hidden ~~struck out~~||", 19, "||hidden||…"],
    [`**${"x".repeat(100)}**`, 20, `**${"x".repeat(15)}**…`],
    ["a\\*\\*\\*", 4, "a\\*…"],
    ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 14, "👩‍👩‍👧‍👦…"],
    ["anything", 0, ""],
    ["anything", 1, "…"],
  ])("of %j to %i gives %j", (source, max, expected) => {
    expect(cutMarkdown(source, max)).toBe(expected);
  });

  it("cuts a code block inside and closes it", () => {
    const cut = cutMarkdown(`\`\`\`\n${"x".repeat(500)}\n\`\`\``, 100);
    expect(cut).toHaveLength(100);
    expect(cut.endsWith("…\n```")).toBe(true);
    expect(cutMarkdown(`\`\`\`\n${"👩‍💻".repeat(50)}\n\`\`\``, 100)).toBe(
      `\`\`\`\n${"👩‍💻".repeat(18)}…\n\`\`\``,
    );
  });

  it("keeps the limit and whole characters, whatever the text", () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(
        "**",
        "_",
        "~~",
        "||",
        "`",
        "```",
        "[a](<https://x.example>)",
        "<t:1:R>",
        "\\*",
        "\n",
        "# ",
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 0, max: 120 }), (parts, max) => {
        const source = parts.join("");
        const cut = cutMarkdown(source, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.includes("…") || source.length <= max || max === 0).toBe(true);
      }),
    );
  });

  it("takes no longer for hostile text", () => {
    const slow = HOSTILE.filter(
      (part) => !isLinear((size) => cutMarkdown(part.repeat(size), (part.length * size) / 2), 40_000),
    );
    expect(slow).toEqual([]);
  });
});

describe("sharing room", () => {
  it.each([
    [[10, 20], 100, [10, 20]],
    [[10, 500, 500], 110, [10, 50, 50]],
    [[0, 4, 1000], 10, [0, 4, 6]],
    [[], 10, []],
  ])("%j of %i gives %j", (lengths, total, expected) => {
    expect(shareFairly(lengths, total)).toEqual(expected);
  });
});
