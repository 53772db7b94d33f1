import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readDate, readTime } from "../../../src/platform/resources/dates.ts";
import { toParagraphs } from "../../../src/game/readable.ts";
import { type Markup, toHtml } from "../../../src/platform/resources/markup.ts";
import { isLinear } from "../../support/processor-time.ts";

const NOON = "2026-11-01T12:00:00.000Z";

describe("readDate", () => {
  test("gives a date in ISO 8601 or nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readDate(text);
        expect(read === undefined || /^(?:\d{4}|[+-]\d{6})-\d\d-\d\d/.test(read)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.double(), (number) => {
        const read = readDate(number);
        expect(read === undefined || new Date(read).toISOString() === read).toBe(true);
      }),
    );
  });

  test.each([
    [1793534400, NOON],
    ["1793534400", NOON],
    [1793534400.5, "2026-11-01T12:00:00.500Z"],
    [1793534400000, NOON],
    [253402300799, "9999-12-31T23:59:59.000Z"],
    ["1793534400000", NOON],
    ["2026-11-01T12:00:00Z", "2026-11-01T12:00:00Z"],
    ["2026-11-01 12:00:00", "2026-11-01T12:00:00Z"],
    ["2026-11-01T12:00", "2026-11-01T12:00Z"],
    ["2026-11-01 12:00:00.25", "2026-11-01T12:00:00.25Z"],
    ["2026-11-01T13:00:00+01:00", "2026-11-01T13:00:00+01:00"],
    ["Sun, 01 Nov 2026 12:00:00 GMT", NOON],
    ["1 November 2026 12:00", NOON],
    ["20261101T120000.000Z", NOON],
    ["20261101T120000Z", NOON],
    ["20261101T1200", NOON],
    ["20261101T130000+0100", NOON],
    ["2026-11-01", "2026-11-01"],
    ["2026-11-01 13:00:00 CET", "2026-11-01T13:00:00+01:00"],
    ["2026-11-01T13:00:00+0100", "2026-11-01T13:00:00+01:00"],
    ["2026-11-01 07:00 EST", "2026-11-01T07:00-05:00"],
    ["Sun, 01 Nov 2026 13:00:00 CET", NOON],
    ["Sun Nov 01 2026 13:00:00 GMT+0100 (Central European Standard Time)", NOON],
    ["Sun, 01 Nov 26 12:00:00 GMT", NOON],
    ["Sunday, 01-Nov-26 12:00:00 GMT", NOON],
    ["Sun, 01 Nov 2026 21:00:00 JST", NOON],
    ["2026-11-01 14:00 EET", "2026-11-01T14:00+02:00"],
    ["Mon, 01 Jan 0001 00:00:00 +0000", "0001-01-01T00:00:00.000Z"],
    ["Mon Jan 1 00:00:00 0001", "0001-01-01T00:00:00.000Z"],
    ["Nov 1 2026 12:00 PM", NOON],
    ["Nov 1, 2026", "2026-11-01T00:00:00.000Z"],
    ["/Date(1793534400000)/", NOON],
    ["/Date(1793534400000+0200)/", NOON],
  ])("reads %j as %s", (value, date) => {
    expect(readDate(value)).toBe(date);
  });

  test.each([
    "soon",
    "Season 12",
    "Week 3",
    "Patch 4.2",
    "Nov 23",
    "Sun, 01 Nov 26",
    "12 Nov 23",
    "Sun, 01 Nov 2026 12:00:00 IST",
    "Nov 2026",
    "Season 12, March 2026",
    "3 days left",
    "11.12.2026 18:00",
    "25.12.2026 18:00",
    "12/11/2026",
    "12/11/2026 18:00",
    "20261301T120000Z",
    "2026-13-01",
    "2026-11-01 12:00 XYZ",
    "2026-11-01 01:00 PM",
    "/Date(soon)/",
    "9999999999999999",
  ])("reads no date in %j", (text) => {
    expect(readDate(text)).toBeUndefined();
  });

  test.each([1e300, Number.NaN, Number.POSITIVE_INFINITY])("%j is no date", (value) => {
    expect(readDate(value)).toBeUndefined();
  });
});

describe("readTime", () => {
  test.each([
    ["2026-11-01T12:00:00Z", Date.parse(NOON)],
    ["0001-01-01T00:00:00Z", undefined],
    ["Mon, 01 Jan 0001 00:00:00 +0000", undefined],
    ["1970-01-01T00:00:00Z", undefined],
    ["9999-12-31T23:59:59Z", undefined],
    ["soon", undefined],
  ])("takes placeholders for no date: %s", (value, time) => {
    expect(readTime(value)).toBe(time);
  });
});

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
