import { describe, expect, it } from "vitest";

import { phraseLanguages } from "../../src/schedule/phrase-book.ts";
import { readWatch, sayWatch } from "../../src/schedule/watch-sentences.ts";
import {
  foldText,
  isNamedIn,
  readScope,
  readWatchValue,
  scopeOf,
  WATCHED,
  watchValue,
} from "../../src/schedule/watched.ts";

describe("sentences about what to wait for", () => {
  it.each<[string, string, string | undefined]>([
    ["when Glass Orchard is in the news", "news", "Glass Orchard"],
    ["When a ring is a reward", "item", "ring"],
    ["when the  modifier Heavy Rain comes up.", "modifier", "Heavy Rain"],
    ["when Harvest Week returns", "milestone", "Harvest Week"],
    ["when there’s news about the Orchard", "news", "Orchard"],
    ["when Nilah Quick makes a creation", "creation", "Nilah Quick"],
    ["when is a reward", "", undefined],
    ["water the plants when home", "", undefined],
  ])("reads %j", (typed, of, name) => {
    expect(readWatch(typed, "en")).toEqual(name && { of, name, language: "en" });
  });

  it("reads the reader's language, without accents too, and English", () => {
    expect(readWatch("wenn es einen Ring als Belohnung gibt", "de")).toMatchObject({
      of: "item",
      name: "Ring",
    });
    expect(readWatch("cuando haya una creacion de Nilah", "es-ES")).toMatchObject({
      of: "creation",
      name: "Nilah",
    });
    expect(readWatch("when Ring is a reward", "ja")).toEqual({ of: "item", name: "Ring", language: "ja" });
  });

  it.each(phraseLanguages)("reads what it says in %s, whatever is watched", (language) => {
    for (const of of WATCHED) {
      const watch = { of, name: "Glass Orchard", language };
      const said = sayWatch(watch);
      expect([said, readWatch(said, language)]).toEqual([said, watch]);
      expect(said.length).toBeLessThan(100 - "Glass Orchard".length);
    }
  });

  it("has a value and a scope that are read back, and no other text is one", () => {
    const watch = { of: "item", name: "a: b", language: "pt-BR" } as const;
    expect(readWatchValue(watchValue(watch))).toEqual(watch);
    expect(readScope(scopeOf(watch))).toEqual({ of: "item", language: "pt-BR" });
    for (const text of ["", "watch", "watch:item:de", "watch:pet:de:a", `watch:item:de:${"a".repeat(71)}`])
      expect(readWatchValue(text)).toBeUndefined();
  });
});

it.each([
  ["Ring of Ash", "ring", true],
  ["Two Rings", "RING", true],
  ["String of Pearls", "ring", false],
  ["Café au Lait", "lait cafe", true],
  ["灰の指輪", "指輪", true],
  ["Ring", "...", false],
])("finds whether %j has the words %j: %s", (text, name, isIn) => {
  expect(isNamedIn(foldText(text), name)).toBe(isIn);
});
