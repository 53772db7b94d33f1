import * as fc from "fast-check";
import { expect, test } from "vitest";

import { placeLabel } from "../../src/pictures/cards/week-label.ts";

const LEFT = 24;
const RIGHT = 496;
const BAR = 36;

const anyRow = fc
  .record({
    name: fc.double({ min: 5, max: 900, noNaN: true }),
    until: fc.constantFrom(0, 60, 90, 130),
    from: fc.double({ min: LEFT, max: RIGHT - BAR, noNaN: true }),
    length: fc.double({ min: BAR, max: RIGHT, noNaN: true }),
    nowAt: fc.double({ min: LEFT, max: LEFT + 67, noNaN: true }),
  })
  .map(({ name, until, from, length, nowAt }) => {
    const end = Math.min(RIGHT, from + length);
    return { name, until, start: from, textStart: from + 44, end, nowAt, left: LEFT, right: RIGHT };
  });

test("words stay inside the week, beside one another and off the line that marks now", () => {
  const property = fc.property(anyRow, (row) => {
    const { name, untilX } = placeLabel(row);
    const parts = [
      { from: name.x, to: name.x + name.width },
      ...(untilX === undefined ? [] : [{ from: untilX, to: untilX + row.until }]),
    ];
    for (const { from, to } of parts) {
      expect(from).toBeGreaterThanOrEqual(LEFT - 0.001);
      expect(to).toBeLessThanOrEqual(RIGHT + 0.001);
      expect(from > row.nowAt || to <= row.nowAt).toBe(true);
    }
    const [first, second] = parts.toSorted((one, other) => one.from - other.from);
    expect(first?.to ?? 0).toBeLessThanOrEqual((second?.from ?? RIGHT) + 0.001);
  });
  fc.assert(property, { numRuns: 5_000 });
});

test("a name that has room is never cut nor broken: in its bar, else behind it, else before it", () => {
  const wide = { until: 80, nowAt: 40, left: LEFT, right: RIGHT };
  const inBar = placeLabel({ ...wide, name: 150, start: 140, textStart: 184, end: 400 });
  expect(inBar).toEqual({ name: { x: 184, width: 206, lines: 1 }, untilX: 408 });
  const behind = placeLabel({ ...wide, name: 150, start: 24, textStart: 68, end: 100 });
  expect(behind).toMatchObject({ name: { x: 108, lines: 1 }, untilX: 266 });
  const before = placeLabel({ ...wide, name: 150, start: 440, textStart: 484, end: 480 });
  expect(before).toMatchObject({ name: { x: 194, lines: 1 }, untilX: 352 });
});

test("the end of what has a name on two lines is told beside it", () => {
  const behind = {
    name: 300,
    until: 80,
    start: 24,
    textStart: 68,
    end: 200,
    nowAt: 40,
    left: LEFT,
    right: RIGHT,
  };
  expect(placeLabel({ ...behind, balanced: 120 })).toEqual({
    name: { x: 208, width: 120, lines: 2 },
    untilX: 336,
  });
});

test("a name too long for any of them takes two lines where there is most room", () => {
  const label = placeLabel({
    name: 600,
    until: 80,
    start: 440,
    textStart: 484,
    end: 480,
    nowAt: 40,
    left: LEFT,
    right: RIGHT,
  });
  expect(label.name).toMatchObject({ lines: 2, isAtEnd: true });
  expect(label.name.width).toBeGreaterThan(280);
});
