import { describe, expect, it } from "vitest";

import { DAY_MS, HOUR_MS } from "../../../../src/base/duration.ts";
import { sayReading } from "../../../../src/features/posts/read/say-reading.ts";
import { english } from "../../../../src/messages/en.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const ladder = {
  subject: { kind: "milestone", hash: 7 } as const,
  thing: { subject: { kind: "milestone", hash: 7 } as const, label: "Ladder", endAt: NOW + DAY_MS },
};
const saying = { now: NOW, zone: "UTC", locale: "en-GB", messages: english };
const before = (thing: string) => ({ kind: "dated", thing, edge: "end", leadMs: HOUR_MS }) as const;

describe("sayReading", () => {
  it("says when a reminder about the subject's own dates comes", () => {
    const [said] = sayReading({ rules: [before("milestone:7")] }, ladder, saying);
    expect(said?.words).toMatch(/Wednesday,? 25 November 2026.* 11:00/);
  });

  it("doesn't take the subject's dates for those of a reset it is set by", () => {
    const [said] = sayReading({ rules: [before("reset:week")] }, ladder, saying);
    expect(said?.words).toMatch(/reset/);
    expect(said?.words).not.toMatch(/November/);
  });
});
