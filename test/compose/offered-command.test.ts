import { describe, expect, it, afterAll, beforeAll } from "vitest";

import announce from "../../commands/announce.ts";
import progress from "../../commands/progress.ts";
import stats from "../../commands/stats.ts";
import type { MilepostCommand } from "../../src/features/kit/command/define-command.ts";
import { offeredCommand, wantedIcons } from "../../src/compose/offered-command.ts";
import type { Services } from "../../src/features/services.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import type { OperationId, Profile } from "../../src/platform/profile/schema.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { openTable, type Table } from "../commands/platform-harness.ts";

type Place = Parameters<typeof offeredCommand>[1];

const linking = {} as unknown as NonNullable<Services["linking"]>;

function place(change: Partial<Record<OperationId, "private">>, more: Partial<Place> = {}): Place {
  const neutral = loadProfile("neutral");
  const operations = Object.fromEntries(
    Object.entries(neutral.operations).map(([id, one]) => [
      id,
      { ...one, class: id in change ? "private" : one?.class },
    ]),
  ) as Profile["operations"];
  const platform = { offers: (id: string) => id in operations } as unknown as Place["platform"];
  return { platform, profile: { ...neutral, operations }, linking, ...more };
}

const optionsOf = (command: MilepostCommand<Services> | undefined) =>
  command === undefined || !("options" in command) ? undefined : Object.keys(command.options as object);

describe("offeredCommand", () => {
  it("offers everything where everybody's data is public", () => {
    expect(offeredCommand(progress, place({}))).toBe(progress);
    expect(offeredCommand(stats, place({}))).toBe(stats);
  });

  it("offers no player to choose where the platform answers for one's own session alone", () => {
    expect(optionsOf(offeredCommand(progress, place({ progression: "private" })))).toEqual([
      "view",
      "character",
    ]);
    expect(optionsOf(offeredCommand(stats, place({ "stats.account": "private" })))).toEqual([
      "stat",
      "period",
      "character",
    ]);
  });

  it.each([
    [{ query: { p: "{period}", a: "{from}", b: "{to}" } }, ["all", "week", "month", "quarter", "months"]],
    [{ query: { p: "{period.value}" } }, ["all", "months"]],
    [{ query: {}, body: { first: "{from}", last: "{to}" } }, ["all", "week", "month", "quarter"]],
    [{ query: { a: "{from}" } }, undefined],
    [{ query: {}, request: () => ({ path: "/s" }) }, ["all", "week", "month", "quarter", "months"]],
  ])("offers the times that statistics can be asked for: %o", (template, offered) => {
    const bot = place({});
    const operations = {
      ...bot.profile.operations,
      "stats.character": { method: "GET", pick: "", defaults: {}, path: "/s/{character}", ...template },
    } as unknown as Profile["operations"];
    const command = offeredCommand(stats, { ...bot, profile: { ...bot.profile, operations } });
    const { period } = (command as unknown as typeof stats).options;
    expect(Reflect.get(Object(period), "values")).toEqual(offered);
  });

  it("offers nothing of one's own where nobody can link", () => {
    expect(
      offeredCommand(progress, place({ progression: "private" }, { linking: undefined })),
    ).toBeUndefined();
    expect(offeredCommand(progress, place({}, { linking: undefined }))).toBe(progress);
  });

  it("offers no board where the platform lists nothing", () => {
    const { platform } = place({});
    const lacking = (...ids: readonly string[]) => ({
      offers: (id: string) => !ids.includes(id) && platform.offers(id),
    });
    const offered = (...ids: readonly string[]) => {
      const bot = place({}, { platform: lacking(...ids) as unknown as Place["platform"] });
      const { subcommands } = offeredCommand(announce, bot) as typeof announce;
      const { what, ...options } = subcommands.board?.options ?? {};
      return { names: Object.keys(subcommands), what: what?.values, options: Object.keys(options) };
    };
    const all = ["new", "board", "list", "history"];
    expect(offered()).toEqual({
      names: all,
      what: ["trending", "milestones", "ranking"],
      options: ["channel", "kind", "stat"],
    });
    expect(offered("trending.list")).toEqual({
      names: all,
      what: ["milestones", "ranking"],
      options: ["channel", "stat"],
    });
    expect(offered("milestones.public")).toMatchObject({
      names: all,
      what: ["trending", "ranking"],
      options: ["channel", "kind", "stat"],
    });
    expect(offered("trending.list", "milestones.public", "stats.account").names).toEqual([
      "new",
      "list",
      "history",
    ]);
  });
});

let table: Table;
const { signal } = new AbortController();

beforeAll(async () => {
  table = await openTable("neutral");
});
afterAll(() => table.close());

const refuse = async () => Promise.reject(new MilepostError("platform-unavailable"));

it("wants the icons of what is on, then of what is earned there", async () => {
  const now = table.clock.now();
  const { icons, changesAt = 0 } = await wantedIcons(table.services, { now, signal });
  expect(changesAt).toBeGreaterThan(now);
  const later = await wantedIcons(table.services, { now: changesAt, signal });
  expect(later.changesAt).toBeGreaterThan(changesAt);
  for (const { shows } of icons) expect(shows).toMatch(/\w/);
  const tables = icons.map(({ url }) => /icons\/(\w+)\//.exec(url)?.[1]);
  expect(new Set(tables)).toEqual(new Set(["milestone", "item"]));
  expect(tables.lastIndexOf("milestone")).toBeLessThan(tables.indexOf("item"));
});

it("wants none where the platform tells of no milestones, and goes on without their rewards", async () => {
  const { platform, definitions } = table.services;
  const none = { ...bound(platform), offers: () => false };
  expect(await wantedIcons({ platform: none, definitions }, { now: 0, signal })).toEqual({ icons: [] });
  const mute = { ...bound(platform), milestonesContent: refuse };
  const { icons } = await wantedIcons({ platform: mute, definitions }, { now: 0, signal });
  expect(icons.length).toBeGreaterThan(0);
});

function bound(platform: Table["services"]["platform"]) {
  return {
    offers: platform.offers.bind(platform),
    milestonesPublic: platform.milestonesPublic.bind(platform),
    milestonesContent: platform.milestonesContent.bind(platform),
  };
}
