import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { expect, it } from "vitest";

import { reopenDestinations } from "../../../../src/features/posts/store/update-destinations.ts";
import { sweepReminders } from "../../../../src/features/posts/engine/sweep.ts";
import { systemClock } from "../../../../src/base/clock.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { reminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { migrate } from "../../../../src/storage/migrate.ts";
import { migrations } from "../../../../src/storage/migrations/index.ts";
import type { Tables } from "../../../../src/storage/schema.ts";
import { postUpdateRows } from "../../../../src/features/posts/store/delivery-rows.ts";
import { repeatsAndSnoozes } from "../../../../src/features/posts/store/occurrence-rows.ts";
import { reminderNotices } from "../../../../src/features/posts/store/member-rows.ts";

/** The indexes named hold only what is to be done. */
const SCANS_A_TABLE =
  /^SCAN (reminders|destinations|occurrences|deliveries|reminder_notices)\b(?! USING INDEX deliveries_to_)/;

it("what is looked at every few minutes is sought by index, however many reminders there are", async () => {
  const sqlite = new Sqlite(":memory:");
  const heard = new Map<string, readonly unknown[]>();
  const queries = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: sqlite }),
    log: ({ query }) => void heard.set(query.sql, query.parameters),
  });
  await migrate({ queries, engine: "sqlite", migrations, clock: systemClock, backUp: async () => {} });
  heard.clear();
  const store = reminderStore(queries);
  const { reminders, deliveries, occurrences } = store;
  await reminders.awaited();
  await reminders.waitingFor({ thing: "a" });
  await reminders.waitingFor({ thing: "a", isUnplanned: true }, "x");
  await reminders.waitingFor({ watch: "entries" });
  await reminders.list({ ownerId: "a" });
  await reminders.list({ guildId: "a" });
  await deliveries.wasSent({ ownerId: "a", code: "b", since: 1 });
  await deliveries.dropWaiting("a", "b", 1);
  await occurrences.missed("a", 5);
  await occurrences.last("a");
  await occurrences.nextAfter(1);
  const after = postUpdateRows(queries);
  await after.ofPost("a");
  await after.recheck("a", 1);
  await after.nextAt();
  await after.toEdit(1, 5);
  await after.toPublish(1, 5);
  await reopenDestinations(queries, "a", 1);
  await repeatsAndSnoozes(queries).done({ reminderId: "a", slot: 1 }, 1);
  await reminderNotices(queries).of("a", 5);
  const asked = [...heard].filter(([sql]) => /^\s*(?:select|with|update|delete)/i.test(sql));
  const scans = asked.flatMap(([sql, parameters]) =>
    (sqlite.prepare(`explain query plan ${sql}`).all(...parameters) as { readonly detail: string }[])
      .map(({ detail }) => detail)
      .filter((detail) => SCANS_A_TABLE.test(detail))
      .map((detail) => [detail, sql]),
  );
  expect(scans).toEqual([]);
  expect(asked.length).toBeGreaterThan(12);
  await sweepReminders({ queries, clock: systemClock, log: silentLog });
  await queries.destroy();
});
