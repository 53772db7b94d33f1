import { describe, expect, test } from "vitest";
import { z } from "zod";

import { Coverage } from "../../src/cli/coverage.ts";
import { GameAccount } from "../../src/platform/resources/user.ts";
import { Definition } from "../../src/platform/resources/definitions.ts";

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

  test("tell where a rename looks for one that never came, and count what it reads as read", () => {
    const coverage = new Coverage({ renames: { GameAccount: { id: "who.id", name: "nick" } } });
    coverage.note(GameAccount, { membershipType: 3, id: "1", who: { id: "1" } });
    const line = "GameAccount: 2 of 4 fields; never name (looked for as nick)";
    expect(coverage.describe()).toContain(line);
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

  test("are said in one line for records that are whole", () => {
    const coverage = new Coverage({ renames: {} });
    coverage.note(GameAccount, { membershipType: 3, id: "1", name: "x", lastPlayed: "2026-11-01T00:00:00Z" });
    expect(coverage.describe()).toContain("Every field: GameAccount");
  });
});
