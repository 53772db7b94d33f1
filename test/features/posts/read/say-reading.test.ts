import { describe, expect, it } from "vitest";

import { DAY_MS, HOUR_MS } from "../../../../src/base/duration.ts";
import { isExact, sayReading } from "../../../../src/features/posts/read/say-reading.ts";
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

  it("says when what lasts the game's week starts again, which the platform lists only then", () => {
    const thing = { ...ladder.thing, startAt: NOW - 6 * DAY_MS };
    const starts = { kind: "dated", thing: "milestone:7", edge: "start", leadMs: 0 } as const;
    const [said] = sayReading({ rules: [starts] }, { ...ladder, thing }, saying);
    expect(said?.words).toMatch(/when it starts, on Wednesday,? 25 November 2026.* 12:00/);
    const other = { ...thing, startAt: NOW - 5 * DAY_MS };
    const [unknown] = sayReading({ rules: [starts] }, { ...ladder, thing: other }, saying);
    expect(unknown?.words).toBe("when it starts");
  });

  it("says soon after a reset as that, though it is planned before the next", () => {
    const late = { kind: "dated", thing: "reset:day", edge: "end", leadMs: 23 * HOUR_MS } as const;
    expect(sayReading({ rules: [late] }, ladder, saying)[0]?.words).toBe("1 hour after the daily reset");
  });

  it("leaves a choice among readings open, whatever the first one is", () => {
    const said = sayReading({ rules: [before("milestone:7"), before("reset:week")] }, ladder, saying);
    expect(isExact("1 hour before it ends", said.slice(0, 1))).toBe(true);
    expect(isExact("1 hour before it ends", said)).toBe(false);
  });

  it("doesn't take the subject's dates for those of a reset it is set by", () => {
    const [said] = sayReading({ rules: [before("reset:week")] }, ladder, saying);
    expect(said?.words).toMatch(/reset/);
    expect(said?.words).not.toMatch(/November/);
  });
});
