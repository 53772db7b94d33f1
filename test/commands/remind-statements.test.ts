import type { KyselyPlugin } from "kysely";
import { expect, it } from "vitest";

import type { Database } from "../../src/storage/database.ts";
import { describeEachDatabase } from "../support/databases.ts";
import { openRemindTable } from "./remind-harness.ts";

describeEachDatabase("/remind new", (database) => {
  it("takes six statements at most, however many reminders there are", async () => {
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const counted = Object.create(database(), {
      queries: { value: database().queries.withPlugin(counting) },
    }) as Database;
    const table = await openRemindTable({}, counted);
    for (let index = 0; index < 20; index += 1) await table.create(`Water plant ${index}`, "in 2 hours");
    statements = 0;
    await table.create("Feed the cat", "in 3 hours");
    expect(statements).toBeLessThanOrEqual(6);
    expect(statements).toBeGreaterThan(2);
  });
});
