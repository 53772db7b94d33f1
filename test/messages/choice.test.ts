import { describe, expect, it } from "vitest";

import { md } from "../../src/base/markdown.ts";
import { pick, plural } from "../../src/messages/choice.ts";
import { patternOf } from "../../src/messages/pattern.ts";

const entries = (count: number, shown: string) =>
  plural(count, { one: "1 entry isn't shown.", other: `${shown} entries aren't shown.` });
const dated = (zone: string | undefined) => pick(zone, { none: md`**UTC**`, other: md`**${zone ?? ""}**` });

describe("a text with a choice", () => {
  it("takes the form of the number", () => {
    expect([1, 0, 2, 1000].map((count) => entries(count, String(count)))).toEqual([
      "1 entry isn't shown.",
      "0 entries aren't shown.",
      "2 entries aren't shown.",
      "1000 entries aren't shown.",
    ]);
  });

  it("takes the form named like the value, and `other` for any value without one", () => {
    const said = [true, false, "daily", "constructor"].map((value) =>
      pick(value, { true: "on", daily: "each day", other: "off" }),
    );
    expect(said).toEqual(["on", "off", "each day", "off"]);
    expect([undefined, "a*b"].map((zone) => dated(zone).toString())).toEqual(["**UTC**", "**a\\*b**"]);
  });

  it("is a pattern in ICU's MessageFormat to translators", () => {
    expect(patternOf(entries)).toEqual({
      text: "{count, plural, one {1 entry isn't shown.} other {{shown} entries aren't shown.}}",
      names: ["count", "shown"],
      isMarkdown: false,
    });
    expect(patternOf(dated)).toMatchObject({
      text: "{zone, select, none {**UTC**} other {**{zone}**}}",
      isMarkdown: true,
    });
  });

  it("quotes what would be syntax", () => {
    expect(patternOf("Write {name}, or 'it'")?.text).toBe("Write '{'name'}', or 'it'");
    expect(patternOf((name: string) => `the player's '${name}'`)?.text).toBe("the player's ''{name}'");
  });
});
