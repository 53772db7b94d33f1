import { expect, it } from "vitest";

import { readRule } from "../../../../src/features/shared/read-rule.ts";
import { HOUR } from "../../../support/time.ts";

const NOW = Date.parse("2026-11-21T06:00:00Z");
const here = { now: NOW, zone: "UTC" };
const subject = { kind: "milestone", hash: 5 } as const;
const weekly = (startAt: number, endAt: number) => ({
  subject,
  thing: { subject, label: "A week of races", startAt, endAt },
});
const running = weekly(NOW - 48 * HOUR, NOW + 120 * HOUR);
const coming = weekly(NOW + 48 * HOUR, NOW + 216 * HOUR);

it("refuses a lead before the start of what is listed only once it runs, and says so", () => {
  expect(readRule("1 hour before it starts", running, here)).toBe("begun");
});

it.each([
  ["when it starts", running, "start"],
  ["1 hour before it ends", running, "end"],
  ["1 hour early", running, "end"],
  ["1 hour before it starts", coming, "start"],
])("takes what can come: %s", (typed, what, edge) => {
  expect(readRule(typed, what, here)).toMatchObject({ kind: "dated", thing: "milestone:5", edge });
});
