import { expect, it } from "vitest";

import { reminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { ledgerBacklog } from "../../../../src/features/posts/store/delivery-rows.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { addDue, claim, DUE } from "./rows.ts";

describeEachDatabase("what is overdue", (database) => {
  it("is what waits since before then, by why, apart from what is held", async () => {
    const store = reminderStore(database().queries);
    for (const id of ["sent", "failed", "failed-too", "held"]) await addDue(store, id);
    for (const one of await claim(store, DUE)) {
      const settled = {
        sent: { state: "sent", channelId: "c", code: "x" },
        failed: { state: "failed", code: "unavailable", nextTry: DUE + 9, isDoubtful: false },
        held: { state: "held", code: "missing-access", nextTry: DUE + 9 },
      } as const;
      const id = one.rows[0].reminder_id.replace("-too", "") as keyof typeof settled;
      await store.deliveries.settle({ claim: one, settled: settled[id], now: DUE });
    }
    await addDue(store, "waits");
    await addDue(store, "quiet", { sendAt: DUE + 1 });
    await addDue(store, "young", { slot: DUE + 1 });
    expect(await ledgerBacklog(database().queries, DUE)).toEqual({ late: [], held: [] });
    expect(await ledgerBacklog(database().queries, DUE + 1)).toEqual({
      late: [
        { code: "unavailable", count: 2 },
        { code: "", count: 1 },
      ],
      held: [{ code: "missing-access", count: 1 }],
    });
  });
});
