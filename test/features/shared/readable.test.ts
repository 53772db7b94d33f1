import { describe, expect, it } from "vitest";

import { readablePages, readableStart } from "../../../src/features/shared/view/readable.ts";

const written = (html: string) => readableStart(html)?.toString();

describe("articles as Markdown", () => {
  it.each([
    ["<h2>News</h2><p>One <b>two</b> <i>three</i></p>", "### News\n\nOne **two** *three*"],
    ["<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "- a\n- b\n  - c"],
    ["<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"],
    ["<blockquote>said<br>twice</blockquote>", "> said\n> twice"],
    ["<p>not <b> </b> bold *stars*</p>", "not bold \\*stars\\*"],
  ])("%s", (html, markdown) => {
    expect(written(html)).toBe(markdown);
  });

  it("links to whole web addresses only", () => {
    expect(written('<a href="https://a.example/x">here</a>')).toBe("[here](<https://a.example/x>)");
    for (const href of [
      "javascript:alert(1)",
      "/path",
      "ftp://a.example",
      `https://a.example/${"x".repeat(400)}`,
    ]) {
      expect(written(`<a href="${href}">here</a>`)).toBe("here");
    }
  });

  it("shows the real host where a label looks like an address", () => {
    expect(written('<a href="https://evil.example/x">https://good.example</a>')).toBe(
      "[evil.example](<https://evil.example/x>)",
    );
    expect(written('<a href="https://evil.example/x">good.example/login</a>')).toContain("[evil.example]");
  });

  it("comes in pages of bounded length, and loses nothing", () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`);
    const pages = readablePages(`<p>${words.join(" ")}</p>`);
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(page.toString().length).toBeLessThanOrEqual(1_700);
    expect(pages.join(" ").split(/\s+/).filter(Boolean)).toEqual(words);
  });

  it("never cuts a character in half", () => {
    for (const page of readablePages("🦊".repeat(2_000))) expect(page.toString().isWellFormed()).toBe(true);
  });

  it("is nothing where there is nothing to read", () => {
    expect(readablePages("<p> </p><script>x</script>")).toEqual([]);
  });
});
