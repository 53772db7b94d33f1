import { describe, expect, test } from "vitest";
import { z } from "zod";

import { compileDecoder } from "../../../src/platform/decode/compile-decoder.ts";
import { ContentItemPublicContract } from "../../../src/platform/resources/content.ts";
import { PublicMilestones } from "../../../src/platform/resources/milestones.ts";
import { CharacterProgressions } from "../../../src/platform/resources/progression.ts";
import { GameHistoricalStatsResults } from "../../../src/platform/resources/stats.ts";
import { TrendingEntry } from "../../../src/platform/resources/trending.ts";
import { CurrentAccount, GeneralUser } from "../../../src/platform/resources/user.ts";
import { Vault } from "../../../src/platform/resources/vault.ts";

const progression = () => ({
  data: {
    "1": {
      progressions: { "10": { progressionHash: 10, level: 3 }, "11": { progressionHash: 11, level: 4 } },
      milestones: { "20": { milestoneHash: 20, vendorHashes: [1, 2], values: { done: 1 } } },
      quests: [{ questHash: 30, stepObjectives: [{ objectiveHash: 31, progress: 1 }] }],
    },
    "2": { quests: [{ questHash: 32 }] },
  },
});

describe("one bad record costs one record", () => {
  test("of a dictionary", () => {
    const value = progression();
    Object.assign(value.data["1"].progressions["10"], { progressionHash: "no hash" });
    const decoded = compileDecoder(CharacterProgressions)(value);
    const left = progression();
    Reflect.deleteProperty(left.data["1"].progressions, "10");
    expect(decoded).toEqual({
      ok: true,
      value: left,
      losses: {
        records: 1,
        faults: ["GameProgression.progressionHash: not a whole number from 0 to 4294967295, but a text"],
      },
    });
  });

  test("of whose account it is: one of its game accounts, but neither its id nor all of them", () => {
    const [good, bad] = [
      { id: "2", membershipType: 1 },
      { id: {}, membershipType: 1 },
    ];
    const read = compileDecoder(CurrentAccount);
    expect(read({ membershipId: "1", name: 7, accounts: [bad, good] })).toMatchObject({
      ok: true,
      value: { membershipId: "1", name: null, accounts: [good] },
      losses: { records: 1 },
    });
    expect(read({ membershipId: {}, accounts: [good] })).toMatchObject({ ok: false, path: "membershipId" });
    expect(read({ membershipId: "1", accounts: [bad] })).toMatchObject({ ok: false, path: "accounts" });
    expect(read({ membershipId: "1", accounts: 7 })).toMatchObject({ ok: false, path: "accounts" });
  });

  test("of a value of unknown structure: what is nested too deep in it", () => {
    const nested = (levels: number): unknown => (levels === 0 ? "end" : [nested(levels - 1)]);
    const vault = { items: [{ itemHash: 1, at: nested(80) }, { itemHash: 2 }] };
    const decoded = compileDecoder(Vault)(vault);
    expect(decoded).toMatchObject({
      ok: true,
      value: { items: [{ itemHash: 1 }, { itemHash: 2 }] },
      losses: { records: 0, faults: ["a value: nested too deep"] },
    });
    expect(JSON.stringify(decoded)).not.toContain("end");
  });

  test("of a number: the record that has a list there, however deep", () => {
    const deep = JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) as unknown;
    const value = progression();
    Object.assign(value.data["1"].progressions["10"], { progressionHash: deep });
    Object.assign(value.data["1"].progressions["11"], { level: deep });
    const left = progression();
    Reflect.deleteProperty(left.data["1"].progressions, "10");
    Object.assign(left.data["1"].progressions["11"], { level: null });
    expect(compileDecoder(CharacterProgressions)(value)).toMatchObject({
      ok: true,
      value: left,
      losses: { records: 1 },
    });
  });

  test("of a list, whose others keep their order", () => {
    const tags = { contentId: "1", representations: [{ name: "a" }, 7, { name: "b" }, [], { name: "c" }] };
    expect(compileDecoder(ContentItemPublicContract)(tags)).toMatchObject({
      ok: true,
      value: { representations: [{ name: "a" }, { name: "b" }, { name: "c" }] },
      losses: { records: 2 },
    });
  });

  test.each([
    ["a null statistic", GameHistoricalStatsResults, { control: { allTime: { kills: null, wins: {} } } }],
    ["a null tag", ContentItemPublicContract, { contentId: "1", tags: [null] }],
    ["null records beside one", z.array(GeneralUser), [null, { membershipId: "1" }]],
  ])("%s is no loss", (_name, schema, value) => {
    const decoded = compileDecoder(schema as z.ZodType)(value);
    expect(decoded).toMatchObject({ ok: true, losses: { records: 0 } });
  });

  test.each([true, 1, "1", "true"])("%j is true", (hasAgeGate) => {
    const decoded = compileDecoder(ContentItemPublicContract)({
      contentId: "1",
      hasAgeGate,
      allowComments: 0,
    });
    expect(decoded).toEqual({
      ok: true,
      value: { contentId: "1", hasAgeGate: true, allowComments: false },
    });
  });

  test("an optional member of the wrong type is missing, its record is not", () => {
    const decoded = compileDecoder(GeneralUser)({ membershipId: "1", profileThemeName: 5, about: "hi" });
    expect(decoded).toMatchObject({
      ok: true,
      value: { membershipId: "1", profileThemeName: null, about: "hi" },
      losses: { records: 0, faults: ["GeneralUser.profileThemeName: not a text, but another number"] },
    });
  });

  test("what is lost in a list of texts is told by the list's field", () => {
    const decoded = compileDecoder(ContentItemPublicContract)({
      contentId: "1",
      tags: ["a", { name: "b" }],
    });
    expect(decoded).toMatchObject({
      value: { tags: ["a"] },
      losses: { faults: ["ContentItemPublicContract.tags: not a text, but a record"] },
    });
  });

  test("a date that can't be read is told, and its text stays: it isn't the same as none", () => {
    const decoded = compileDecoder(PublicMilestones)({
      "7": { milestoneHash: 7, endDate: "11.12.2026 18:00" },
    });
    expect(decoded).toEqual({
      ok: true,
      value: { "7": { milestoneHash: 7, endDate: "11.12.2026 18:00" } },
      losses: { records: 0, faults: ["GamePublicMilestone.endDate: not a date, but a text"] },
    });
  });

  test.each([
    ["a user's context", GeneralUser, { membershipId: "1", context: 5, about: "hi" }],
    ["an article's tags", ContentItemPublicContract, { contentId: "1", tags: "none", cType: "News" }],
    ["what an entry of this type has none of", TrendingEntry, { identifier: "x", entityType: 1, stream: [] }],
  ])("%s is missing where it is of the wrong kind, and the rest is there", (_name, schema, value) => {
    expect(compileDecoder(schema as z.ZodType)(value)).toMatchObject({ ok: true, losses: { records: 0 } });
  });

  test("what an entry brings along may be broken", () => {
    const entry = { identifier: "x", entityType: 1, news: { article: { contentId: {} } } };
    expect(compileDecoder(TrendingEntry)(entry)).toMatchObject({
      ok: true,
      value: { news: { article: null } },
    });
  });

  test("a record without its own hash has that of its key, whatever the service calls the field", () => {
    const value = { "7": { startDate: "2026-11-01T17:00:00Z" }, "8": { id: 8 } };
    const renames = { GamePublicMilestone: { milestoneHash: "id" } };
    expect(compileDecoder(PublicMilestones, { renames })(value)).toMatchObject({
      value: { "7": { milestoneHash: 7 }, "8": { milestoneHash: 8 } },
    });
  });

  test("faults are told by record and field, each once, at most twenty, and never by value", () => {
    const quests = Array.from({ length: 100 }, (_, index) => ({
      questHash: 1,
      [`x${index}`]: 1,
      tracked: "canary",
    }));
    const progressions = Object.fromEntries(quests.map((quest, index) => [`<@${index}>`, quest]));
    const decoded = compileDecoder(CharacterProgressions)({ data: { "1": { quests, progressions } } });
    expect(decoded).toMatchObject({ losses: { records: 100 } });
    expect(decoded.ok && decoded.losses?.faults).toEqual([
      "GameProgression.progressionHash: not a whole number from 0 to 4294967295, but a text",
      "GameQuestStatus.tracked: neither true nor false, but a text",
    ]);
  });
});

