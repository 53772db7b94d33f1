import { expect, it } from "vitest";

import { silentLog } from "../../../../src/base/log.ts";
import { KnownDatesStore } from "../../../../src/features/reminders/engine/known-dates.ts";
import { PlatformWatch } from "../../../../src/features/reminders/engine/platform-watch.ts";
import { knownDateRows } from "../../../../src/features/reminders/store/known-date-rows.ts";
import { systemContext } from "../../../../src/features/shared/system-context.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { fakePlatform, fakeServices } from "../../../support/fake-services.ts";
import { HOUR } from "../../../support/time.ts";
import { NOW, personal, stageBook } from "../reminder-service-harness.ts";

const THING = "milestone:7";

describeEachDatabase("a date that moved", (database) => {
  it("counts for a reminder that is changed while it is planned anew", async () => {
    const { queries } = database();
    const { book: reminders, store, clock, dates } = stageBook(queries);
    dates.set(THING, { startAt: NOW, endAt: NOW + 10 * HOUR });
    const rule = { kind: "dated", thing: THING, edge: "end", leadMs: HOUR } as const;
    const made = await reminders.make(personal({ rule }));
    const id = "reminder" in made ? made.reminder.id : "";
    const rows = knownDateRows(queries);
    const row = { thing: THING, title: "x", start_at: NOW, end_at: NOW + 5 * HOUR, every_ms: null };
    await rows.put([{ ...row, seen_at: NOW, is_followed: 0 }]);
    const services = fakeServices({ platform: fakePlatform({}, []) });
    let isChanged = false;
    const watch = new PlatformWatch({
      store: {
        ...store,
        occurrences: {
          ...store.occurrences,
          async plan(plans, now) {
            if (!isChanged) await store.reminders.change(id, 1, { editor_id: "other" });
            isChanged = true;
            return store.occurrences.plan(plans, now);
          },
        },
      },
      known: new KnownDatesStore(rows, clock),
      recheckPosts: async () => {},
      findNew: async () => {},
      background: (signal) => systemContext({ services, now: NOW, locale: "en-US", signal }),
      clock,
      random: () => 0.5,
      log: silentLog,
      wake: () => {},
    });
    await watch.poll();
    await watch.poll();
    expect((await reminders.find(id))?.nextAt).toBe(NOW + 4 * HOUR);
    expect(await rows.changed()).toEqual([]);
  });
});
