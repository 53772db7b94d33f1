import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";

import { compileDecoder } from "../../../src/platform/decode/compile-decoder.ts";
import { Enums } from "../../../src/platform/decode/enums.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import { answers } from "../../../src/platform/resources/answers.ts";
import { CharacterProgressions } from "../../../src/platform/resources/progression.ts";
import { GameMilestoneVendor } from "../../../src/platform/resources/milestones.ts";
import { TrendingEntry } from "../../../src/platform/resources/trending.ts";
import { GameHistoricalStatsValue } from "../../../src/platform/resources/stats.ts";
import { GeneralUser } from "../../../src/platform/resources/user.ts";
import { sampleOf } from "./sample.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 150);
const strange = fc.constantFrom<unknown>(
  null,
  undefined,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 64,
  Infinity,
  "",
  "0",
  "7",
  "-0",
  "007",
  "4611686018442057913",
  "99999999999999999999999",
  "text",
  true,
  [],
  [null],
  {},
  { a: 1 },
);

/** Puts something strange somewhere into a value. */
function mutate(value: unknown, pick: () => number, replacement: unknown): unknown {
  if (typeof value !== "object" || value === null || pick() % 4 === 0) return replacement;
  const keys = Object.keys(value);
  const key = keys[pick() % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const members = copy as Record<string, unknown>;
  members[key] = mutate(members[key], pick, replacement);
  if (replacement === undefined && members[key] === undefined) delete members[key];
  return copy;
}

describe.each(Object.entries(answers))("the decoder of %s", (_name, schema) => {
  test("gives zod's value, and of what zod refuses nothing else than it would take", () => {
    const decode = compileDecoder(schema as z.ZodType);
    fc.assert(
      fc.property(
        sampleOf(schema),
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        strange,
        fc.boolean(),
        (sample, choices, replacement, isMutated) => {
          let next = 0;
          const pick = () => choices[next++ % choices.length] ?? 0;
          const value = isMutated ? mutate(sample, pick, replacement) : sample;
          const text = JSON.stringify(value) ?? "null";
          const taken = (schema as z.ZodType).safeParse(JSON.parse(text));
          const decoded = decode(JSON.parse(text));
          const faults = decoded.ok ? (decoded.losses?.faults ?? []) : [decoded.problem];
          const isWhole = taken.success && faults.length === 0;
          expect(decoded).toEqual(isWhole ? { ok: true, value: taken.data } : decoded);
          // To zod any text is a date.
          expect(taken.success ? faults.filter((fault) => !fault.includes("not a date")) : []).toEqual([]);
          const isFit = !decoded.ok || (schema as z.ZodType).safeParse(decoded.value).success;
          expect(isFit).toBe(true);
        },
      ),
      { numRuns: runs },
    );
  });
});

describe("a break of the schema", () => {
  test("a 64-bit integer that lost its digits is refused, naming the field", () => {
    const decode = compileDecoder(GeneralUser);
    expect(decode({ membershipId: 4.611686018442058e18 })).toEqual({
      ok: false,
      path: "membershipId",
      problem: "a 64-bit integer beyond 2^53 sent as a number",
    });
  });

  test("an empty dictionary may have been written as an empty list, a full one not", () => {
    const decode = compileDecoder(CharacterProgressions);
    const component = { progressions: [], milestones: [], quests: [] };
    expect(decode({ data: { "1": component } })).toEqual({
      ok: true,
      value: { data: { "1": { progressions: {}, milestones: {}, quests: [] } } },
    });
    expect(decode({ data: [] })).toEqual({ ok: true, value: { data: {} } });
    expect(decode({ data: [{}] })).toEqual({ ok: false, path: "data", problem: "not an object, but a list" });
    expect(compileDecoder(answers["stats.character"])([])).toEqual({ ok: true, value: {} });
  });
});

describe("a profile's mapping", () => {
  test("renames plain and dotted members, even ones that change places", () => {
    const decode = compileDecoder(GeneralUser, {
      renames: {
        GeneralUser: { membershipId: "names.id", uniqueName: "displayName", displayName: "uniqueName" },
      },
    });
    const decoded = decode({ names: { id: 7 }, displayName: "handle", uniqueName: "Shown" });
    expect(decoded).toMatchObject({
      ok: true,
      value: { membershipId: "7", uniqueName: "handle", displayName: "Shown" },
    });
  });

  test("a renamed member that is missing is not filled by what else bears its name", () => {
    const decode = compileDecoder(GeneralUser, { renames: { GeneralUser: { about: "bio.text" } } });
    const decoded = decode({ membershipId: "7", about: { not: "this" }, bio: null });
    expect(decoded).toEqual({ ok: true, value: { membershipId: "7", bio: null } });
  });

  test("reads enumerations by name and by number; what nobody knows passes through", () => {
    const enums = new Enums(loadProfile("lookalike"));
    const decode = compileDecoder(TrendingEntry, { enumNumber: (name, text) => enums.toNumber(name, text) });
    const typeOf = (entityType: unknown) => {
      const decoded = decode({ identifier: "x", entityType });
      return decoded.ok ? decoded.value.entityType : decoded.problem;
    };
    expect(typeOf("RITUAL")).toBe(112);
    expect(typeOf(112)).toBe(112);
    expect(typeOf(9_999)).toBe(9_999);
    expect(typeOf("112")).toBe(112);
    expect(typeOf("BRAND_NEW")).toBeLessThan(0);
    expect(typeOf("BRAND_NEW")).toBe(typeOf("BRAND_NEW"));
    expect(typeOf(1.5)).toBe("not a whole number, but another number");
  });

  test("reads numbers with a fraction that came as text, and no other text", () => {
    const decode = compileDecoder(GameHistoricalStatsValue);
    const valueOf = (value: unknown) => {
      const decoded = decode({ statId: "score", basic: { value } });
      return decoded.ok ? decoded.value.basic?.value : decoded.problem;
    };
    expect(["10.0", "-1.5", "1e3", 2.5].map(valueOf)).toEqual([10, -1.5, 1000, 2.5]);
    for (const value of ["", "1,5", "ten", "1e999", true]) {
      const problem = `not a number, but a ${typeof value === "boolean" ? "boolean" : "text"}`;
      const losses = { faults: [`GameHistoricalStatsValuePair.value: ${problem}`] };
      expect(decode({ statId: "score", basic: { value } })).toMatchObject({ losses });
    }
  });

  test("flags sent by name are added up", () => {
    const enums = new Enums(loadProfile("neutral"));
    expect(enums.toNumber("IgnoreStatus", "IgnoredUser, IgnoredPost")).toBe(9);
  });

  test("a name nobody knew can be sent back", () => {
    const enums = new Enums(loadProfile("lookalike"));
    const value = enums.toNumber("TrendingEntryType", "BRAND_NEW");
    expect(enums.parameters("type", "TrendingEntryType", value)).toEqual({
      type: "BRAND_NEW",
      "type.value": undefined,
      "type.name": "BRAND_NEW",
    });
    expect(enums.parameters("type", "TrendingEntryType", 112)).toEqual({
      type: "RITUAL",
      "type.value": "112",
      "type.name": "RITUAL",
    });
  });

  test("the spellings of none become null where none is allowed, and stay where it isn't", () => {
    const none = { noDates: ["0001-01-01T00:00:00Z"], noHashes: [0] };
    const user = compileDecoder(GeneralUser, none);
    expect(user({ membershipId: "7", statusDate: "0001-01-01T00:00:00Z" })).toEqual({
      ok: true,
      value: { membershipId: "7", statusDate: null },
    });
    const ever = compileDecoder(GeneralUser, { noDates: ["253402300799"] });
    for (const statusDate of ["253402300799", 253402300799])
      expect(ever({ membershipId: "7", statusDate })).toMatchObject({ value: { statusDate: null } });
    const vendor = compileDecoder(GameMilestoneVendor, none);
    expect(vendor({ vendorHash: 0, previewItemHash: 0 })).toEqual({
      ok: true,
      value: { vendorHash: 0, previewItemHash: null },
    });
  });
});
