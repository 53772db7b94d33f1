import { expect, it } from "vitest";

import { lookBeforePosting } from "../../../../src/features/posts/engine/plan-occurrences.ts";
import { describeOnSqlite } from "../../../support/databases.ts";
import { DAY, MINUTE } from "../../../support/time.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";

describeOnSqlite("a database restored from a copy", (database) => {
  it("has what is due looked for before it is posted, and nothing else", async () => {
    const rule = { kind: "weekly", zone: "UTC", time: "11:59", days: [] } as const;
    await addReminder(database(), "sent", { rule, slot: START - MINUTE });
    for (const id of ["found", "missing"]) await addReminder(database(), id);
    await addReminder(database(), "later", { slot: START + DAY });
    const { look, post, store, states, clock } = stageOf(database());
    const later = { slot: START + DAY, usefulUntil: START + 2 * DAY, sendAt: START + DAY, joins: false };
    const plan = { reminderId: "later", from: START + DAY, revision: 1, missed: [], occurrence: later };
    await store.occurrences.plan([plan], START);
    await look(START - MINUTE);
    clock.at = START + MINUTE;
    await addReminder(database(), "doubtful", { slot: START - MINUTE });
    const doubtful = { ...plan, reminderId: "doubtful", from: START - MINUTE };
    await store.occurrences.plan([{ ...doubtful, occurrence: { ...later, slot: START - MINUTE } }], START);
    const { queries } = database();
    const before = queries.updateTable("deliveries").set({ state: "failed", doubt_since: START - MINUTE });
    await before.where("reminder_id", "=", "doubtful").execute();
    expect(await lookBeforePosting(queries, { since: START - 1, clock })).toBe(2);
    expect((await store.deliveries.history("doubtful", 1))[0]?.doubt_since).toBe(START - MINUTE);
    await store.reminders.remove("doubtful");
    const [found] = await store.deliveries.history("found", 1);
    post.sent.push({ target: "channel-found", deliveryId: found?.id ?? "", body: {} });
    await look(START + MINUTE);
    expect(post.looks).toBe(2);
    expect(post.sent.map(({ target }) => target)).toEqual([
      "channel-sent",
      "channel-found",
      "channel-missing",
    ]);
    for (const id of ["sent", "found", "missing"]) expect(await states(id)).toEqual(["sent"]);
    expect(await states("later")).toEqual(["due"]);
  });
});
