import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import milestones from "../../commands/milestones.ts";
import progress from "../../commands/progress.ts";
import stats from "../../commands/stats.ts";
import vault from "../../commands/vault.ts";
import type { PrivateData } from "../../src/sessions/use/private-data.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { int64 } from "../../src/base/int64.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { progressViews } from "../../src/game/progress-entries.ts";
import { CharacterProgressions } from "../../src/platform/resources/progression.ts";
import {
  GameHistoricalStatsResults,
  GameHistoricalStatsWithMerged,
} from "../../src/platform/resources/stats.ts";
import { dated, fakePlatform, fakeServices } from "../support/fake-services.ts";
import { fakeOwnData, memorySnapshots } from "../features/account/own-data-harness.ts";
import {
  NOW,
  buttonsIn,
  callOf,
  callsIn,
  markdownIn,
  press,
  run,
  seen,
  selectIn,
} from "../support/run-command.ts";
import { linkingThat } from "../support/idle-services.ts";
import { english } from "../../src/messages/en.ts";
import { DAY } from "../support/time.ts";

const OFFERED = [
  "progression",
  "characters",
  "stats.account",
  "stats.character",
  "vault",
  "milestones.public",
];
const ID = int64("2305843009301174053");

function servicesOf(own: Partial<PrivateData> | undefined, name = "Name") {
  const data = own === undefined ? undefined : fakeOwnData(own);
  const lookUp = async (_: string, hashes: readonly number[]) =>
    new Map(hashes.map((hash) => [hash, { name, description: name, goal: 7 }]));
  const platform = fakePlatform(
    { milestonesPublic: async () => dated({ "9": { milestoneHash: 9 }, "3": { milestoneHash: 3 } }) },
    OFFERED,
  );
  return {
    ...fakeServices({ platform, definitions: { search: async () => [], lookUp } }),
    linking: linkingThat(async () => data),
  };
}
const progression = (data: CharacterProgressions) => ({ progression: async () => dated(data) });

const factions = (points: number) =>
  Object.fromEntries(
    [1, 2, 3].map((hash) => [hash, { progressionHash: 9, factionHash: hash, currentProgress: points }]),
  );
const nameOfThird = async () => new Map([[3, { name: "Tide Readers" }]]);

describe("a member who has linked no account", () => {
  it.each([
    ["/progress", progress],
    ["/stats", stats],
    ["/vault", vault],
  ])("sees a sample of %s, what linking means, and how to begin", async (_, command) => {
    const reply = await run(command, servicesOf(undefined), {}, { isPrivate: true });
    expect(seen(reply)).toMatch(/An example, with made-up numbers/);
    expect(seen(reply)).toMatch(/Community portal/);
    expect(seen(reply)).toContain("</link:99>");
  });

  it("finds a button that links and then runs what was interrupted", async () => {
    const reply = await run(progress, servicesOf(undefined), { view: "quests" });
    const { state } = callOf(reply, "Link an account");
    expect(state).toEqual({ waiting: JSON.stringify({ command: "progress", options: { view: "quests" } }) });
  });

  it("sees a sample behind the button of /milestones", async () => {
    const services = servicesOf(undefined);
    const call = callOf(await run(milestones, services), "For me");
    expect(milestones.actions?.[call.action]).toMatchObject({ for: "anyone", answer: "private" });
    expect(seen(await press(milestones, services, call))).toContain("</link:99>");
  });
});

describe("where private commands are off", () => {
  it("they say so, and /milestones has no button for them", async () => {
    const { linking: _, ...services } = servicesOf(undefined);
    for (const command of [progress, stats]) {
      expect(seen(await run(command, services))).toContain(english.profile.whose.title);
    }
    await expect(run(vault, services)).rejects.toMatchObject({ code: "not-offered" });
    expect(buttonsIn(await run(milestones, services)).map(({ label }) => label)).not.toContain("For me");
  });

  it("by the profile, they say so, and ask whose else where the platform shows it to everybody", async () => {
    const services = servicesOf({});
    const profile = { ...services.profile, features: { ...services.profile.features, private: false } };
    await expect(run(vault, { ...services, profile })).rejects.toMatchObject({
      code: "not-offered",
      details: { operation: "vault" },
    });
    for (const command of [progress, stats]) {
      expect(seen(await run(command, { ...services, profile }))).toContain(english.profile.whose.title);
    }
  });
});

