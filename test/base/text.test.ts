import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { cleanText, clip, cutText, escapeMarkdown, foldAccents, foldCase } from "../../src/base/text.ts";
import { anyText } from "../support/any-text.ts";
import { isLinear } from "../support/processor-time.ts";

/** What Discord would show of an escaped text: a backslash before punctuation is not shown. */
function shown(source: string): string {
  return source.replaceAll(/\\([^0-9A-Za-z\s])/g, "$1").replaceAll("@\u200B", "@");
}

/** The source with every escaped character replaced by a letter: what is left of markup is live. */
function live(source: string): string {
  return source.replaceAll(/\\[^0-9A-Za-z\s]/g, "x");
}

const LIVE_MARKUP = [
  /[\\*_~`|<>[\]]/,
  /^[^\S\n]*(#{1,3}|-#|[-+])\s/m,
  /^[^\S\n]*\d+\.\s/m,
  /[a-z]:\/\//i,
  /@everyone|@here/,
];
const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

const nasty = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...Array.from("\\*_~`|<>[]()#-+.@:/! \n\t1a"),
      "https://a.example/x",
      "@everyone",
      "@here",
      "<@1>",
      "<t:1:R>",
      "-# ",
      "\u200B",
      "\u202E",
      "\u2066",
      "\u{E0041}",
      "\uFE0F",
      "\u200D",
      "\u200C",
      "م",
      "क\u094D",
      "🏴",
      "\uD800",
      "👩‍💻",
    ),
    anyText({ maxLength: 4 }),
  ),
  { maxLength: 24 },
);
const nastyText = nasty.map((parts) => parts.join(""));

describe("escapeMarkdown", () => {
  it("leaves no live markup, mention, list, heading or link", () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const left = live(escapeMarkdown(text));
        for (const markup of LIVE_MARKUP) expect(left).not.toMatch(markup);
      }),
      { numRuns: 3_000 },
    );
  });

  it("lets nothing arise where two escaped texts meet", () => {
    fc.assert(
      fc.property(nastyText, nastyText, (one, other) => {
        const left = live(escapeMarkdown(one) + escapeMarkdown(other));
        for (const markup of LIVE_MARKUP) expect(left).not.toMatch(markup);
      }),
      { numRuns: 3_000 },
    );
  });

  it("shows the cleaned text letter for letter", () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        expect(shown(escapeMarkdown(text))).toBe(cleanText(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    "Wait, what? (Yes: it works.) 50% off & more; \"quoted\" 'text' - done",
    "Tier 3.5 at 12:30, C# and a+b = c",
    "名誉の試練 (第2章)",
    "Größe: 1.024 m²",
  ])("keeps ordinary punctuation as it is: %s", (text) => {
    expect(escapeMarkdown(text)).toBe(text);
  });

  it.each([
    ["**bold** _it_ ~~no~~", String.raw`\*\*bold\*\* \_it\_ \~\~no\~\~`],
    ["# Title\n-# small\n- item\n12. twelve", "\\# Title\n\\-# small\n\\- item\n12\\. twelve"],
    ["> quote", String.raw`\> quote`],
    ["[label](https://a.example)", String.raw`\[label\](https\://a.example)`],
    ["<@123> <#4> <:x:5> </go:6>", String.raw`\<@123\> \<#4\> \<\:x:5\> \</go:6\>`],
    ["@everyone and @here", "@\u200Beveryone and @\u200Bhere"],
  ])("escapes %j", (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });
});

describe("an emoji's name", () => {
  it.each([":fire:", "a:100:b", ":+1::-1:", ":8ball:"])("stays text: %s", (text) => {
    const shown = escapeMarkdown(text);
    expect(shown).not.toMatch(/(?<!\\):[\w+-]+:/);
    expect(shown.replaceAll("\\", "")).toBe(text);
  });

  it("does not arise where two texts meet", () => {
    expect(`${escapeMarkdown("x :fi")}${escapeMarkdown("re: y")}`).not.toMatch(/(?<!\\):fire/);
  });

  it("is looked for in time that grows with the text alone", () => {
    const long = `:${"a".repeat(200_000)} ${":a".repeat(100_000)} ${":1a".repeat(50_000)}!`;
    // With time that grows faster than the text this takes minutes.
    expect(escapeMarkdown(long).length).toBeGreaterThan(long.length);
  });

  it("is not seen in a time", () => {
    expect(escapeMarkdown("at 18:30")).toBe("at 18:30");
  });
});

