import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";

import { systemClock } from "../../../../src/base/clock.ts";
import type { Database } from "../../../../src/storage/database.ts";
import { migrate } from "../../../../src/storage/migrate.ts";
import { migrations } from "../../../../src/storage/migrations/index.ts";
import { onlyNode } from "../../../../src/storage/only-node.ts";
import type { Tables } from "../../../../src/storage/schema.ts";
import { addReminder, START, stageOf } from "../engine/engine-harness.ts";
import { HOUR_MS } from "../../../../src/base/duration.ts";

interface Asked {
  readonly sql: string;
  readonly plan: readonly string[];
}

const MOVED = /^\s*(?:select|update|delete|insert|with)/i;
const SCANS_A_TABLE = /^SCAN (reminders|destinations|occurrences|deliveries)\b/;
/** Holds only what is on its way: as much as may be at once. */
const SMALL = "USING INDEX deliveries_sending";

/** Every statement of ticks with something due, late, failed, held and taken over, with SQLite's plan for it. */
async function statementsOfTicks(): Promise<readonly Asked[]> {
  const sqlite = new Sqlite(":memory:");
  const heard = new Map<string, readonly unknown[]>();
  const queries = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: sqlite }),
    log: ({ query }) => void heard.set(query.sql, query.parameters),
  });
  await migrate({ queries, engine: "sqlite", migrations, clock: systemClock, backUp: async () => {} });
  heard.clear();
  const database: Database = {
    engine: "sqlite",
    queries,
    nodes: onlyNode(),
    checkpoint: async () => true,
    rewrite: async () => true,
    rewriteAfter: async (deletions) => [await deletions(), true],
    noteDeleted: () => {},
    close: () => queries.destroy(),
  };
  for (const id of ["a", "b", "c"]) await addReminder(database, id, { targets: ["one", `two-${id}`] });
  await addReminder(database, "lost", { slot: START - HOUR_MS });
  const { look, post, store, clock } = stageOf(database);
  heard.clear();
  post.refusals.set("two-a", { name: "missing-permission", isCertain: true });
  post.refusals.set("two-b", { name: "unavailable", isCertain: false });
  post.refusals.set("two-c", { name: "channel-gone", isCertain: true });
  for (const minutes of [0, 1, 10, 60]) await look(START + minutes * 60_000);
  await store.deliveries.release(clock.now());
  await store.deliveries.retryNow(clock.now(), "two-a");
  await store.deliveries.retryFailed(clock.now());
  await look(START);
  const asked = [...heard].filter(([sql]) => MOVED.test(sql));
  const plans = asked.map(([sql, parameters]) => {
    const rows = sqlite.prepare(`explain query plan ${sql}`).all(...parameters);
    return { sql, plan: (rows as { readonly detail: string }[]).map(({ detail }) => detail) };
  });
  await queries.destroy();
  return plans;
}

describe("what a tick asks of the database", () => {
  let asked: readonly Asked[] = [];
  beforeAll(async () => {
    asked = await statementsOfTicks();
  });
  const planOf = (sql: RegExp) => {
    const found = asked.filter((one) => sql.test(one.sql.replaceAll(/\s+/g, " ")));
    if (found.length === 0) throw new Error(`no statement is like ${String(sql)}`);
    return found.flatMap(({ plan }) => plan);
  };

  it("reads rows by an index or key alone, never a whole table", () => {
    const scans = asked.flatMap(({ sql, plan }) =>
      plan.filter((step) => SCANS_A_TABLE.test(step) && !step.endsWith(SMALL)).map((step) => [step, sql]),
    );
    expect(scans).toEqual([]);
    expect(asked.length).toBeGreaterThan(10);
  });

  it.each([
    ["when there is something to do, by the index of slots", /^select min\(at\)/, "reminders_due"],
    ["when there is something to do, by the index of tries", /^select min\(at\)/, "deliveries_waiting"],
    ["when there is something to do, by the index of leases", /^select min\(at\)/, "deliveries_sending"],
    ["what is due, by the index of slots", /^select \* from reminders where state/, "reminders_due"],
    ["what waits, by the index of tries", /order by next_try limit/, "deliveries_waiting"],
    ["dead workers' rows, by the index of leases", /and \(lease_until <=/, "deliveries_sending"],
    ["what joins a digest, by the index of places", /and batch is null/, "deliveries_joining"],
    [
      "what is to be tried at once, by the index of tries",
      /and state = 'failed' and next_try >/,
      "deliveries_waiting",
    ],
    [
      "what waits for a place, by the index of places",
      /and target = \? and next_try >/,
      "deliveries_joining",
    ],
    ["what has ended, by its id", /^ ?with ends .* update deliveries set/, "USING PRIMARY KEY (id=?)"],
    ["what goes alone, by its id", /^update "deliveries" set .* where "id" in/, "USING PRIMARY KEY (id=?)"],
  ])("finds %s", (_what, sql, index) => {
    expect(planOf(sql).join("\n")).toContain(index);
  });
});
