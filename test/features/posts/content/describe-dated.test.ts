import { expect, it } from "vitest";

import { edgeAt, endedAt } from "../../../../src/features/posts/content/describe-dated.ts";
import { KnownDatesStore } from "../../../../src/features/posts/engine/known-dates.ts";
import { knownDateRows } from "../../../../src/features/posts/store/platform-rows.ts";
import type { ReminderRow } from "../../../../src/features/posts/store/reminder-rows.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { contentOf } from "../reminder-service-harness.ts";

const START = Date.parse("2026-11-20T17:00:00Z");
const subject = { kind: "milestone", hash: 7 } as const;

it("knows each period of what comes every week and ends after two days", async () => {
  const database = await openDatabase({ url: ":memory:" });
  const known = new KnownDatesStore(knownDateRows(database.queries), new ManualClock(START));
  const dates = { startAt: START, endAt: START + 2 * DAY, everyMs: 7 * DAY };
  await known.learn([{ subject, label: "The fair", ...dates, seenAt: START, isStale: false }]);
  const row = await known.find("milestone:7");
  const content = JSON.stringify(contentOf({ subject, title: "The fair" }));
  for (const edge of ["start", "end"] as const) {
    const rule = { kind: "dated", thing: "milestone:7", edge, leadMs: HOUR } as const;
    const reminder = { rule: JSON.stringify(rule), content } as ReminderRow;
    for (const weeks of [-1, 0, 3]) {
      const [start, end] = [START + weeks * 7 * DAY, START + weeks * 7 * DAY + 2 * DAY];
      const at = edge === "start" ? start : end;
      expect(edgeAt(rule, at - HOUR, row)).toBe(at);
      // One that is repeated comes later than it was planned.
      expect(edgeAt(rule, at - MINUTE, row)).toBe(at);
      expect(await endedAt({ reminder, slot: at - HOUR }, start, known)).toBe(end);
    }
  }
  await database.close();
});
