import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { packageRoot } from "../../../src/base/package-root.ts";
import { parseProfile } from "../../../src/platform/profile/load.ts";
import { manualTables } from "./manual-tables.ts";

const path = join(packageRoot, "src/platform/profile/README.md");
/** `UPDATE_MANUAL=1 npm test -- test/platform/profile/manual` writes the tables anew. */
const isUpdating = process.env["UPDATE_MANUAL"] === "1";

function withTables(page: string): string {
  return page.replaceAll(/<!-- table: ([\w-]+) -->.*?<!-- \/table -->/gs, (_, name: string) => {
    const table = manualTables[name];
    if (table === undefined) throw new Error(`the manual has a table nobody writes: ${name}`);
    return `<!-- table: ${name} -->\n\n${table()}\n\n<!-- /table -->`;
  });
}

if (isUpdating) writeFileSync(path, withTables(readFileSync(path, "utf8")));
const page = readFileSync(path, "utf8");
const wholes = [...page.matchAll(/```json\n(\{.*?\n\})\n```/gs)].map(([, text = ""]) => text);
const [, example = ""] = wholes;
const worked = join(packageRoot, "test/platform/conformance/profiles");

describe("the profile manual", () => {
  test("has tables that say what the schema says", () => {
    expect(page).toBe(withTables(page));
  });

  test.each(Object.keys(manualTables))("holds the table %s", (name) => {
    expect(page).toContain(`<!-- table: ${name} -->`);
  });

  test("has three whole profiles, each of a service whose commands are shown to work", () => {
    expect(wholes).toHaveLength(3);
    for (const text of wholes) {
      const { id } = JSON.parse(text) as { readonly id: string };
      expect(text.split("\n").length).toBeLessThanOrEqual(25);
      expect(`${text}\n`).toBe(readFileSync(join(worked, `${id}.json`), "utf8"));
    }
  });

  test("has recipes that fit into a profile", () => {
    const recipes = [...page.matchAll(/`(?<text>"(?:envelope|renames)": \{.*?\})`/g)];
    expect(recipes.length).toBeGreaterThanOrEqual(3);
    for (const [, text] of recipes) {
      const profile = { ...(JSON.parse(example) as object), ...(JSON.parse(`{${text}}`) as object) };
      expect(parseProfile(JSON.stringify(profile)).faults).toEqual([]);
    }
  });
});
