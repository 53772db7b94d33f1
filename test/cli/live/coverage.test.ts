import { describe, expect, test } from "vitest";
import { z } from "zod";

import { Coverage } from "../../../src/cli/live/coverage.ts";
import { ContentItemPublicContract } from "../../../src/platform/resources/content.ts";
import { PublicMilestones } from "../../../src/platform/resources/milestones.ts";
import { GameAccount } from "../../../src/platform/resources/user.ts";
import { TrendingEntry, TrendingStub } from "../../../src/platform/resources/trending.ts";
import { Definition } from "../../../src/platform/resources/definitions.ts";

function noted(renames: Record<string, Record<string, string>>): string {
  const coverage = new Coverage({ renames });
  coverage.note(PublicMilestones, { "5": { milestoneHash: 5, name: "Harvest", title: "Moon" } });
  return coverage.describe();
}

describe("the fields of a service's answers", () => {
  test("are counted by record: found, never seen, read by nobody", () => {
    const coverage = new Coverage({ renames: {} });
    coverage.note(z.array(GameAccount), [
      { membershipType: 3, id: "1", crossSave: true },
      { membershipType: 3, id: "2", name: null },
    ]);
    expect(coverage.describe()).toContain(
      "GameAccount: 2 of 4 fields; never name, lastPlayed; nobody reads crossSave",
    );
  });

  test("count a record's own name only where the profile says where it is", () => {
    expect(noted({})).toContain("nobody reads name, title");
    expect(noted({ GamePublicMilestone: { name: "title" } })).toContain("GamePublicMilestone: 2 of 9 fields");
    expect(noted({})).not.toMatch(/never .*\bicon\b/);
  });

  test("tell by its path of a text in another charset than it says", () => {
    const coverage = new Coverage({ renames: {} });
    const article = {
      contentId: "1",
      cmsPath: "J\uFFFDrgen",
      tags: ["a", "\uFFFD"],
      author: { displayName: "\uFFFD" },
      representations: [{ name: "\uFFFD" }],
    };
    coverage.note(z.array(ContentItemPublicContract), [
      { ...article, properties: { text: { en: "\uFFFD" } } },
    ]);
    expect(
      coverage
        .describe()
        .split("\n\nBroken letters")[1]
        ?.match(/^ {2}.*/gm),
    ).toEqual([
      "  ContentItemPublicContract.cmsPath",
      "  ContentItemPublicContract.tags",
      "  ContentItemPublicContract.properties.text.en",
      "  GeneralUser.displayName",
      "  ContentRepresentation.name",
    ]);
    const clean = new Coverage({ renames: {} });
    clean.note(GameAccount, { membershipType: 3, id: "1", name: "J\u00fcrgen" });
    expect(clean.describe()).not.toContain("Broken");
  });

  test("tell where a rename looks for one that never came, and count what it reads as read", () => {
    const coverage = new Coverage({ renames: { GameAccount: { id: "who.id", name: "nick" } } });
    coverage.note(GameAccount, { membershipType: 3, id: "1", who: { id: "1" } });
    const line = "GameAccount: 2 of 4 fields; never name (looked for as nick)";
    expect(coverage.describe()).toContain(line);
    expect(coverage.describe()).not.toContain("nobody reads");
  });

  test("count what a rename to the record itself and the paths of definitions read as read", () => {
    const renames = {
      Definition: { hash: "Id", displayProperties: "" },
      DisplayProperties: { name: "Title", icon: "Art.Small" },
    };
    const paths = { name: "displayProperties.name", description: "Desc", icon: "Pics.0", goal: "Need" };
    const coverage = new Coverage({ renames, definitions: { tables: {}, paths } });
    const members = { Id: 1, Title: "x", Art: { Small: "y" }, Desc: "z", Pics: ["p"], Need: 3, Extra: 1 };
    const definition: Record<string, unknown> = { ...members, hash: 1, name: "x", icon: "y" };
    definition["displayProperties"] = definition;
    coverage.note(Definition, definition);
    expect(coverage.describe().match(/nobody reads .*/g)).toEqual([
      "nobody reads Extra",
      "nobody reads Extra",
    ]);
  });

  test("leave nothing unread where a dictionary is the record it is in", () => {
    const renames = {
      TrendingEntry: { news: "" },
      TrendingEntryNews: { article: "" },
      ContentItemPublicContract: { properties: "" },
    };
    const coverage = new Coverage({ renames });
    const wire = { identifier: "1", entityType: 0, contentId: "1", Headline: "x" };
    coverage.note(TrendingEntry, {
      ...wire,
      news: { ...wire, article: { ...wire, properties: { ...wire } } },
    });
    expect(coverage.describe()).toContain("TrendingEntryNews");
    expect(coverage.describe()).not.toContain("nobody reads");
  });

  test.each([
    ["a spelling", "display_properties"],
    ["a slip of a key", "displayPropertys"],
  ])("propose the rename that %s asks for", (_name, member) => {
    const coverage = new Coverage({ renames: {} });
    coverage.note(z.record(z.string(), Definition), { "1": { hash: 1, [member]: { name: "x" } } });
    expect(coverage.describe()).toContain(
      `maybe "renames": {"Definition": {"displayProperties": "${member}"}}`,
    );
  });

  test("propose no rename to another word of the same letters", () => {
    const coverage = new Coverage({ renames: {} });
    coverage.note(TrendingStub, { identifier: "1", entityType: 0, height: 225 });
    expect(coverage.describe()).toContain("nobody reads height");
    expect(coverage.describe()).not.toContain("maybe");
  });

  test("tell which dates nobody could read", () => {
    const coverage = new Coverage({ renames: {} });
    coverage.note(GameAccount, { membershipType: 3, id: "1", name: "x", lastPlayed: "11.12.2026 18:00" });
    expect(coverage.describe()).toContain("GameAccount: 4 of 4 fields; no date in lastPlayed");
  });

  test("are said in one line for records that are whole", () => {
    const coverage = new Coverage({ renames: {} });
    coverage.note(GameAccount, { membershipType: 3, id: "1", name: "x", lastPlayed: "2026-11-01T00:00:00Z" });
    expect(coverage.describe()).toContain("Every field: GameAccount");
  });
});
