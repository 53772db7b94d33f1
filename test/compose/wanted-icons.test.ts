import { afterAll, beforeAll, expect, it } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { wantedIcons } from "../../src/compose/offered-command.ts";
import { openTable, type Table } from "../commands/platform-harness.ts";

let table: Table;
const { signal } = new AbortController();

beforeAll(async () => {
  table = await openTable("neutral");
});
afterAll(() => table.close());

const refuse = async () => Promise.reject(new MilepostError("platform-unavailable"));

it("wants the icons of what is on, then of what is earned there", async () => {
  const icons = await wantedIcons(table.services, signal);
  for (const { shows } of icons) expect(shows).toMatch(/\w/);
  const tables = icons.map(({ url }) => /icons\/(\w+)\//.exec(url)?.[1]);
  expect(new Set(tables)).toEqual(new Set(["milestone", "item"]));
  expect(tables.lastIndexOf("milestone")).toBeLessThan(tables.indexOf("item"));
});

it("wants none where the platform tells of no milestones, and goes on without their rewards", async () => {
  const { platform, definitions } = table.services;
  const none = { ...bound(platform), offers: () => false };
  expect(await wantedIcons({ platform: none, definitions }, signal)).toEqual([]);
  const mute = { ...bound(platform), milestonesContent: refuse };
  expect((await wantedIcons({ platform: mute, definitions }, signal)).length).toBeGreaterThan(0);
});

function bound(platform: Table["services"]["platform"]) {
  return {
    offers: platform.offers.bind(platform),
    milestonesPublic: platform.milestonesPublic.bind(platform),
    milestonesContent: platform.milestonesContent.bind(platform),
  };
}