describe("another answer than was expected fails", () => {
  test.each([
    ["a text for an answer", CharacterProgressions, "no"],
    ["a text for the dictionary at its top", CharacterProgressions, { data: "no" }],
    ["a list none of whose records can be read", z.array(GeneralUser), [{ id: "1" }, { id: "2" }]],
    ["a list of nothing but nulls", z.array(GeneralUser), [null]],
    ["a dictionary none of whose records can be read", PublicMilestones, { a: 1, b: 2 }],
    ["an article without an id", ContentItemPublicContract, { tags: [] }],
  ])("%s", (_name, schema, value) => {
    expect(compileDecoder(schema as z.ZodType)(value)).toMatchObject({ ok: false });
  });

  test("and says which field was missing", () => {
    expect(compileDecoder(z.array(GeneralUser))([{ id: "1" }])).toMatchObject({
      problem: "none of its records could be read (GeneralUser.membershipId: missing)",
    });
  });

  test("and leaves nothing behind for the next", () => {
    const read = compileDecoder(z.array(GeneralUser));
    read([{ id: "1" }]);
    expect(read([{ membershipId: "1" }])).toEqual({ ok: true, value: [{ membershipId: "1" }] });
  });
});

describe("any single fault in a progression", () => {
  const wrong = [5.5, "text", true, [null], { a: 1 }];
  const good = largeProgression();
  const faults = [...pathsOf(good)].map((path, index) => withFault(good, path, wrong[index % wrong.length]));
  const read = compileDecoder(CharacterProgressions);
  const decoded = faults.map((fault) => read(fault));

  test("loses at most one answer in a hundred", () => {
    expect(faults.length).toBeGreaterThan(2_000);
    expect(decoded.filter(({ ok }) => !ok).length).toBeLessThanOrEqual(faults.length / 100);
  });

  test("leaves nearly all of the others whole", () => {
    const whole = count(good);
    const kept = decoded.flatMap((one) => (one.ok ? [count(one.value) / whole] : []));
    expect(kept.filter((share) => share > 0.98).length / kept.length).toBeGreaterThan(0.85);
    expect(Math.min(...kept)).toBeGreaterThan(0.5);
  });
});

