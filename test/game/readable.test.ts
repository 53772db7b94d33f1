import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decodeEntities, toLine, toParagraphs } from "../../src/game/readable.ts";
import { isLinear } from "../support/processor-time.ts";

const HOSTILE = ["<", "<a ", "<!--", "<script", "&", '<a b="', "</", "<p><b>", "<a =", "<a b='x' "];
const kinds = (html: string) => toParagraphs(html).map(({ kind }) => kind);
const texts = (html: string) => toParagraphs(html).map(({ spans }) => spans.map(({ text }) => text).join(""));

describe("reading HTML", () => {
  it("makes paragraphs of blocks and keeps spaces between inline elements", () => {
    expect(texts("<p>One <b>two</b> three</p>\n<div>four<br>five</div>six")).toEqual([
      "One two three",
      "four\nfive",
      "six",
    ]);
  });

  it("ends after 40,000 characters, wherever that is", () => {
    const html = `<p>${"a".repeat(30_000)}</p><p>${"b".repeat(30_000)}</p><p>c</p>`;
    expect(texts(html).map((text) => text.length)).toEqual([30_000, 10_000]);
    for (const [open, close] of [
      ["", ""],
      ["<p>", "</p>"],
    ])
      expect(texts(`${open}${"a".repeat(39_997)}👩‍💻${close}`)).toEqual(["a".repeat(39_997)]);
  });

  it("tells headings, list entries and quotations apart", () => {
    expect(kinds("<h2>A</h2><ul><li>B</li></ul><blockquote>C</blockquote>D")).toEqual([
      "heading",
      "item",
      "quote",
      "text",
    ]);
  });

  it("numbers ordered lists and tells how deep an entry stands", () => {
    const html = "<ol><li>a<li>b<ul><li>c</ul><li>d</ol>";
    expect(toParagraphs(html).map(({ number, depth }) => [number, depth])).toEqual([
      [1, 1],
      [2, 1],
      [undefined, 2],
      [3, 1],
    ]);
  });

  it("keeps emphasis and links, and only while they are open", () => {
    const [paragraph] = toParagraphs(
      `<p>a<B>b</B><em>c</em><a title=x HREF='https://x.example/?a=1&amp;b=2'>d</a>e`,
    );
    expect(paragraph?.spans).toEqual([
      { text: "a" },
      { text: "b", isBold: true },
      { text: "c", isItalic: true },
      { text: "d", href: "https://x.example/?a=1&b=2" },
      { text: "e" },
    ]);
  });

  it.each([
    ["a script", "<script>if (a < b) alert('</p>')</script>seen"],
    ["an upper-case style", "<STYLE>p{}</STYLE>seen"],
    ["a comment", "<!-- <p>not</p> -->seen"],
    ["a declaration", "<!doctype html><?xml ?>seen"],
    ["a form control", "<select><option>not</option></select>seen"],
  ])("leaves out %s", (_, html) => {
    expect(toLine(html)).toBe("seen");
  });

  it.each([
    ["an unclosed script hides the rest", "seen<script>not", "seen"],
    ["an unfinished tag ends the text", "seen<a href='", "seen"],
    ["a lone < is text", "<p>1 < 2 and 3 <3</p>", "1 < 2 and 3 <3"],
    ["stray closing tags do no harm", "</b></ul></h1>seen", "seen"],
    ["a table's cells are told apart", "<table><tr><td>a<td>b</table>", "a · b"],
  ])("is tolerant: %s", (_, html, line) => {
    expect(toLine(html)).toBe(line);
  });

  it("takes text without tags as it is, in paragraphs", () => {
    expect(texts("one\ntwo\n\n\nthree &amp; four")).toEqual(["one\ntwo", "three & four"]);
  });

  it.each([
    'Dispatch 0: "Warp" & <drive>',
    "<drive> and </drive>, <Ann>, <warp speed=9>",
    "<brave> <article-of-faith> <!everyone> a<b",
    "<a:wave:1> <t:0:R> <id:browse> <o:p>",
  ])("takes %s as it is, for it names no element", (text) => {
    expect(toLine(text)).toBe(text);
  });

  it("drops invisible and direction-changing characters", () => {
    expect(toLine("<p>a\u202Eb\u200Bc&#x202E;d</p>")).toBe("abcd");
  });

  it("is bounded whatever it is given", () => {
    const paragraphs = toParagraphs("<li>x".repeat(100_000));
    expect(paragraphs.length).toBeLessThanOrEqual(401);
    expect(toLine(`<p>${"y".repeat(300_000)}`).length).toBeLessThanOrEqual(40_000);
  });

  it("reads hostile input in linear time", () => {
    const slow = HOSTILE.filter(
      (piece) => !isLinear((size) => toParagraphs(piece.repeat(size / piece.length)), 400_000),
    );
    expect(slow).toEqual([]);
  });

  it("never fails", () => {
    const pieces = fc.constantFrom(
      "<",
      ">",
      "<p>",
      "</p",
      "<li>",
      "&#",
      "&amp",
      ";",
      '"',
      "'",
      "=",
      "<!--",
      " ",
      "a",
      "\u0000",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        expect(toParagraphs(parts.join("")).every(({ spans }) => spans.length > 0)).toBe(true);
      }),
    );
  });
});

describe("character references", () => {
  it.each([
    ["&amp;&lt;&gt;&quot;&apos;", `&<>"'`],
    ["&#65;&#x42;&#X43;", "ABC"],
    ["caf&eacute; &Uuml;ber &szlig;", "café Über ß"],
    ["&nbsp;&amp", " &"],
    ["&unknown; &constructor; &;", "&unknown; &constructor; &;"],
    ["&#0;&#xD800;&#x110000;", "\uFFFD\uFFFD\uFFFD"],
    ["&amp;lt;", "&lt;"],
  ])("turns %s into %s", (html, text) => {
    expect(decodeEntities(html)).toBe(text);
  });
});
