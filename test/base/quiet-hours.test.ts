import { describe, expect, it } from "vitest";

import { quietUntil } from "../../src/base/quiet-hours.ts";

const utc = (text: string) => Date.parse(text);

describe("quiet hours", () => {
  const night = { zone: "Europe/Berlin", from: "22:00", to: "07:00" };

  it.each([
    ["2026-11-20T20:59:59Z", undefined],
    ["2026-11-20T21:00:00Z", "2026-11-21T06:00:00Z"],
    ["2026-11-21T05:59:59Z", "2026-11-21T06:00:00Z"],
    ["2026-11-21T06:00:00Z", undefined],
    ["2026-03-28T23:00:00Z", "2026-03-29T05:00:00Z"],
  ])("at %s last until %s", (now, until) => {
    expect(quietUntil(night, utc(now))).toBe(until === undefined ? undefined : utc(until));
  });

  it("are none when they begin as they end", () => {
    expect(quietUntil({ ...night, to: night.from }, utc("2026-11-20T21:00Z"))).toBeUndefined();
  });
});
