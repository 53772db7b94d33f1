import { describe, expect, it } from "vitest";

import { measureProcessorTime } from "../../../support/processor-time.ts";
import { md, plain } from "../../../../src/base/markdown.ts";
import { webAddress } from "../../../../src/playground/web/page/markdown/inline.ts";
import { parse } from "../../../../src/playground/web/page/markdown/parse.ts";

type Block = ReturnType<typeof parse>[number];
type Node = { readonly type: string; readonly text?: string; readonly children?: readonly Node[] };

/** The tree as short text: `strong(bold) and em(more)`. */
function show(source: string): string {
  return parse(source).map(showBlock).join(" / ");
}

function showBlock(block: Block): string {
  if (block.type === "code") return `code[${block.language}](${block.text})`;
  if (block.type === "quote") return `quote(${block.blocks.map(showBlock).join(" / ")})`;
  if (block.type === "list") {
    const items = block.items.map((item) => item.map(showBlock).join(" / ")).join("; ");
    return `${block.isOrdered ? `ol${block.start}` : "ul"}(${items})`;
  }
  const name = block.type === "heading" ? `h${block.level}` : block.type;
  const text = block.children.map(showNode).join("");
  return block.type === "paragraph" ? text : `${name}(${text})`;
}

function showNode(node: Node): string {
  if (node.type === "text") return node.text ?? "";
  if (node.type === "break") return "⏎";
  if (node.type === "code") return `code(${node.text ?? ""})`;
  return node.children === undefined
    ? JSON.stringify(node)
    : `${node.type}(${node.children.map(showNode).join("")})`;
}

describe("inline markdown", () => {
  it.each([
    ["plain text", "plain text"],
    ["**bold** and *more*", "strong(bold) and em(more)"],
    ["***both***", "strong(em(both))"],
    ["__under__ _em_ ~~gone~~ ||hidden||", "underline(under) em(em) strike(gone) spoiler(hidden)"],
    ["snake_case_name stays", "snake_case_name stays"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["`**code**`", "code(**code**)"],
    ["`` a`b ``", "code( a`b )"],
    ["**never closed", "**never closed"],
    ["\\*not em\\* \\\\", "*not em* \\"],
    ["a\nb", "a⏎b"],
  ])("reads %j as Discord does", (source, shown) => {
    expect(show(source)).toBe(shown);
  });

  it("reads mentions, commands, times and custom emoji", () => {
    const [block] = parse(
      "<@12> <@&13> <#14> </remind new:15> <t:1700000000:R> <t:1700000000> <:wave:16> @everyone",
    );
    const nodes = block?.type === "paragraph" ? block.children.filter((node) => node.type !== "text") : [];
    expect(nodes).toEqual([
      { type: "mention", kind: "user", id: "12" },
      { type: "mention", kind: "role", id: "13" },
      { type: "mention", kind: "channel", id: "14" },
      { type: "command", name: "remind new", id: "15" },
      { type: "time", at: 1_700_000_000_000, style: "R" },
      { type: "time", at: 1_700_000_000_000, style: "f" },
      { type: "emoji", animated: false, name: "wave", id: "16" },
      { type: "everyone", name: "everyone" },
    ]);
  });

  it("reads masked links, bare addresses and those in angle brackets", () => {
    const [block] = parse(
      "[a **b**](<https://example.com/x>) https://example.com/y. <https://example.com/z>",
    );
    const links = block?.type === "paragraph" ? block.children.filter((node) => node.type === "link") : [];
    expect(links.map((link) => link.url)).toEqual([
      "https://example.com/x",
      "https://example.com/y",
      "https://example.com/z",
    ]);
    expect(show("[a **b**](https://example.com)")).toBe("link(a strong(b))");
  });

  it.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//evil",
    "x",
  ])("makes no link of %s", (address) => {
    expect(webAddress(address)).toBeUndefined();
    expect(JSON.stringify(parse(`[label](${address}) <${address}>`))).not.toContain('"link"');
  });

  it("shows a time that no calendar has as it is written", () => {
    expect(show("<t:9999999999999:R>")).toBe("<t:9999999999999:R>");
  });
});

describe("blocks", () => {
  it.each([
    ["# One\n## Two\n### Three\n#### Four", "h1(One) / h2(Two) / h3(Three) / #### Four"],
    ["-# small", "subtext(small)"],
    ["#no heading", "#no heading"],
    ["text\n# Heading\nmore", "text / h1(Heading) / more"],
    ["> one\n> two\nthree", "quote(one⏎two) / three"],
    [">>> all\nthe rest", "quote(all⏎the rest)"],
    ["- a\n- b\n  - c\n- d", "ul(a; b / ul(c); d)"],
    ["3. three\n4. four", "ol3(three; four)"],
    ["- a\n1. b", "ul(a) / ol1(b)"],
    ["```js\nlet a = 1;\n```", "code[js](let a = 1;)"],
    ["before ```x``` after", "before  / code[](x) /  after"],
    ["```\nnever closed", "```⏎never closed"],
    ["a\n\nb", "a⏎⏎b"],
  ])("reads %j as Discord does", (source, shown) => {
    expect(show(source)).toBe(shown);
  });

  it.each(["", "\n", "\n\n\n"])("makes nothing of %j", (source) => {
    expect(parse(source)).toEqual([]);
  });
});

describe("neutralised text", () => {
  it.each([
    "**bold** _em_ ~~x~~ ||y|| `z`",
    "# heading",
    "> quote\n- item\n1. one",
    "[label](https://example.com)",
    "https://example.com/path_with_underscores",
    "<@1> <#2> </a:3> <t:1:R>",
    "```code```",
    "-# subtext",
  ])("of the bot shows letter for letter: %j", (hostile) => {
    const shown = show(plain(hostile).toString()).replaceAll("⏎", "\n");
    expect(shown).toBe(hostile);
  });

  it("stays text inside markup of ours", () => {
    expect(show(md`**${"a**b"}**`.toString())).toBe("strong(a**b)");
  });
});

describe("hostile input", () => {
  it.each([
    ["stars", "*".repeat(4000)],
    ["underscores", "_ ".repeat(2000)],
    ["brackets", "[".repeat(4000)],
    ["links", "[a](".repeat(1000)],
    ["open bold", "**a ".repeat(1000)],
    ["backticks", "`a``b```".repeat(500)],
    ["fences", "```\n".repeat(1000)],
    ["quotes", "> ".repeat(2000)],
    ["lists", "- ".repeat(2000)],
    ["spoilers", "||".repeat(2000)],
    ["backslashes", "\\".repeat(4000)],
    ["newlines", `\`\`\`${"\n".repeat(3990)}`],
    ["angle", "<".repeat(4000)],
    ["nested", "**__~~||".repeat(500)],
    ["addresses", "https://".repeat(500)],
    ["indents", Array.from({ length: 80 }, (_, depth) => `${" ".repeat(depth)}- x`).join("\n")],
  ])("of 4,000 characters is read in time: %s", (_, source) => {
    const spent = measureProcessorTime();
    parse(source);
    expect(spent()).toBeLessThan(400);
  });
});