describe("cleanText", () => {
  it("drops every invisible and direction-changing character", () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const cleaned = cleanText(text);
        expect(cleaned).not.toMatch(INVISIBLE);
        expect(cleaned.isWellFormed()).toBe(true);
      }),
    );
  });

  it("is the same when done twice", () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const once = cleanText(text);
        expect(cleanText(once)).toBe(once);
      }),
      { numRuns: 3_000 },
    );
  });

  it("keeps emoji whole and drops loose joiners and selectors", () => {
    expect(cleanText("👩‍💻 ❤️ 1️⃣ 👍🏽")).toBe("👩‍💻 ❤️ 1️⃣ 👍🏽");
    expect(cleanText("a\u200Db\uFE0F 1\uFE0F")).toBe("ab 1");
  });

  it.each([
    ["Persian", "می\u200Cخواهم کتاب\u200Cها نامه\u200Cای"],
    ["Urdu, where marks are between", "بَ\u200Cهَا"],
    ["Sinhala", "ක්\u200Dෂ ශ්\u200Dරී"],
    ["Hindi", "क्\u200Cष क्\u200Dष क्\u200D"],
    ["Bengali", "র\u200D্যাব"],
    ["Malayalam", "അവന്\u200D"],
    ["Khmer", "ប\u200C៉"],
    ["Mongolian", "ᠬ\u180Eᠠ ᠠ\u180B"],
    ["flags of regions", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"],
  ])("keeps the joiners and tags that %s is written with", (_, text) => {
    expect(cleanText(text)).toBe(text);
  });

  it.each([
    ["between Latin letters", "a\u200Cb\u200Dc", "abc"],
    ["around Arabic letters", "\u200Cم می\u200C می\u200C، م\u200Ca", "م می می، مa"],
    ["of letters that don't join", "दा\u200Cदा क\u200Dक", "दादा कक"],
    ["more than one", "می\u200C\u200Cخواهم क्\u200D\u200Dष", "میخواهم क्\u200Dष"],
    ["tags without a flag", "a\u{E0067}\u{E0062}\u{E007F}", "a"],
    ["tags that no flag has", "🏴\u{E0041}\u{E0067}\u{E007F} 🏴\u{E0067}\u{E0062}", "🏴 🏴"],
    ["a text in tags behind a flag", `🏴${"\u{E0067}".repeat(40)}\u{E007F}`, "🏴"],
  ])("drops joiners and tags without a meaning: %s", (_, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  it("turns every line break into a newline", () => {
    expect(cleanText("a\r\nb\rc\u2028d\u0085e")).toBe("a\nb\nc\nd\ne");
  });

  it("lets no pile of marks cover the lines around it", () => {
    expect(cleanText(`e${"\u0301".repeat(50)}`)).toBe(`e${"\u0301".repeat(4)}`);
  });

  it("takes long hostile text in little time", () => {
    const parts = ["\u0301\u200D", " ", "#"];
    const escape = (size: number) => escapeMarkdown(parts.map((part) => part.repeat(size)).join(""));
    expect(isLinear(escape, 400_000)).toBe(true);
  });
});

describe("clip", () => {
  it("never gives more than was asked for, and cuts between characters", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.integer({ min: 0, max: 40 }),
        (text, max) => {
          const clipped = clip(text, max);
          expect(clipped.length).toBeLessThanOrEqual(max);
          expect(clipped.isWellFormed()).toBe(true);
          expect(clipped === text || text.length > max).toBe(true);
        },
      ),
    );
  });

  it("closes with an ellipsis only when something was cut", () => {
    expect(clip("abcdef", 6)).toBe("abcdef");
    expect(clip("abcdefg", 6)).toBe("abcde…");
    expect(clip("ab  defg", 5)).toBe("ab…");
    expect(clip("👩‍💻👩‍💻", 6)).toBe("👩‍💻…");
    expect(clip("👩‍💻👩‍💻", 4)).toBe("…");
  });
});

describe("cutText", () => {
  it("keeps whole characters and is as long as they let it be", () => {
    expect(cutText("abcdef", 6)).toBe("abcdef");
    expect(cutText("abcdefg", 6)).toBe("abcdef");
    expect(cutText("abc🎉", 4)).toBe("abc");
    expect(cutText("abc👩‍💻👩‍💻", 8)).toBe("abc👩‍💻");
    expect(cutText("🇳🇴🇸🇪", 6)).toBe("🇳🇴");
    expect(cutText("cafe\u0301", 4)).toBe("caf");
    expect(cutText("abc", 0)).toBe("");
  });
});

describe("folding", () => {
  it("makes names alike that people take for the same", () => {
    expect(foldCase(" ＨＡＲＢＯＵＲ Zoë ")).toBe("harbour zoë");
    expect(foldCase("می\u200Cخواهم")).toBe(foldCase("میخواهم"));
    expect(foldAccents(" ＨＡＲＢＯＵＲ Zoë ")).toBe("harbour zoe");
  });
});
