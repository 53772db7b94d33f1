import { describe, expect, it } from "vitest";

import { toTrendDetails } from "../../src/game/trend-details.ts";
import { kindOfType, nameOfType } from "../../src/game/trend-kinds.ts";
import { hasWords, toTrendKey, trendKeyText } from "../../src/game/trend-search.ts";
import { type TrendRules, trendOfEntry, trendOfStub } from "../../src/game/trending.ts";
import { TrendingEntry } from "../../src/platform/resources/trending.ts";

const article = { title: "title", summary: "summary", body: "body", image: "image" };
const rules: TrendRules = {
  article,
  types: [
    { value: 100, name: "ARTICLE", field: "news" },
    { value: 112, name: "RITUAL", field: "gameRitual" },
    { value: 130, name: "PATCH" },
    { value: 140, name: "SOMETHING_NEW" },
  ],
};
const entry = (fields: object) => TrendingEntry.parse({ identifier: "x", ...fields });
const audience = (entityType: number) => trendOfStub({ identifier: "x", entityType }, rules).audience;
const news = (fields: object) => ({ article: { contentId: "1", properties: { title: "T" }, ...fields } });

describe("the kind of an entry", () => {
  it.each([
    [100, "news"],
    [112, "event"],
    [130, "update"],
    [140, "other"],
    [7, "other"],
  ])("of type %i is %s by the profile's table", (type, kind) => {
    expect(kindOfType(type, rules.types)).toBe(kind);
  });

  it("follows the usual numbers where a profile has no table", () => {
    expect([0, 5, 11, 12, -1].map((type) => kindOfType(type, undefined))).toEqual([
      "news",
      "creation",
      "release",
      "other",
      "other",
    ]);
  });

  it("is told by whichever details are there when the type is unknown", () => {
    const ritual = entry({ entityType: 999, gameRitual: { title: "R" } });
    expect(trendOfEntry(ritual, rules)).toMatchObject({ kind: "event", title: "R" });
    expect(toTrendDetails(ritual, rules).type).toBe("ritual");
  });

  it("has the service's own word in readable form", () => {
    expect(nameOfType(140, rules.types)).toBe("Something new");
  });
});

describe("the dates of an entry", () => {
  const start = "2026-11-01T12:00:00Z";
  const at = Date.parse(start);
  const end = "2026-11-02T12:00:00Z";

  it.each([
    ["news without an end was published then", 100, null, { published: at, starts: undefined }],
    ["news with one is on from then", 100, end, { published: undefined, starts: at }],
    ["an event begins then", 112, null, { published: undefined, starts: at }],
  ])("%s", (_, entityType, endDate, dates) => {
    const dated = { startDate: start, endDate };
    const { published, starts } = trendOfStub({ identifier: "x", entityType, ...dated }, rules);
    expect({ published, starts }).toEqual(dates);
    const opened = trendOfEntry(entry({ entityType, ...dated }), rules);
    expect({ published: opened.published, starts: opened.starts }).toEqual(dates);
  });
});

describe("who may see an entry", () => {
  it.each([
    [news({}), "everyone"],
    [news({ hasAgeGate: false, minimumAge: 0 }), "everyone"],
    [news({ hasAgeGate: true }), "age-gated"],
    [news({ hasAgeGate: true, minimumAge: 18 }), "age-gated"],
    [news({ hasAgeGate: false, minimumAge: 16 }), "age-gated"],
    [{ article: null }, "unknown"],
    [null, "unknown"],
  ])("of an article %j is %s", (fields, audience) => {
    expect(trendOfEntry(entry({ entityType: 100, news: fields }), rules).audience).toBe(audience);
  });

  it("follows an age-gated article in an entry of any type", () => {
    const hidden = entry({ entityType: 999, support: news({ hasAgeGate: true }) });
    expect(trendOfEntry(hidden, rules).audience).toBe("age-gated");
  });

  it("is unknown of stubs that are articles, or of a type nobody knows", () => {
    expect([100, 112, 130, 140].map(audience)).toEqual(["unknown", "everyone", "everyone", "unknown"]);
  });
});

describe("keys of entries as text", () => {
  it("come back as they were", () => {
    const keys = [
      { type: 3, id: "a:b c" },
      { type: -1, id: "ü" },
      { type: "article" as const, id: "4611686018442057913" },
    ];
    expect(keys.map((key) => toTrendKey(trendKeyText(key)))).toEqual(keys);
  });

  it.each([undefined, 5, "", ":", "3:", "x:1", "3", `3:${"y".repeat(100)}`, "99999999999:1"])(
    "are not read from %s",
    (text) => {
      expect(toTrendKey(text)).toBeUndefined();
    },
  );

  it("are not made of identifiers too long for a select", () => {
    expect(trendKeyText({ type: 3, id: "y".repeat(99) })).toBeUndefined();
  });
});

describe("searching titles", () => {
  it.each([
    ["The Weekly Vigil", "vigil week", true],
    ["Café Über", "cafe uber", true],
    ["The Weekly Vigil", "vigil month", false],
  ])("%s by %s", (title, typed, found) => {
    expect(hasWords(title, typed)).toBe(found);
  });
});
