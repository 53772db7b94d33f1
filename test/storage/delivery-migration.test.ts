import { expect, it } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { useFolder } from "../support/databases.ts";
import { addReminder } from "../support/reminder-rows.ts";

const folder = useFolder();
const NUMBER = 12;
const SLOT = Date.parse("2026-11-20T12:00:00Z");

it("lets notes that wait in a database of before arrive however late, and nothing else", async () => {
  const url = `file:${folder.path}/milepost.db`;
  const before = await openDatabase({ url, migrations: migrations.filter(({ number }) => number < NUMBER) });
  const store = reminderStore(before.queries);
  const contents = {
    note: '{"subject":{"kind":"note","text":"Water"}}',
    reset: '{"subject":{"kind":"reset","every":"week"}}',
    unreadable: "{",
  };
  for (const [id, content] of Object.entries(contents)) {
    await addReminder(store, { id, target: id, slot: SLOT });
    await before.queries.updateTable("reminders").set({ content }).where("id", "=", id).execute();
    const occurrence = { slot: SLOT, usefulUntil: SLOT + 1, sendAt: SLOT, joins: false };
    await store.occurrences.plan([{ reminderId: id, from: SLOT, revision: 1, missed: [], occurrence }], SLOT);
  }
  await before.close();
  const after = await openDatabase({ url });
  const rows = await after.queries
    .selectFrom("deliveries")
    .select(["reminder_id", "useful_until"])
    .orderBy("reminder_id")
    .execute();
  await after.close();
  expect(rows.map(({ reminder_id: id, useful_until: until }) => [id, until])).toEqual([
    ["note", Number.MAX_SAFE_INTEGER],
    ["reset", SLOT + 1],
    ["unreadable", SLOT + 1],
  ]);
});
