import { describe, expect, it } from "vitest";

import { Markdown } from "../../src/base/markdown.ts";
import { english } from "../../src/messages/en.ts";

/** Every text, functions called with something plausible: several, and one. */
function textsIn(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]];
  if (value instanceof Markdown) return [[path, value.toString()]];
  if (typeof value === "function") {
    return [...textsIn(value("2", "2", "2"), path), ...textsIn(value(1, "1", "1"), `${path} of one`)];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`));
}

const all = textsIn(english, "english");
const commands = Object.entries(english.commands);

describe("English", () => {
  it("has no exclamation marks, emoji or stray spaces", () => {
    const odd = all.filter(([, text]) => /!|\p{Extended_Pictographic}| {2}|^\s|\s$/u.test(text));
    expect(all.length).toBeGreaterThan(150);
    expect(odd).toEqual([]);
  });

  it("has no empty text", () => {
    expect(all.filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it.each(commands)("describes %s within Discord's 100 characters", (_, command) => {
    const texts = textsIn(command, "command").map(([, text]) => text);
    expect(texts.filter((text) => text.length === 0 || text.length > 100)).toEqual([]);
  });
});
