import { describe, expect, test } from "vitest";

import { toParagraphs } from "../../../src/game/readable.ts";
import { type Markup, toHtml } from "../../../src/platform/resources/markup.ts";
import { isLinear } from "../../support/processor-time.ts";

/** What a person reads: paragraphs, with marks for their kind, emphasis and links. */
function read(text: string, markup: Markup): string {
  const kinds = { text: "", heading: "# ", item: "- ", quote: "> " };
  return toParagraphs(toHtml(text, markup))
    .map(({ kind, spans }) => {
      const words = spans.map(({ text: span, isBold, isItalic, href }) => {
        const mark = `${isBold ? "*" : ""}${isItalic ? "/" : ""}`;
        const lead = span.startsWith(" ") ? " " : "";
        const marked = `${lead}${mark}${span.replace(/^ /, "")}${mark}`;
        return href === undefined ? marked : `${marked}(${href})`;
      });
      return kinds[kind] + words.join("");
    })
    .join("|");
}

describe("BBCode", () => {
  test.each([
    ["[h1]Patch[/h1]New: [b]bold[/b] and [i]odd[/i].", "# Patch|New: *bold* and /odd/."],
    ["[list]\n[*] One\n[*] Two\n[/list]", "- One|- Two"],
    ["See [url=https://a.example/x?y=1&z]here[/url]", "See here(https://a.example/x?y=1&z)"],
    [
      '[url="https://a.example"]here[/url] [url]https://b.example[/url]',
      "here(https://a.example) https://b.example(https://b.example)",
    ],
    ["[quote=Ann]Yes[/quote]No", "> Yes|No"],
    ["[img]https://a.example/x.png[/img]Text[previewyoutube=abc;full][/previewyoutube]", "Text"],
    ["[color=red][size=7]Big[/size][/color]", "Big"],
    ["One\n\nTwo\nThree", "One|Two\nThree"],
    ["[Patch 1.2] a < b && c > [d]", "[Patch 1.2] a < b && c > [d]"],
    ["<b>no</b>", "<b>no</b>"],
  ])("%j reads as a person would", (text, words) => {
    expect(read(text, "bbcode")).toBe(words);
  });
});

describe("Markdown", () => {
  test.each([
    ["# Patch\nNew: **bold** and *odd* or _odd_.", "# Patch|New: *bold* and /odd/ or /odd/."],
    ["- One\n- Two\n* Three", "- One|- Two|- Three"],
    ["1. One\n2. Two", "1. One|2. Two"],
    [
      "See [here](https://a.example/x_y_z 'title') and <https://b.example>",
      "See here(https://a.example/x_y_z) and https://b.example(https://b.example)",
    ],
    ["> Yes\n\nNo", "> Yes|No"],
    ["![alt](https://a.example/x.png)Text", "Text"],
    ["`code` and 2 * 3 * 4 and snake_case_name", "code and 2 * 3 * 4 and snake_case_name"],
    ["One\\* <b>two</b>", "One* *two*"],
    ["```\nx\n```", "x"],
  ])("%j reads as a person would", (text, words) => {
    expect(read(text, "markdown")).toBe(words);
  });
});

test("HTML stays as it is", () => {
  expect(toHtml("<b>[i]*x*[/i]</b>", "html")).toBe("<b>[i]*x*[/i]</b>");
});

test.each(["[", "[img ", "[url]", "[b]", "*", "_a", "[a](", "![", "<https:", "> ", "`", "# ", "\n", "- "])(
  "any length of %j is read in time that grows with it alone",
  (piece) => {
    const work = (markup: Markup) => (length: number) => toHtml(piece.repeat(length / piece.length), markup);
    expect(isLinear(work("bbcode"), 40_000)).toBe(true);
    expect(isLinear(work("markdown"), 40_000)).toBe(true);
  },
);
