import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { LargeJson, membersOf } from "../../../src/platform/json/members.ts";

function read(text: string): readonly (readonly [string | undefined, unknown])[] {
  return [...membersOf(new LargeJson(Buffer.from(text)))].map(([key, value]) => [
    key,
    JSON.parse(value) as unknown,
  ]);
}

describe("membersOf", () => {
  it("gives the members JSON.parse gives, whatever they hold and however they are spaced", () => {
    const objects = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 }), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(objects, fc.constantFrom(undefined, 1, "\t", "\n \r"), (object, space) => {
        const text = ` ${JSON.stringify(object, null, space)}\n`;
        expect(Object.fromEntries(read(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("gives the entries of a list without keys", () => {
    expect(read(` [1, {"a":[2]},"x" ,[]\n]`)).toEqual([
      [undefined, 1],
      [undefined, { a: [2] }],
      [undefined, "x"],
      [undefined, []],
    ]);
    expect(read("[ ]")).toEqual([]);
  });

  it.each([
    "",
    "1",
    "[",
    "[1",
    "[1,",
    "[1,]",
    "[1 2]",
    "[1}",
    "{",
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{"a" 1}',
    '{"a":"x',
    '{"a":{"b":1}',
    "{a:1}",
    "{1:2}",
    '{"a":1 2}',
  ])("throws a SyntaxError for %j", (text) => {
    expect(() => read(text)).toThrow(SyntaxError);
  });

  it("never hangs, and throws nothing else, whatever the bytes are", () => {
    const bytes = fc.array(fc.constantFrom(...Array.from('{}[]":,\\ 1a\u0000'), "é"), { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom("{", "["), bytes, (open, parts) => {
        let thrown: unknown;
        try {
          read(`${open}${parts.join("")}`);
        } catch (error) {
          thrown = error;
        }
        expect(thrown === undefined || thrown instanceof SyntaxError).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
