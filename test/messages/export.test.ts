import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "@formatjs/icu-messageformat-parser";
import { describe, expect, it } from "vitest";

import { fileOfArea } from "../../src/messages/languages.ts";
import { areas, exportOf, MESSAGES, textsOf } from "./export.ts";

/** A choice that only English's source knows: translators would never see the other form. */
const CHOICE_BY_HAND = /===|!==|\s\?\s|\?\?=|\.slice\(|\bif\b ?\(/;

const texts = areas.flatMap((area) =>
  textsOf(area).map((text) => ({ ...text, path: `${area}.${text.key}` })),
);

describe("English, as translators get it", () => {
  it.each(areas)("is what the file of %s says; if not, run: npm run messages", (area) => {
    expect(readFileSync(join(MESSAGES, "en", fileOfArea(area)), "utf8")).toBe(exportOf(area));
  });

  it("has a file for each area, and no other", () => {
    const files = globSync("*.json", { cwd: join(MESSAGES, "en") });
    expect(files.toSorted()).toEqual(areas.map(fileOfArea).toSorted());
  });

  it("is ICU that can be read, every text of it", () => {
    expect(texts.length).toBeGreaterThan(1000);
    const broken = texts.filter(({ text }) => readIcu(text) instanceof Error);
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it("shows every argument of a text", () => {
    const hidden = texts.flatMap(({ path, text, names }) =>
      names
        .filter((name) => !name.startsWith("_") && !new RegExp(`\\{${name}[,}]`).test(text))
        .map((name) => `${path}: ${name}`),
    );
    expect(hidden).toEqual([]);
  });

  it("makes every choice with plural() or pick()", () => {
    const chosen = texts.filter(
      ({ leaf }) => typeof leaf === "function" && CHOICE_BY_HAND.test(codeOf(leaf)),
    );
    expect(chosen.map(({ path }) => path)).toEqual([]);
  });

  it("names no key with a dot, which stands between names", () => {
    const odd = texts.filter(({ key }) =>
      key.split(".").some((name) => name === "" || /[@\s]/.test(name[0] ?? "")),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});

function readIcu(text: string): unknown {
  try {
    return parse(text, { ignoreTag: true });
  } catch (error) {
    return error;
  }
}

/** The source of a text without what it says. `?? ""` is for an argument that may be missing. */
function codeOf(leaf: { toString(): string }): string {
  return leaf
    .toString()
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (text) => (text.match(/\$\{[^}]*\}/g) ?? []).join(" "));
}
