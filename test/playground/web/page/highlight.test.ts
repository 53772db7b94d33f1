import { describe, expect, it } from "vitest";

import { measureProcessorTime } from "../../../support/processor-time.ts";
import { highlight } from "../../../../src/playground/web/page/markdown/highlight.ts";

const ESC = "\u001B";
/** The pieces that are something, as `kind:text`. */
const shown = (text: string, language: string) =>
  highlight(text, language)
    .filter(({ kinds }) => kinds.length > 0)
    .map(({ text: piece, kinds }) => `${kinds.join("+")}:${piece}`);

describe("code", () => {
  it.each([
    [
      "json",
      '{"a": "b\\"c", "n": -1.5e3, "t": true}',
      ['name:"a":', 'string:"b\\"c"', 'name:"n":', "number:-1.5e3", 'name:"t":', "word:true"],
    ],
    [
      "ts",
      "const x: Foo = call(`a`); // done",
      ["word:const", "title:Foo", "name:call", "string:`a`", "comment:// done"],
    ],
    ["JavaScript", "return 0x1f /* open", ["word:return", "number:0x1f", "comment:/* open"]],
    ["diff", "+new\n-old\n same\n@@ 1 @@", ["added:+new", "removed:-old", "comment:@@ 1 @@"]],
    [
      "ansi",
      `a${ESC}[1;31mb${ESC}[4mc${ESC}[32md${ESC}[0me`,
      ["bold+ink-1:b", "bold+ink-1+underline:c", "bold+underline+ink-2:d"],
    ],
    ["brainfuck", "const x = 1", []],
    ["constructor", "const x = 1", []],
    ["", '{"a": 1}', []],
  ])("in %s is known for what it is: %s", (language, text, expected) => {
    expect(shown(text, language)).toEqual(expected);
  });

  it.each(["json", "js", "diff", "ansi", "none"])("loses no letter, whatever it holds: %s", (language) => {
    const text = `"open\n${ESC}[x ${ESC}\`\`'/* \\ {"a\n++--\n${"<b>".repeat(3)} 1e`;
    expect(
      highlight(text, language)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });

  it.each(["json", "js", "diff", "ansi"])("of 4,000 hostile characters is read in time: %s", (language) => {
    const spent = measureProcessorTime();
    for (const text of ['"\\', "/*", "`\\", "a(", `${ESC}[`, "+-"]) highlight(text.repeat(2000), language);
    expect(spent()).toBeLessThan(400);
  });
});
