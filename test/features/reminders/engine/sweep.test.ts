import { expect, it } from "vitest";

import { sweepReminders } from "../../../../src/features/reminders/engine/sweep.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { knownDateRows } from "../../../../src/features/reminders/store/known-date-rows.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { announcement, NOW, stageBook } from "../reminder-service-harness.ts";
import { DAY } from "../../../support/time.ts";
import { ManualClock } from "../../../support/manual-clock.ts";

describeEachDatabase("what waits for something that is long over", (database) => {
  /** The state of a reminder of a thing with these dates, so long after its time. */
  async function stateAfter(
    days: number,
    { thing, ...dates }: { readonly thing: string; readonly startAt?: number; readonly endAt?: number },
    seenAt = NOW,
  ): Promise<string | undefined> {
    const { queries } = database();
    const { book: reminders, store } = stageBook(queries);
    const known = knownDateRows(queries);
    const rule = { kind: "dated", thing, edge: "start", leadMs: 0 } as const;
    const made = await reminders.make(announcement({ rule }));
    if (!("reminder" in made)) throw new Error(`nothing was made: ${made.kind}`);
    const { startAt: start_at = null, endAt: end_at = null } = dates;
    const row = { thing, start_at, end_at, every_ms: null, title: "x", seen_at: seenAt, is_followed: 1 };
    await known.put([row]);
    const clock = new ManualClock(NOW + days * DAY);
    await sweepReminders({ queries, clock, log: silentLog });
    return (await store.reminders.find(made.reminder.id))?.state;
  }

  it.each([
    ["an event that has an end", { thing: "ritual:3:a", startAt: NOW - DAY, endAt: NOW }, 7],
    ["an event that has only a start", { thing: "ritual:3:a", startAt: NOW }, 7],
    ["a milestone that has only a start", { thing: "milestone:7", startAt: NOW }, 60],
  ])("is ended so many days later, not before: %s", async (_, thing, days) => {
    expect(await stateAfter(days - 1, thing)).toBe("active");
    expect(await stateAfter(days, thing)).toBe("ended");
  });

  it("is kept while answers hold it", async () => {
    const seenAt = NOW + 20 * DAY;
    expect(await stateAfter(25, { thing: "ritual:3:a", startAt: NOW }, seenAt)).toBe("active");
  });
});
