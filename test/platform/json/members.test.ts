import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { LargeObject, membersOf } from "../../../src/platform/json/members.ts";

function read(text: string): readonly (readonly [string, unknown])[] {
  return [...membersOf(new LargeObject(Buffer.from(text)))].map(([key, value]) => [
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

  it.each([
    "",
    "[]",
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
      fc.property(bytes, (parts) => {
        let thrown: unknown;
        try {
          read(`{${parts.join("")}`);
        } catch (error) {
          thrown = error;
        }
        expect(thrown === undefined || thrown instanceof SyntaxError).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
