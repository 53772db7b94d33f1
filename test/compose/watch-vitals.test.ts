import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { HOUR_MS } from "../../src/base/duration.ts";
import { Secret } from "../../src/base/secret.ts";
import { watchVitals } from "../../src/compose/watch-vitals.ts";
import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { createHeartbeat } from "../../src/observability/heartbeat.ts";
import { createLog } from "../../src/observability/log.ts";
import { createMetrics, type MetricsRegistry } from "../../src/observability/metrics.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { facts } from "../../src/storage/facts.ts";
import { add, plan } from "../features/posts/store/rows.ts";

let database: Database;
let registry: MetricsRegistry;
let monitor: Server;
let address: Secret;
let heard: (string | undefined)[];
let status: number;
let lines: string[];
let end: (() => Promise<void>) | undefined;

beforeEach(async () => {
  [heard, lines, status, end] = [[], [], 200, undefined];
  database = await openDatabase({ url: ":memory:" });
  registry = await createMetrics();
  monitor = createServer((asked, response) => {
    heard.push(asked.url);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => void monitor.listen(0, "127.0.0.1", resolve));
  address = new Secret(`http://127.0.0.1:${(monitor.address() as AddressInfo).port}/ping/CANARY`);
});
afterEach(async () => {
  await end?.();
  monitor.closeAllConnections();
  await new Promise((resolve) => monitor.close(resolve));
  await database.close();
});

const log = () => createLog({ level: "debug", clock: systemClock, write: (line) => void lines.push(line) });

/** Looks once; the next look is a minute later. */
function watch(reasons: readonly string[] = []): void {
  const { queries } = database;
  const heartbeat = createHeartbeat(address, log());
  const { metrics } = registry;
  end = watchVitals({
    queries,
    nodes: () => 1,
    isPoster: () => true,
    hasBackups: true,
    reasons: () => reasons,
    metrics,
    heartbeat,
    clock: systemClock,
    log: log(),
  });
}

const shown = async (name: string) =>
  RegExp(`^milepost_${name} (\\S+)$`, "m").exec(await registry.text())?.[1];

async function postLate(): Promise<void> {
  const store = reminderStore(database.queries);
  const slot = Date.now() - HOUR_MS;
  await add(store, "one", { slot });
  await plan(store, "one", { slot });
}

describe("the watch over the bot's own state", () => {
  it("sends a heartbeat while all is well, and writes to the database before", async () => {
    watch();
    await expect.poll(() => heard).toEqual(["/ping/CANARY"]);
    expect(await facts(database.queries).get("heartbeat")).toMatch(/^\d+$/);
    expect(await shown("posts_late")).toBe("0");
    expect(await shown("database_up")).toBe("1");
    expect(lines).toEqual([]);
  });

  it("sends none while posts are late, and counts them", async () => {
    await postLate();
    watch();
    await expect.poll(() => shown("posts_late")).toBe("1");
    await end?.();
    expect(heard).toEqual([]);
  });

  it("sends none while the bot is not connected", async () => {
    watch(["not connected to Discord"]);
    await expect.poll(() => facts(database.queries).get("heartbeat")).toBeDefined();
    await end?.();
    expect(heard).toEqual([]);
  });

  it("sends none where the database can't be written", async () => {
    await database.queries.schema.dropTable("facts").execute();
    watch();
    await expect.poll(() => lines.join("")).toContain("The database can't be read or written");
    expect(await shown("database_up")).toBe("0");
    expect(heard).toEqual([]);
  });

  it("tells when the last backup was made", async () => {
    await facts(database.queries).set("backup.made-at", "1700000000000");
    watch();
    await expect.poll(() => shown("backup_timestamp_seconds")).toBe("1700000000");
  });
});

describe("the heartbeat", () => {
  it("says once that it is not taken and once that it is again, and never where", async () => {
    const beat = createHeartbeat(address, log());
    const { signal } = new AbortController();
    for (status of [500, 503, 200, 204]) await beat(signal);
    expect(lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)).toEqual([
      "HEARTBEAT_URL does not take the heartbeat; it goes on each minute",
      "HEARTBEAT_URL takes the heartbeat again",
    ]);
    await createHeartbeat(new Secret("http://127.0.0.1:9/CANARY"), log())(signal);
    expect(lines.at(-1)).toContain("ECONNREFUSED");
    expect(lines.join("")).not.toContain("CANARY");
  });
});
