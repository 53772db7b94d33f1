import { Poller } from "../base/async/poller.ts";
import type { Clock } from "../base/clock.ts";
import { MINUTE_MS } from "../base/duration.ts";
import type { Log } from "../base/log.ts";
import type { Metrics } from "../base/metrics.ts";
import { type Backlog, LATE_MS, ledgerBacklog } from "../features/posts/store/delivery-rows.ts";
import { facts } from "../storage/facts.ts";
import { lastBackupAt } from "../storage/make-backup.ts";
import type { Queries } from "../storage/schema.ts";

export interface VitalsDeps {
  readonly queries: Queries;
  readonly nodes: () => number;
  readonly isPoster: () => boolean;
  /** Whether `milepost backup` copies this database; a server has its own tools. */
  readonly hasBackups: boolean;
  /** Why the bot can't serve members now; empty: it can. */
  readonly reasons: () => readonly string[];
  readonly metrics: Metrics;
  readonly heartbeat?: ((signal: AbortSignal) => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Checks each minute that posts leave on time, the database accepts writes and the bot is connected; sets the metrics,
 * and calls the heartbeat if all is well. Returns a function that stops it.
 */
export function watchVitals({
  queries,
  nodes,
  isPoster,
  hasBackups,
  reasons,
  metrics,
  heartbeat,
  clock,
  log,
}: VitalsDeps): () => Promise<void> {
  const ending = new AbortController();
  const poll = async () => {
    const { late, held } = await ledgerBacklog(queries, clock.now() - LATE_MS);
    await facts(queries).set("heartbeat", String(clock.now()));
    metrics.gauge("database_up", 1);
    metrics.gauge("nodes", nodes());
    metrics.gauge("poster", isPoster() ? 1 : 0);
    metrics.gauge("posts_late", sumOf(late));
    metrics.gauge("posts_held", sumOf(held));
    if (hasBackups) metrics.gauge("backup_timestamp_seconds", ((await lastBackupAt(queries)) ?? 0) / 1_000);
    if (late.length === 0 && reasons().length === 0) await heartbeat?.(ending.signal);
    return MINUTE_MS;
  };
  const onFailure = (error: unknown) => {
    metrics.gauge("database_up", 0);
    log.warn("The database can't be read or written", {}, error);
    return MINUTE_MS;
  };
  const poller = new Poller({ clock, poll, onFailure, isUnref: true });
  poller.start();
  return async () => {
    ending.abort();
    await poller.stop();
  };
}

function sumOf(rows: Backlog["late"]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}