function largeProgression() {
  const objectives = [{ objectiveHash: 31, progress: 1, complete: false }];
  const component = {
    progressions: byHash(40, (progressionHash) => ({ progressionHash, level: 3, currentProgress: 7 })),
    factions: byHash(10, (factionHash) => ({ factionHash, progressionHash: 1, level: 3 })),
    milestones: byHash(20, (milestoneHash) => ({
      milestoneHash,
      endDate: "2026-11-24T17:00:00Z",
      availableQuests: [{ questItemHash: 5, status: { questHash: 5, stepObjectives: objectives } }],
      rewards: [{ rewardCategoryHash: 1, entries: [{ rewardEntryHash: 2, earned: true }] }],
    })),
    quests: Array.from({ length: 20 }, (_, questHash) => ({ questHash, stepObjectives: objectives })),
  };
  return { data: { "1": component, "2": structuredClone(component), "3": structuredClone(component) } };
}

function byHash<T>(many: number, record: (hash: number) => T): Record<string, T> {
  return Object.fromEntries(Array.from({ length: many }, (_, hash) => [String(hash + 1), record(hash + 1)]));
}

type Path = readonly string[];

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield [...path, key];
    yield* pathsOf(member, [...path, key]);
  }
}

function withFault(good: object, path: Path, value: unknown): unknown {
  const copy = structuredClone(good);
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(at as object, key), copy);
  Reflect.set(holder as object, path.at(-1) ?? "", value);
  return copy;
}

function count(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + count(member), 0);
}