const refused = async (): Promise<never> => {
  throw new MilepostError("sign-in-needed");
};

describe("/progress", () => {
  it.each([
    [{ privacy: 2 }, english.progress.private.title],
    [{ data: {}, privacy: 2 }, english.progress.private.title],
    [{ data: {}, privacy: 1 }, "No character yet"],
    [{ data: { "5": {} } }, english.progress.nothingNext],
  ])("of %j says “%s”", async (data, words) => {
    expect(seen(await run(progress, servicesOf(progression(data))))).toContain(words);
  });

  it("of a profile without an account of the game says so", async () => {
    expect(seen(await run(progress, servicesOf({ hasGameAccount: false })))).toContain("No game account");
    expect(seen(await run(vault, servicesOf({ hasVault: false })))).toContain("No game account");
  });

  it("that the platform refuses as private is private, not an error", async () => {
    const services = servicesOf({
      progression: async () => {
        throw new MilepostError("private");
      },
    });
    expect(seen(await run(progress, services))).toContain(english.progress.private.title);
  });

  it("says that the session has ended, whichever call was refused, and runs again once linked", async () => {
    for (const own of [
      { progression: refused },
      { ...progression({ data: { "5": {} } }), characters: refused },
    ]) {
      const reply = await run(progress, servicesOf(own));
      expect(seen(reply)).toContain(english.link.ownEnded.title);
      expect(callsIn(reply)).toMatchObject([
        { command: "link", action: "begin", state: { waiting: expect.stringContaining('"progress"') } },
      ]);
    }
  });

  it("shows numbered characters where the platform fails at their names", async () => {
    const services = servicesOf({
      ...progression({ data: { "5": {}, "6": {} } }),
      characters: async () => {
        throw new MilepostError("platform-unavailable");
      },
    });
    const reply = await run(progress, services, { view: "overview" });
    expect(seen(reply)).toMatch(/Character 1[^]*Character 2/);
  });

  it("finds a character by label, part of it, number and id, and says when none fits", async () => {
    const services = servicesOf({
      ...progression({ data: { [ID]: {}, "6": {} } }),
      characters: async () =>
        dated([
          { id: ID, label: "Warden" },
          { id: int64("6"), label: "Strider" },
        ]),
    });
    for (const [typed, name] of [
      ["strider", "Strider"],
      ["WAR", "Warden"],
      ["2", "Strider"],
      [ID, "Warden"],
    ]) {
      const reply = await run(progress, services, { view: "factions", character: typed });
      expect(markdownIn(reply)).toContain(`Ann · ${String(name)}`);
    }
    const none = await run(progress, services, { view: "next", character: "nobody" });
    expect(seen(none)).toContain(english.progress.noSuchCharacter("nobody"));
  });

  it("keeps a snapshot an hour at most, and none without consent", async () => {
    let now = 1_000_000_000_000;
    const snapshots = memorySnapshots(() => now);
    const services = servicesOf({ ...progression({ data: { "5": {} } }), snapshots });
    for (const minutes of [0, 20, 59, 61]) {
      now = 1_000_000_000_000 + minutes * 60_000;
      await run(progress, services, {}, { now });
    }
    expect(snapshots.kept).toHaveLength(2);
    const off = memorySnapshots(() => now, false);
    const without = servicesOf({ ...progression({ data: { "5": {} } }), snapshots: off });
    const shown = await run(progress, without, {}, { now });
    expect(off.kept).toEqual([]);
    expect(seen(await press(progress, without, callOf(shown, english.progress.since.button)))).toContain(
      "</account:99>",
    );
  });

  it("compares with nothing when what was kept can't be read", async () => {
    let now = NOW - 8 * 24 * 60 * 60 * 1000;
    const snapshots = memorySnapshots(() => now);
    await snapshots.put("of a later version");
    now = NOW;
    const services = servicesOf({ ...progression({ data: { "5": {} } }), snapshots });
    const reply = await press(progress, services, { command: "progress", action: "since", chosen: "week" });
    expect(seen(reply)).toContain(english.progress.since.first.title);
  });

  it("sums up changes of what has no name yet", async () => {
    let [points, takenAt] = [10, NOW - 8 * DAY];
    const own = {
      progression: async () => dated({ data: { "5": { factions: factions(points) } } }),
      snapshots: memorySnapshots(() => takenAt),
    };
    const services = { ...servicesOf(own), definitions: { search: async () => [], lookUp: nameOfThird } };
    await run(progress, services, {});
    [points, takenAt] = [25, NOW];
    const reply = await press(progress, services, { command: "progress", action: "since", chosen: "week" });
    expect(seen(reply)).toContain("Tide Readers");
    expect(seen(reply)).toContain(english.progress.since.nameless(2, "2"));
    expect(seen(reply)).not.toMatch(/Faction \d/);
  });

  it("shares nothing a crafted control names that is not on the page", async () => {
    const services = servicesOf(
      progression({ data: { "5": { factions: { "3": { progressionHash: 1, factionHash: 3 } } } } }),
    );
    for (const rows of ["<@1>", "f3 f3 ".repeat(400), "__proto__", "f4"]) {
      const state = { view: "factions", rows };
      const reply = await press(progress, services, { command: "progress", action: "post", state });
      expect(seen(reply)).not.toContain("<@1>");
    }
  });
});

