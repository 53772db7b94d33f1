import { describe, expect, it } from "vitest";

import { shownLinks, strayLinks } from "../../support/shown-links.ts";
import { readablePages, readableStart } from "../../../src/features/kit/view/readable.ts";

const OURS = new Set(["https://a.example", "https://good.example"]);
const written = (html: string) => readableStart(html, ({ origin }) => OURS.has(origin))?.toString();

describe("articles as Markdown", () => {
  it.each([
    ["<h2>News</h2><p>One <b>two</b> <i>three</i></p>", "### News\n\nOne **two** *three*"],
    ["<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "- a\n- b\n  - c"],
    ["<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"],
    ["<ul><li>a<br>b</li></ul>", "- a b"],
    ["<p>a<br>b</p>", "a\nb"],
    [
      "<ul><li>a<ul><li>b<ul><li>c<ul><li>d</li></ul></li></ul></li></ul></li></ul>",
      "- a\n  - b\n    - c\n    - d",
    ],
    ["<blockquote>said<br>twice</blockquote>", "> said\n> twice"],
    ["<p>not <b> </b> bold *stars*</p>", "not bold \\*stars\\*"],
  ])("%s", (html, markdown) => {
    expect(written(html)).toBe(markdown);
  });

  it("links to whole web addresses only", () => {
    expect(written('<a href="https://a.example/x">here</a>')).toBe(
      "[here](<https://a.example/x>) (a.example)",
    );
    for (const href of [
      "javascript:alert(1)",
      "/path",
      "ftp://a.example",
      `https://a.example/${"x".repeat(400)}`,
    ]) {
      expect(written(`<a href="${href}">here</a>`)).toBe("here");
    }
  });

  it.each([
    "https://good.example",
    "good.example",
    "<b>good.example</b>",
    "good<b>.</b>example",
    "good\u2024example",
    "good\uFF0Eexample",
    "good\u3002example",
    "good&#46;example",
    "good\u00AD.\u200Bexample",
    "<i>g</i>ood.example (good.example)",
    "\u202Eelpmaxe.doog",
    "here",
  ])("links %j to no host but the allowed ones, and shows the host behind each", (label) => {
    for (const host of ["evil.example", "good.example.evil.example", "good.example:444", "a.example"]) {
      const shown = written(`<p>See <a href="https://${host}/x">${label}</a> now</p>`) ?? "";
      expect(strayLinks(shown, OURS)).toEqual([]);
      expect(shownLinks(shown).length > 0).toBe(host === "a.example");
    }
  });

  it("shows the host once behind a link of several pieces", () => {
    expect(written('<a href="https://a.example/">one <b>two</b></a> three')).toBe(
      "[one](<https://a.example/>) **[two](<https://a.example/>)** (a.example) three",
    );
  });

  it("links to addresses of at most 300 characters", () => {
    const longest = `https://a.example/${"x".repeat(282)}`;
    expect(shownLinks(written(`<a href="${longest}">here</a>`) ?? "")).toHaveLength(1);
    expect(written(`<a href="${longest}x">here</a>`)).toBe("here");
  });

  it("makes no link of what players wrote, wherever it leads", () => {
    const shown = readableStart('<a href="https://a.example/x">here</a> https://a.example/y discord.gg/abc');
    expect(shownLinks(String(shown))).toEqual([]);
  });

  it("comes in pages of bounded length, and loses nothing", () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`);
    const pages = readablePages(`<p>${words.join(" ")}</p>`);
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(page.toString().length).toBeLessThanOrEqual(1_700);
    expect(pages.join(" ").split(/\s+/).filter(Boolean)).toEqual(words);
    for (const page of readablePages("<p>short</p>".repeat(900)))
      expect(page.toString().length).toBeLessThanOrEqual(1_600);
  });

  it("breaks a long paragraph of many pieces as seldom as one of few", () => {
    const [page] = readablePages(`<p>${"<b>word</b> <i>word</i> ".repeat(90)}</p>`);
    expect(page?.toString().split("\n\n")).toHaveLength(2);
  });

  it("never cuts a character in half", () => {
    const [coders, letters] = [`x${"👩‍💻".repeat(1_000)}`, "x".repeat(499)];
    for (const page of [coders, `${letters}🦊${letters}`].flatMap((text) => readablePages(text)))
      expect(page.toString()).toMatch(/^(?:👩‍💻|🦊|x|\s)*$/u);
  });

  it("is nothing where there is nothing to read", () => {
    expect(readablePages("<p> </p><script>x</script>")).toEqual([]);
  });
});
