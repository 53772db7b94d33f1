import { describe, expect, it } from "vitest";

import { upcomingOccurrences } from "../../src/schedule/upcoming-occurrences.ts";
import { createViewContext } from "../../src/features/kit/command/command-context.ts";
import { md } from "../../src/base/markdown.ts";
import { preview, type Rule } from "../../src/schedule/next-slot.ts";
import { troubleWords } from "../../src/features/posts/view/trouble-words.ts";
import { upcomingOccurrenceLines } from "../../src/features/posts/view/when-words.ts";
import { fakePlatform, fakeServices } from "../support/fake-services.ts";
import { contextOf } from "../support/run-command.ts";

const context = createViewContext({ ...contextOf(fakeServices({ platform: fakePlatform({}, []) })) });
const berlin = { zone: "Europe/Berlin" };

describe("the next times", () => {
  it.each([
    ["02:30", "moved: clocks skip that time"],
    ["12:00", "clocks change before this"],
  ])("marks at %s where clocks change: %s", (time, mark) => {
    const rule: Rule = { kind: "weekly", days: [], time, ...berlin };
    const times = preview(rule, Date.UTC(2026, 2, 27), { count: 4 });
    const rows =
      upcomingOccurrenceLines(upcomingOccurrences(rule, times), context)?.toString().split("\n") ?? [];
    const marks = rows.map((row) => /\((.*)\)/.exec(row)?.[1]);
    expect(marks).toEqual([undefined, undefined, undefined, mark, undefined]);
  });

  it("marks nothing of what comes every few hours: no clock is kept to", () => {
    const hours = { unit: "hour", count: 11, from: "2026-03-28", time: "12:00" } as const;
    const rule: Rule = { kind: "interval", ...hours, ...berlin };
    const times = preview(rule, Date.UTC(2026, 2, 28), { count: 5 });
    const marked = upcomingOccurrences(rule, times).filter(({ isMoved }) => isMoved);
    expect(times).toHaveLength(5);
    expect(marked).toEqual([]);
  });

  it("marks none of a time with seconds", () => {
    const rule: Rule = { kind: "once", date: "2026-03-28", time: "12:00:30", ...berlin };
    const times = preview(rule, Date.UTC(2026, 2, 28));
    expect(upcomingOccurrences(rule, times)).toMatchObject([{ isMoved: false }]);
  });

  it("lists nothing where nothing is known", () => {
    expect(upcomingOccurrenceLines([], context)).toBeUndefined();
    expect(upcomingOccurrences({ kind: "watch", what: "x" }, [5])).toEqual([
      { at: 5, isMoved: false, isAfterChange: false },
    ]);
  });
});

describe("why nothing was posted, in words", () => {
  it.each([
    ["missing-permission", /can't post in #news[^]*Send Messages/],
    ["missing-access", /can't see #news[^]*View Channel/],
    ["channel-gone", /is gone[^]*another channel/],
    ["unavailable", /isn't responding[^]*tries again/],
    ["too-fast", /asked for a pause/],
    ["message-invalid", /refused it[^]*log has Discord's code/],
    ["refused", /refused it[^]*log has Discord's code/],
    ["blocked-by-automod", /AutoMod/],
    ["toString", /It wasn't posted/],
    ["switched-off", /paused at that time/],
  ])("says of %s what is so and what mends it", (reason, words) => {
    const { what, fix } = troubleWords(reason, md`#news`, context);
    expect([what, fix].join(" ")).toMatch(words);
  });
});