it("/milestones for a member sets names off as their language does", async () => {
  const done = {
    milestones: { "9": { milestoneHash: 9, rewards: [{ entries: [{ earned: true, redeemed: true }] }] } },
  };
  const services = servicesOf(progression({ data: { "5": done, "6": {} } }));
  const call = { command: "milestones", action: "mine" };
  expect(markdownIn(await press(milestones, services, call, { locale: "zh-CN" }))).toMatch(
    /角色 1：\S+ · 角色 2：/,
  );
});

describe("/vault", () => {
  const body = {
    goods: Array.from({ length: 40 }, (_, index) => ({ itemHash: index + 1, quantity: index + 1 })),
    heavyArmour: [{ itemHash: 50 }, { itemHash: 50 }],
    count: 40,
  };
  const services = servicesOf({ vault: async () => dated(body) }, "Lantern");
  const open = (chosen: string, state = {}) =>
    press(vault, services, { command: "vault", action: "open", chosen, state });

  it("lists things by name with how many there are, section by section, and turns the pages", async () => {
    const first = await run(vault, services);
    expect(seen(first)).toMatch(/\nLantern × 2\n/);
    expect(seen(first)).not.toContain("### Heavy armour");
    const next = await press(vault, services, callOf(first, "Next"));
    const last = await press(vault, services, callOf(next, "Next"));
    expect(seen(last)).toMatch(/Lantern × 40\n### Heavy armour\nLantern × 2\n[^]*Page 3 of 3/);
  });

  it("opens one section, and leads back to all of them", async () => {
    const armour = await open("Heavy armour");
    expect(seen(armour)).toMatch(/### Heavy armour\nLantern × 2/);
    expect(seen(armour)).not.toContain("### Goods");
    const { choose, entries } = selectIn(armour);
    expect(entries.map(({ label, chosen }) => [label, chosen])).toEqual([
      ["All sections", false],
      ["Goods", false],
      ["Heavy armour", true],
    ]);
    const all = await press(vault, services, { ...choose, chosen: entries[0]?.value });
    expect(seen(all)).toBe(seen(await run(vault, services)));
  });

  it("shows all of it where the section that was open is gone, or its name is crafted", async () => {
    const whole = seen(await run(vault, services));
    for (const chosen of ["Weapons", "__proto__", "*", ""]) expect(seen(await open(chosen))).toBe(whole);
  });

  it("sums up in a line what no definition knows", async () => {
    const nameless = servicesOf({ vault: async () => dated(body) }, "");
    const more = servicesOf({ vault: async () => dated({ ...body, mounts: [{ id: 7 }] }) }, "Lantern");
    expect(seen(await run(vault, services))).not.toContain("Export JSON to see");
    expect(seen(await run(vault, more))).toContain(english.vault.unknown(1, "1"));
    const shown = seen(await run(vault, nameless));
    expect(shown).toContain(english.vault.unknown(41, "41"));
    expect(shown).toContain(english.vault.nothingKnown.title);
    expect(shown).not.toMatch(/\bitem \d/i);
  });

  const shownOf = async (data: object) =>
    seen(await run(vault, servicesOf({ vault: async () => dated(data as typeof body) }, "")));

  it("says of what has no hash that it can't be read, and of nothing that it's empty", async () => {
    const shown = await shownOf({ Ships: [{ ItemId: 4001, Qty: 3, Where: { Bay: 1 } }] });
    expect(shown).toContain(english.errors.byCode["platform-answer"].title);
    expect(shown).not.toContain(english.vault.unknown(1, "1"));
    expect(await shownOf({ owner: "Ann", used: 0, items: [] })).toContain(english.vault.nothing.title);
  });

  it("finds things by words of their name and section", async () => {
    const found = await run(vault, services, { search: "lantern HEAVY" });
    expect(seen(found)).toContain(english.vault.found(1, "1"));
    expect(seen(found)).toContain("Lantern × 2");
    expect(seen(await press(vault, services, callOf(found, "Back")))).toBe(seen(await run(vault, services)));
    expect(seen(await run(vault, services, { search: "zzz" }))).toContain(english.vault.nothingFound.title);
  });

  it("gives the answer as it came as a file alone, to the member alone", async () => {
    expect(vault.actions?.["raw"]).toMatchObject({ for: "owner", answer: "private" });
    const reply = await press(vault, services, { command: "vault", action: "raw" });
    const file = reply.blocks.find((block) => block.type === "file");
    expect(JSON.parse(new TextDecoder().decode(file?.file.bytes))).toEqual(body);
    expect(markdownIn(reply)).not.toContain("goods");
  });
});

/** Values of any shape the schemas take: absent, null, zero, negative, huge. */
const int32 = fc.option(fc.constantFrom(0, 1, -1, 7, 100, 2 ** 31 - 1, -(2 ** 31)), { nil: undefined });
const hash = fc.constantFrom(0, 1, 3, 7, 2 ** 32 - 1);
const flag = fc.option(fc.boolean(), { nil: null });
const date = fc.constantFrom("2026-05-21T00:00:00Z", "0001-01-01T00:00:00Z", "", "never", null);
const some = <T>(one: fc.Arbitrary<T>) => fc.option(fc.array(one, { maxLength: 3 }), { nil: null });
const keyed = <T>(one: fc.Arbitrary<T>) =>
  fc.option(
    fc.dictionary(fc.oneof(hash.map(String), fc.constantFrom("x", "__proto__")), one, { maxKeys: 3 }),
    { nil: null },
  );
const objective = fc.record(
  { objectiveHash: hash, progress: int32, completionValue: int32, complete: flag, activityHash: hash },
  { requiredKeys: ["objectiveHash"] },
);
const quest = fc.record(
  {
    questHash: hash,
    stepHash: hash,
    stepObjectives: some(objective),
    tracked: flag,
    completed: flag,
    redeemed: flag,
    started: flag,
    vendorHash: hash,
  },
  { requiredKeys: ["questHash"] },
);
const numbers = {
  dailyProgress: int32,
  dailyLimit: int32,
  weeklyProgress: int32,
  weeklyLimit: int32,
  currentProgress: int32,
  level: int32,
  levelCap: int32,
  progressToNextLevel: int32,
  nextLevelAt: int32,
};
const milestone = fc.record(
  {
    milestoneHash: hash,
    availableQuests: some(
      fc.record(
        {
          questItemHash: hash,
          status: fc.option(quest, { nil: null }),
          challenges: some(fc.record({ objective: fc.option(objective, { nil: null }) })),
        },
        { requiredKeys: ["questItemHash"] },
      ),
    ),
    rewards: some(
      fc.record({
        rewardCategoryHash: hash,
        entries: some(fc.record({ rewardEntryHash: hash, earned: flag, redeemed: flag })),
      }),
    ),
    startDate: date,
    endDate: date,
  },
  { requiredKeys: ["milestoneHash"] },
);
const component = fc.record(
  {
    progressions: keyed(fc.record({ progressionHash: hash, ...numbers })),
    factions: keyed(fc.record({ progressionHash: hash, factionHash: hash, ...numbers })),
    milestones: keyed(milestone),
    quests: some(quest),
    uninstancedItemObjectives: keyed(fc.array(objective, { maxLength: 3 })),
  },
  { requiredKeys: [] },
);
const answer = fc.record({
  data: fc.option(fc.dictionary(fc.constantFrom("5", "6", ID), component), { nil: null }),
  privacy: fc.constantFrom(0, 1, 2, 9, null),
});

describe("any answer the schema takes", () => {
  it("is shown in every view, and every control of it works", async () => {
    await fc.assert(
      fc.asyncProperty(answer, fc.constantFrom(...progressViews), async (given, view) => {
        const services = servicesOf({
          ...progression(CharacterProgressions.parse(given)),
          snapshots: memorySnapshots(() => 0),
        });
        const reply = await run(progress, services, { view });
        expect(reply.blocks.length).toBeGreaterThan(0);
        for (const call of callsIn(reply)) await press(progress, services, call);
        await press(milestones, services, { command: "milestones", action: "mine" });
      }),
      { numRuns: 150 },
    );
  });

  it("of statistics is shown, in total and over time", async () => {
    const pair = fc.option(
      fc.record({
        value: fc.option(fc.double(), { nil: null }),
        displayValue: fc.option(fc.string(), { nil: null }),
      }),
      { nil: null },
    );
    const values = fc.option(
      fc.dictionary(
        fc.string({ maxLength: 8 }),
        fc.record({ statId: fc.option(fc.string(), { nil: null }), basic: pair, pga: pair }),
      ),
      { nil: null },
    );
    const groups = some(
      fc.record({ period: fc.constantFrom("2026-05-19", "", "x", "9999-12-31T00:00:00Z"), values }),
    );
    const modes = fc.dictionary(
      fc.string({ maxLength: 8 }),
      fc.record({ allTime: values, daily: groups, monthly: groups }),
    );
    await fc.assert(
      fc.asyncProperty(modes, fc.constantFrom("all", "week", "months"), async (results, period) => {
        // Numbers of the wire are finite.
        const finite = JSON.parse(JSON.stringify(results)) as unknown;
        const whole = GameHistoricalStatsWithMerged.parse({ results: finite });
        const services = servicesOf({
          characters: async () => dated([{ id: ID }, { id: int64("6") }]),
          statsAccount: async () => dated(whole),
          statsCharacter: async () => dated(GameHistoricalStatsResults.parse(finite)),
        });
        const reply = await run(stats, services, { period });
        expect(reply.blocks.length).toBeGreaterThan(0);
        for (const call of callsIn(reply)) await press(stats, services, call);
      }),
      { numRuns: 100 },
    );
  });
});

describe("/stats where the platform doesn't say who the characters are", () => {
  const services = servicesOf({
    characters: () => Promise.reject(new MilepostError("platform-maintenance")),
    statsAccount: async () => dated(GameHistoricalStatsWithMerged.parse({})),
  });

  it.each(["week", "month", "quarter", "months"])(
    "says so instead of showing that nothing was played: %s",
    async (period) => {
      const failed = { code: "platform-maintenance" };
      await expect(run(stats, services, { period })).rejects.toMatchObject(failed);
      const compare = { action: "compare", command: "stats", state: { period } };
      await expect(press(stats, services, compare)).rejects.toMatchObject(failed);
    },
  );

  it("shows all time, which needs none", async () => {
    await expect(run(stats, services)).resolves.toBeDefined();
  });
});

it("/stats shows all time, and no other to choose, where the platform has no other", async () => {
  const whole = GameHistoricalStatsWithMerged.parse({
    results: { arena: { allTime: { kills: { statId: "kills", basic: { value: 7, displayValue: "7" } } } } },
  });
  const services = servicesOf({ characters: async () => dated([]), statsAccount: async () => dated(whole) });
  const { profile } = services;
  const operations = { ...profile.operations, "stats.character": undefined };
  const lacking = { ...services, profile: { ...profile, operations } };
  const reply = JSON.stringify(await run(stats, lacking, { period: "week" }));
  expect(reply).toContain('"state":{"period":"all","page":0}');
  expect(reply).not.toContain("Last 30 days");
  expect(JSON.stringify(await run(stats, services, {}))).toContain("Last 30 days");
});

const HOSTILE = [
  "@everyone **bold** [click](https://evil.example) <@1> <@&2> </trending:1>",
  "# heading\n- list\n> quote\n||spoiler||",
  "\u202Ereversed\u200B\u2066isolated\uFEFF",
  "x".repeat(10_000),
  "*".repeat(5_000),
  "\uD800 lone",
  "",
];

describe("text of the platform", () => {
  it.each(HOSTILE)("%# can't break out of a member's own data", async (text) => {
    const one = { started: true, stepObjectives: [{ objectiveHash: 3, progress: 1 }] };
    const own: Partial<PrivateData> = {
      account: { name: text },
      characters: async () =>
        dated([
          { id: ID, label: text },
          { id: int64("6"), label: text },
        ]),
      progression: async () =>
        dated({
          data: {
            [ID]: {
              quests: [{ questHash: 1, stepHash: 2, ...one }],
              factions: { "3": { progressionHash: 1, factionHash: 3, level: 1, weeklyLimit: 10 } },
              milestones: { "9": { milestoneHash: 9, startDate: text, endDate: text } },
            },
            "6": {},
          },
        }),
      statsAccount: async () =>
        dated({
          merged: {
            allTime: {
              [text]: {
                statId: text,
                basic: { value: 1, displayValue: text },
                pga: { value: 1, displayValue: text },
              },
            },
          },
        }),
      vault: async () =>
        dated({ [text]: [{ itemHash: 4 }], list: [{ name: text, items: [{ itemHash: 5 }] }] }),
    };
    const services = servicesOf(own, text);
    const replies = await Promise.all([
      ...progressViews.map((view) => run(progress, services, { view, character: text })),
      press(progress, services, {
        command: "progress",
        action: "pick",
        state: { view: "factions" },
        chosen: "f3",
      }),
      press(progress, services, {
        command: "progress",
        action: "post",
        state: { view: "factions", rows: "f3" },
      }),
      press(milestones, services, { command: "milestones", action: "mine" }),
      run(stats, services, { stat: text }),
      run(vault, services),
      run(vault, services, { search: text }),
      press(vault, services, { command: "vault", action: "open", chosen: text }),
    ]);
    expect(replies.flatMap(harmIn)).toEqual([]);
  });
});

function harmIn(reply: Reply): readonly string[] {
  const text = markdownIn(reply);
  const all = seen(reply);
  return [
    ...(text.match(/(?<!\\)@everyone|(?<!\\)<@[&!]?\d|(?<!\\)<\/\w+:1>/) ?? []),
    ...(/(?<!\\)\[click\]/.test(text) ? ["a link"] : []),
    ...(markdownIn(reply).match(/[\u202A-\u202E\u2066-\u2069\uFEFF]/) ?? []),
    ...(text.isWellFormed() ? [] : ["a lone surrogate"]),
    ...(all.length > 30_000 ? ["far too long"] : []),
  ];
}
