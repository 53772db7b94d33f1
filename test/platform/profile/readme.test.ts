import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { packageRoot } from "../../../src/base/package-root.ts";
import { parseProfile } from "../../../src/platform/profile/load.ts";
import { operationParameters } from "../../../src/platform/profile/parameters.ts";
import { ProfileSchema } from "../../../src/platform/profile/schema.ts";
import { recordFields } from "../../../src/platform/resources/answers.ts";

const page = readFileSync(join(packageRoot, "README.md"), "utf8");
const chapter = page.slice(page.indexOf("## Write a platform profile"), page.indexOf("\n## Security"));
/** The row of a table that begins with this cell, however it is padded. */
const rowOf = (cell: string) =>
  chapter.split("\n").find((line) => line.startsWith("|") && line.split("|")[1]?.trim() === cell) ?? "";
const example = /```json\n(?<text>\{.*?\n\})\n```/s.exec(chapter)?.groups?.["text"] ?? "";

describe("README's chapter on profiles", () => {
  test("has an example that nothing is wrong with", () => {
    expect(parseProfile(example).faults).toEqual([]);
  });

  test("has recipes that fit into a profile", () => {
    const recipes = [...chapter.matchAll(/`(?<text>"(?:envelope|renames)": \{.*?\})`/g)];
    expect(recipes.length).toBeGreaterThanOrEqual(3);
    for (const [, text] of recipes) {
      const profile = { ...(JSON.parse(example) as object), ...(JSON.parse(`{${text}}`) as object) };
      expect(parseProfile(JSON.stringify(profile)).faults).toEqual([]);
    }
  });

  test.each(Object.keys(ProfileSchema.shape))("explains the key %s", (key) => {
    expect(chapter).toMatch(new RegExp(`\\| \`${key}[\`.]`));
  });

  test.each(Object.entries(operationParameters))(
    "lists the operation %s with what it needs",
    (id, { required }) => {
      const row = rowOf(`\`${id}\``);
      for (const name of required) expect(row).toContain(`**\`${name}\`**`);
      expect(row).not.toBe("");
    },
  );

  test.each([...recordFields()])("lists every field of %s", (record, fields) => {
    const row = rowOf(record);
    // The mark of what has to be there is escaped, or a formatter makes emphasis of two.
    expect(row).not.toMatch(/`[*_]/);
    expect([...row.matchAll(/`(\w+)`/g)].map(([, field]) => field)).toEqual(fields);
  });
});
