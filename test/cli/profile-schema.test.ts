import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { z } from "zod";

import { packageRoot } from "../../src/base/package-root.ts";
import { milepost } from "./operator.ts";
import { parseProfile, shippedProfiles } from "../../src/platform/profile/load.ts";

async function printedSchema() {
  const { code, output } = await milepost(["profile", "schema"]);
  expect(code).toBe(0);
  return z.fromJSONSchema(JSON.parse(output) as Parameters<typeof z.fromJSONSchema>[0]);
}

const shipped = (name: string) =>
  JSON.parse(readFileSync(join(packageRoot, `src/platform/profile/profiles/${name}.json`), "utf8")) as object;

describe("milepost profile schema", () => {
  test.each(shippedProfiles)("takes the profile %s", async (name) => {
    expect((await printedSchema()).safeParse(shipped(name)).error).toBeUndefined();
  });

  test.each<[string, object]>([
    ["a key that is none", { colour: "red" }],
    ["an operation that is none", { operations: { "user.byName": { path: "/" } } }],
    ["a value of the wrong kind", { limits: { rate: "12" } }],
    ["a record that is none", { renames: { User: { membershipId: "id" } } }],
    ["a field that is none", { renames: { GeneralUser: { id: "membershipId" } } }],
    ["what only TypeScript can say", { operations: { "user.byId": { path: "/", read: "x" } } }],
  ])("marks %s", async (_what, change) => {
    expect((await printedSchema()).safeParse({ ...shipped("neutral"), ...change }).success).toBe(false);
  });

  test("may be named in a profile", () => {
    const named = { $schema: "./profile.schema.json", ...shipped("neutral") };
    expect(parseProfile(JSON.stringify(named)).faults).toEqual([]);
  });
});
