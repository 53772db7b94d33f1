import { describe } from "vitest";

import { reminderStore } from "../../../../src/features/reminders/engine/ports.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { claimsDeliveries } from "./deliveries.ts";
import { makesDigests } from "./digests.ts";
import { plansOccurrences } from "./occurrences.ts";
import { keepsReminders } from "./reminders.ts";

/** What the engine relies on, of any database: the suites know nothing but the port. */
describeEachDatabase("a store of reminders", (database) => {
  const store = () => reminderStore(database().queries);
  describe("reminders", () => {
    keepsReminders(store);
  });
  describe("occurrences", () => {
    plansOccurrences(store);
  });
  describe("deliveries", () => {
    claimsDeliveries(store);
  });
  describe("digests", () => {
    makesDigests(store);
  });
});
