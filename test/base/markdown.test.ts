import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { authored, joinMarkdown, link, md, plain, timestamp } from "../../src/base/markdown.ts";

describe("md", () => {
  it("takes its own template as markup and what is put in as plain text", () => {
    expect(md`**${"a*b"}** ${3} ${7n}`.toString()).toBe(String.raw`**a\*b** 3 7`);
  });

  it("takes numbers as they are", () => {
    expect(md`${-3} ${1.5} ${-7n}`.toString()).toBe("-3 1.5 -7");
  });

  it("takes markdown that is put in as it is", () => {
    expect(md`> ${md`**${"x_y"}**`}`.toString()).toBe(String.raw`> **x\_y**`);
  });

  it("lets no text close the markup around it", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const inside = md`**${text}**`.toString().slice(2, -2);
        expect(inside.replaceAll(/\\[^0-9A-Za-z\s]/g, "")).not.toMatch(/[*_~`|<>[\]\\]/);
      }),
    );
  });

  it("joins parts by the same rule", () => {
    expect(joinMarkdown([plain("a_b"), "c*", 1], " · ").toString()).toBe(String.raw`a\_b · c\* · 1`);
  });
});

describe("timestamp", () => {
  it("is Discord's time in whole seconds", () => {
    expect(timestamp(1_999, "F").toString()).toBe("<t:1:F>");
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 9e18])("shows a dash for %s, which is no time", (at) => {
    expect(timestamp(at).toString()).toBe("–");
  });
});

describe("link", () => {
  it("masks a web address and hides its preview", () => {
    expect(link("a [b]", "https://a.example/x").toString()).toBe(
      String.raw`[a \[b\]](<https://a.example/x>)`,
    );
  });

  it("takes http, and writes what would end the link as bytes", () => {
    expect(link("a", "http://a.example/b(c)<\\>").toString()).toBe("[a](<http://a.example/b%28c%29%3C/%3E>)");
    expect(link("a", "https://a.example/#\\").toString()).toBe("[a](<https://a.example/#%5C>)");
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "discord://x",
    "not an address",
    "",
    "https://user:pass@a.example/",
    "https://user@a.example/",
    "https://:pass@a.example/",
  ])("shows the label alone for %j", (url) => {
    expect(link("label", url).toString()).toBe("label");
  });

  it("lets no address end the link early", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (tail) => {
        const shown = link("l", `https://a.example/${tail}`).toString();
        expect(shown).toMatch(/^\[l\]\(<https:\/\/a\.example\/[^()<>\s\\]*>\)$/);
      }),
    );
  });
});

describe("what somebody wrote who may use markup", () => {
  it.each([
    ["**bold** [a](https://a.example)", "**bold** [a](https://a.example)"],
    ["<@1> <@&2> <#3>", "<\u200B@1> <\u200B@&2> <#3>"],
    // A backslash before ours would escape ours.
    [String.raw`\<@1> \\<@&2>`, String.raw`\<${"\u200B"}@1> \\<${"\u200B"}@&2>`],
    ["@everyone and @here", "@\u200Beveryone and @\u200Bhere"],
    ["```js\ncode", "```js\ncode\n```"],
    ["```js\ncode\n``` after", "```js\ncode\n``` after"],
    ["``` a ``` b ``` c", "``` a ``` b ``` c\n```"],
  ])("%j stands as %j", (text, shown) => {
    expect(authored(text).toString()).toBe(shown);
  });
});
