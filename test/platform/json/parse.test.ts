import * as fc from "fast-check";
import { isInteger, parse as losslessParse } from "lossless-json";
import { describe, expect, test, vi } from "vitest";

import { parseJson } from "../../../src/platform/json/parse.ts";
import { isLinear } from "../../support/processor-time.ts";

/** What parseJson promises, by an independent parser: long whole numbers as text, the rest as numbers. */
function expected(text: string): unknown {
  return losslessParse(text, undefined, {
    parseNumber: (digits) =>
      isInteger(digits) && digits.replace("-", "").length >= 16 ? digits : Number(digits),
  });
}

const digits = fc.string({
  unit: fc.constantFrom("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
  minLength: 1,
  maxLength: 24,
});
const numberText = fc
  .tuple(fc.constantFrom("", "-"), digits, fc.constantFrom("", ".5", "e3", ".123456789012345678", "E-2"))
  .map(([sign, run, rest]) => `${sign}${run.replace(/^0+(?=.)/, "")}${rest}`);
/** Strings that look like JSON around numbers: what a player could write to confuse a patient look. */
const trickyText = fc
  .array(
    fc.constantFrom(":", ",", "[", "]", " ", '"', "\\", "{", "1234567890123456", "4611686018442057913", "a"),
    {
      maxLength: 12,
    },
  )
  .map((parts) => JSON.stringify(parts.join("")));
/** After a member named by one backslash, the JSON.parse of V8 13.6 takes one named by a quotation mark for it. */
const memberName = trickyText.filter((name) => !name.includes("\\\\"));
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    numberText,
    trickyText,
    fc.constantFrom("null", "true", "false"),
    fc.array(tie("value"), { maxLength: 5 }).map((items) => `[${items.join(", ")}]`),
    fc
      .uniqueArray(fc.tuple(memberName, tie("value")), { maxLength: 5, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, value]) => `${name}:${value}`).join(",")}}`),
  ),
})).value;

describe("parseJson", () => {
  test.each([
    ["arrays in arrays", "[".repeat(4_000_000)],
    ["closed arrays in arrays", "[".repeat(600_000) + "]".repeat(600_000)],
    ["objects in objects", '{"a":'.repeat(600_000) + "1" + "}".repeat(600_000)],
    ["empty arrays", `[${"[],".repeat(1_300_000)}[]]`],
    ["empty objects", `[${"{},".repeat(1_300_000)}{}]`],
    [
      "members of many names",
      `{${Array.from({ length: 1_600_000 }, (_, at) => `"${at.toString(36)}":1`).join()}}`,
    ],
  ])("refuses %s in large numbers before they cost memory", (_, text) => {
    const parse = vi.spyOn(JSON, "parse");
    expect(() => parseJson(text)).toThrow(SyntaxError);
    expect(parse).not.toHaveBeenCalled();
  });

  test("counts no bracket inside a string, whatever stands before its quote", () => {
    const texts = ["[".repeat(600_000), String.raw`\"`.repeat(200) + "{".repeat(600_000), "\\", '"[[['];
    for (const text of [...texts, texts]) expect(parseJson(JSON.stringify(text))).toEqual(text);
  });

  test("takes what is as large as any answer may be", () => {
    expect(parseJson(`[${'{"a":1},'.repeat(200_000)}{}]`)).toHaveLength(200_001);
    expect(parseJson(`[${"1,".repeat(1_400_000)}1]`)).toHaveLength(1_400_001);
  });

  test("agrees with a lossless parser about every JSON text", () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(parseJson(text)).toEqual(expected(text));
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 3_000) },
    );
  });

  test("refuses whatever JSON.parse refuses, and nothing else", () => {
    fc.assert(
      fc.property(
        json,
        fc.nat(),
        fc.constantFrom("", ",", '"', "1234567890123456", "}"),
        (text, place, insert) => {
          const at = place % (text.length + 1);
          const mutated = text.slice(0, at) + insert + text.slice(at + 1);
          const accepts = (parse: (text: string) => unknown) => {
            try {
              parse(mutated);
              return true;
            } catch {
              return false;
            }
          };
          expect(accepts(parseJson)).toBe(accepts(JSON.parse));
        },
      ),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 3_000) },
    );
  });

  test.each([
    ['{"id":4611686018442057913}', { id: "4611686018442057913" }],
    ['{"4611686018442057913":-4611686018442057913}', { "4611686018442057913": "-4611686018442057913" }],
    ["[9007199254740991, 900719925474099]", ["9007199254740991", 900719925474099]],
    [
      "[1234567890123456.5, 1234567890123456e2, 0.1234567890123456789]",
      [1234567890123456.5, 1.234567890123456e17, 0.12345678901234568],
    ],
    [
      '["x,",":4611686018442057913,",4611686018442057913]',
      ["x,", ":4611686018442057913,", "4611686018442057913"],
    ],
    ["18446744073709551615", "18446744073709551615"],
    ['\uFEFF{"a":1}', { a: 1 }],
  ])("reads %s", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  test("drops members named __proto__, however they are written and however deep", () => {
    const value = parseJson(
      String.raw`{"a":{"__proto__":{"admin":true}},"\u005f_proto__":{"admin":true},"b":[{"__proto__":1}]}`,
    );
    expect(JSON.stringify(value)).toBe('{"a":{},"b":[{}]}');
  });

  test("drops a member named __proto__ whichever of its letters is an escape", () => {
    for (let index = 0; index < "__proto__".length; index += 1) {
      const code = "__proto__".charCodeAt(index).toString(16);
      for (const escaped of [code, code.toUpperCase()]) {
        const name = `${"__proto__".slice(0, index)}\\u00${escaped}${"__proto__".slice(index + 1)}`;
        expect(JSON.stringify(parseJson(`[{"a":1,"${name}":{"admin":true}}]`))).toBe('[{"a":1}]');
      }
    }
  });

  test("the last of two members with one name counts", () => {
    expect(parseJson('{"a":1,"a":4611686018442057913}')).toEqual({ a: "4611686018442057913" });
  });

  test("lives through a text that is nested as deep as its length allows", () => {
    const depth = 50_000;
    expect(parseJson("[".repeat(depth) + "]".repeat(depth))).toHaveLength(1);
    expect(parseJson(`${'{"__proto__":'.repeat(depth)}1${"}".repeat(depth)}`)).toEqual({});
  });

  test.each([
    ["lists within each other", "[".repeat(60_000) + "]".repeat(60_000), "nested too deep"],
    ["objects within each other", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`, "nested too deep"],
    ["lists side by side", `[${"[],".repeat(50_000)}0]`, "too many lists and objects"],
    [
      "objects where a fixed step would miss them",
      `[${`${"{},".repeat(80)}"012345678901",`.repeat(400)}0]`,
      "too many lists and objects",
    ],
  ])("refuses a text of hardly more than %s", (_, text, fault) => {
    expect(() => parseJson(text)).toThrow(fault);
  });

  test("reads many short lists, and brackets in texts", () => {
    expect(parseJson(`[${"[1,2,3],".repeat(20_000)}0]`)).toHaveLength(20_001);
    expect(parseJson(`["${"[".repeat(200_000)}"]`)).toHaveLength(1);
  });

  test("refuses a long text that is nested deeper than any answer", () => {
    const padding = " ".repeat(1_000_000);
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth) + padding;
    expect(parseJson(nested(1_000))).toHaveLength(1);
    expect(parseJson(`[${'[["["]],'.repeat(2_000)}0]${padding}`)).toHaveLength(2_001);
    for (const deep of [
      nested(1_001),
      nested(400_000),
      `${'{"a":['.repeat(501)}1${"]}".repeat(501)}${padding}`,
    ])
      expect(() => parseJson(deep)).toThrow("nested too deep");
  });

  test("takes time in proportion to a list of long integers", () => {
    expect(readLong(2)).toEqual(["1234567890123456", "1234567890123456", "a"]);
    expect(isLinear(readLong, 50_000)).toBe(true);
  });

  test("takes time in proportion to a text of nothing but digits", () => {
    expect(readSevens(4_000_000)).toHaveLength(4_000_000);
    expect(isLinear(readSevens, 4_000_000)).toBe(true);
  });

  test("keeps lone surrogates and makes huge numbers infinite, as JSON.parse does", () => {
    expect(parseJson(String.raw`["\ud800", 1e999]`)).toEqual(["\ud800", Infinity]);
  });
});

function readSevens(size: number): unknown {
  return parseJson(`"${"7".repeat(size)}"`);
}

function readLong(size: number): unknown {
  return parseJson(`[${"1234567890123456,".repeat(size)}"a"]`);
}
