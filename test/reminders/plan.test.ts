import { expect, it } from "vitest";

import { replanOf } from "../../src/reminders/plan.ts";
import { reminderStore } from "../../src/reminders/ports.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { addReminder, START } from "./ledger.ts";

it("an edited reminder's next slot is the one after now, and nothing is posted for the time before", async () => {
  const database = await openDatabase({ url: ":memory:" });
  await addReminder(database, "daily", { rule: { kind: "weekly", zone: "UTC", time: "18:30", days: [] } });
  const row = await reminderStore(database.queries).reminders.find("daily");
  if (row === undefined) throw new Error("the reminder was not stored");
  const plan = replanOf(row, START);
  expect(plan).toMatchObject({ reminderId: "daily", from: START, revision: 1, missed: [] });
  expect(plan.next?.slot).toBe(Date.parse("2026-11-20T18:30:00Z"));
  expect(plan.occurrence).toBeUndefined();
  await database.close();
});
