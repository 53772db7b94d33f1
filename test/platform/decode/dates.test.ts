import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readDate } from "../../../src/platform/decode/dates.ts";

const NOON = "2026-11-01T12:00:00.000Z";

describe("readDate", () => {
  test("gives a date in ISO 8601 or nothing, whatever it reads", () => {
    const spellings = fc.constantFrom("iso", "seconds", "milliseconds", "text");
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), fc.double()), spellings, (value, spelling) => {
        const read = readDate(value, spelling);
        expect(read === undefined || new Date(read).toISOString() === read).toBe(true);
      }),
    );
  });

  test.each([
    [1793534400, "seconds", NOON],
    ["1793534400", "seconds", NOON],
    [1793534400.5, "seconds", "2026-11-01T12:00:00.500Z"],
    [1793534400000, "milliseconds", NOON],
    ["2026-11-01T12:00:00Z", "seconds", NOON],
    ["2026-11-01 12:00:00", "text", NOON],
    ["2026-11-01T12:00", "text", NOON],
    ["2026-11-01 12:00:00.25", "text", "2026-11-01T12:00:00.250Z"],
    ["2026-11-01T13:00:00+01:00", "text", NOON],
    ["Sun, 01 Nov 2026 12:00:00 GMT", "text", NOON],
    ["1 November 2026 12:00", "text", NOON],
    ["2026-11-01", "text", "2026-11-01T00:00:00.000Z"],
  ] as const)("reads %j as %s", (value, spelling, date) => {
    expect(readDate(value, spelling)).toBe(date);
  });

  test.each([
    ["tomorrow", "text"],
    ["", "text"],
    [1793534400, "text"],
    [1e300, "seconds"],
    [Number.NaN, "milliseconds"],
    [true, "text"],
    [{}, "seconds"],
  ] as const)("%j is no date by %s", (value, spelling) => {
    expect(readDate(value, spelling)).toBeUndefined();
  });
});
