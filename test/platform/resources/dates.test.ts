import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readDate } from "../../../src/platform/resources/dates.ts";

const NOON = "2026-11-01T12:00:00.000Z";

describe("readDate", () => {
  test("gives a text for every text, and for a number a date in ISO 8601 or nothing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readDate(text)).toBeTypeOf("string");
      }),
    );
    fc.assert(
      fc.property(fc.double(), (number) => {
        const read = readDate(number);
        expect(read === undefined || new Date(read).toISOString() === read).toBe(true);
      }),
    );
  });

  test.each([
    [1793534400, NOON],
    ["1793534400", NOON],
    [1793534400.5, "2026-11-01T12:00:00.500Z"],
    [1793534400000, NOON],
    ["1793534400000", NOON],
    ["2026-11-01T12:00:00Z", "2026-11-01T12:00:00Z"],
    ["2026-11-01 12:00:00", "2026-11-01T12:00:00Z"],
    ["2026-11-01T12:00", "2026-11-01T12:00Z"],
    ["2026-11-01 12:00:00.25", "2026-11-01T12:00:00.25Z"],
    ["2026-11-01T13:00:00+01:00", "2026-11-01T13:00:00+01:00"],
    ["Sun, 01 Nov 2026 12:00:00 GMT", NOON],
    ["1 November 2026 12:00", NOON],
    ["2026-11-01", "2026-11-01"],
    ["soon", "soon"],
  ])("reads %j as %s", (value, date) => {
    expect(readDate(value)).toBe(date);
  });

  test.each([1e300, Number.NaN, Number.POSITIVE_INFINITY])("%j is no date", (value) => {
    expect(readDate(value)).toBeUndefined();
  });
});
