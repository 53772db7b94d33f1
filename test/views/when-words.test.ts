import { describe, expect, it } from "vitest";

import { firingsOf } from "../../src/app/firings.ts";
import { lookOf } from "../../src/app/look.ts";
import { md } from "../../src/base/markdown.ts";
import { preview, type Rule } from "../../src/reminders/schedule.ts";
import { troubleWords } from "../../src/views/trouble.ts";
import { firingLines, leadWords, whenWords } from "../../src/views/when-words.ts";
import { fakePlatform, fakeServices } from "../app/fake-services.ts";
import { asked } from "../commands/asking.ts";

const look = lookOf({ ...fakeServices({ platform: fakePlatform({}, []) }), ...asked() });
const HOUR_MS = 3_600_000;
const berlin = { zone: "Europe/Berlin" };

describe("when something is due, in words", () => {
  it.each([
    [{ kind: "weekly", days: [], time: "18:00", ...berlin }, "every day at 18:00"],
    [{ kind: "weekly", days: [5, 1, 2, 3, 4], time: "18:00", ...berlin }, "Monday to Friday at 18:00"],
    [{ kind: "weekly", days: [6, 0], time: "09:30", ...berlin }, "Saturdays and Sundays at 09:30"],
    [{ kind: "weekly", days: [0, 1], time: "09:30", ...berlin }, "every Monday and Sunday at 09:30"],
    [
      { kind: "once", date: "2026-12-24", time: "18:00", ...berlin },
      "once, Thursday, December 24, 2026 at 18:00",
    ],
    [{ kind: "dated", thing: "milestone:1", edge: "start", leadMs: 0 }, "when it starts"],
    [{ kind: "dated", thing: "milestone:1", edge: "end", leadMs: HOUR_MS }, "1 hour before it ends"],
    [{ kind: "dated", thing: "reset:week", edge: "start", leadMs: 26 * HOUR_MS }, "1 day 2 hours before it"],
    [{ kind: "watch", what: "any" }, "when there is something new"],
  ] as const)("says of %j: %s", (rule, words) => {
    expect(whenWords(rule, look)).toBe(words);
  });

  it.each([
    [0, "0 minutes"],
    [45_000, "45 seconds"],
    [10 * 60_000 + 20_000, "10 minutes"],
    [7 * 24 * HOUR_MS, "7 days"],
    [25 * HOUR_MS + 60_000, "1 day 1 hour"],
  ])("says %i ms as %s", (ms, words) => {
    expect(leadWords(ms, look)).toBe(words);
  });

  it.each([
    ["02:30", "moved: clocks skip that time"],
    ["12:00", "clocks change before this"],
  ])("marks at %s where clocks change: %s", (time, mark) => {
    const rule: Rule = { kind: "weekly", days: [], time, ...berlin };
    const times = preview(rule, Date.UTC(2026, 2, 27), { count: 4 });
    const rows = firingLines(firingsOf(rule, times), look)?.toString().split("\n") ?? [];
    const marks = rows.map((row) => /\((.*)\)/.exec(row)?.[1]);
    expect(marks).toEqual([undefined, undefined, undefined, mark, undefined]);
  });

  it("lists nothing where nothing is known", () => {
    expect(firingLines([], look)).toBeUndefined();
    expect(firingsOf({ kind: "watch", what: "x" }, [5])).toEqual([
      { at: 5, isMoved: false, isAfterChange: false },
    ]);
  });
});

describe("why nothing was posted, in words", () => {
  it.each([
    ["50013", /may not post in #news[^]*“Send Messages” in #news/],
    ["50001", /can't see #news[^]*View Channel/],
    ["10003", /is gone[^]*another channel/],
    ["http-503", /Discord did not answer[^]*tried again/],
    ["http-0", /Discord did not answer/],
    ["http-429", /asked for a pause/],
    ["http-400", /refused it \(code 400\)/],
    ["50109", /refused it \(code 50109\)/],
    ["toString", /It was not posted/],
    ["switched-off", /paused when it was due/],
  ])("says of %s what is so and what mends it", (reason, words) => {
    const { what, fix } = troubleWords(reason, md`#news`, look);
    expect([what, fix].join(" ")).toMatch(words);
  });
});
