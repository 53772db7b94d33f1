import { sql } from "kysely";

import { deliveryRows } from "../../../src/features/posts/store/delivery-rows.ts";
import { openDatabase } from "../../../src/cluster/open-database.ts";
import type { Database } from "../../../src/storage/database.ts";
import type { Queries } from "../../../src/storage/schema.ts";
import { leaseOf } from "../../support/lease.ts";
import { type Figure, interleave, median } from "../measure.ts";

const WORKERS = [1, 4, 16];
const ROUNDS = 5;
const ROWS = 4_000;
const AT_ONCE = 40;
const LEASE_MS = 120_000;
/** Of the bare loop's. */
const AIM = 0.5;

/** `now`: one instant for all. By clocks of their own workers would take leases of one another for too long, and the rows. */
interface Turn {
  readonly worker: string;
  readonly now: number;
}

type Work = (database: Database, turn: Turn) => Promise<number>;

/** Claims that are settled a second, beside two bare statements that lock rows and skip those that are locked. */
export async function claims(url: string): Promise<Figure[]> {
  const database = await openDatabase({ url, isShared: true });
  try {
    await fill(database.queries);
    const ours = await milepost(database);
    // Connections are opened and statements compiled before anybody is measured.
    for (const work of [bare, ours]) await perSecond(database, { work, workers: Math.max(...WORKERS) });
    const figures: Figure[] = [];
    for (const workers of WORKERS) {
      const samples = await interleave(ROUNDS, {
        bare: () => perSecond(database, { work: bare, workers }),
        milepost: () => perSecond(database, { work: ours, workers }),
      });
      figures.push(...beside(workers, median(samples["bare"] ?? []), median(samples["milepost"] ?? [])));
    }
    return figures;
  } finally {
    await database.close();
  }
}

function beside(workers: number, least: number, value: number): Figure[] {
  const benchmark = `claims settled a second, ${workers} at once, ${AT_ONCE} in a claim`;
  const ratio = value / least;
  return [
    { benchmark, contender: "bare `for update skip locked`", value: least, unit: "" },
    {
      benchmark,
      contender: "milepost, under the poster's lease",
      value,
      unit: "",
      ratio,
      aim: `>= ${AIM}x`,
      isMet: ratio >= AIM,
    },
  ];
}

/** Each to a place of its own, and all due. */
async function fill(queries: Queries): Promise<void> {
  const rows = sql.raw(String(ROWS));
  await sql`insert into reminders (id, owner_id, editor_id, state, purpose, rule, content, when_unsure, revision,
      next_slot, useful_until, made_at, changed_at)
    select 'r' || i, i::text, i::text, 'active', 'personal', '{}', '{}', 'at-most-once', 1, null, null, 0, 0
    from generate_series(1, ${rows}) as i`.execute(queries);
  await sql`insert into destinations (id, reminder_id, kind, target, state, since)
    select 'd' || i, 'r' || i, 'dm', i::text, 'open', 0 from generate_series(1, ${rows}) as i`.execute(
    queries,
  );
  await sql`insert into occurrences (reminder_id, slot, useful_until, state, planned_at)
    select 'r' || i, 1, ${Number.MAX_SAFE_INTEGER}::bigint, 'planned', 0 from generate_series(1, ${rows}) as i`.execute(
    queries,
  );
}

/** As they are before anybody claimed them. */
async function refill(queries: Queries, now: number): Promise<void> {
  await sql`truncate deliveries`.execute(queries);
  await sql`insert into deliveries (id, reminder_id, slot, destination_id, kind, target, useful_until, state, next_try,
      joins, fence, tries)
    select 'r' || i || '-1', 'r' || i, 1, 'd' || i, 'dm', i::text, ${now + LEASE_MS}::bigint, 'due', 1, 0, 0, 0
    from generate_series(1, ${sql.raw(String(ROWS))}) as i`.execute(queries);
  await sql`analyze deliveries`.execute(queries);
}

async function perSecond(
  database: Database,
  { work, workers }: { readonly work: Work; readonly workers: number },
): Promise<number> {
  const now = Date.now();
  await refill(database.queries, now);
  const begunAt = performance.now();
  const drain = async (worker: string) => {
    while ((await work(database, { worker, now })) > 0);
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => drain(`worker ${index}`)));
  const seconds = (performance.now() - begunAt) / 1_000;
  const { rows } = await sql`select 1 from deliveries where state <> 'sent'`.execute(database.queries);
  if (rows.length > 0) throw new Error(`${rows.length} were not settled`);
  return ROWS / seconds;
}

async function bare({ queries }: Database, { worker, now }: Turn): Promise<number> {
  const { rows } = await sql<{ id: string }>`update deliveries
    set state = 'sending', worker = ${worker}, fence = fence + 1, lease_until = ${now + LEASE_MS}
    where id in (
      select id from deliveries where state in ('due', 'failed', 'held') and next_try <= ${now}
      order by next_try limit ${AT_ONCE} for update skip locked
    ) returning id`.execute(queries);
  if (rows.length === 0) return 0;
  await sql`update deliveries set state = 'sent', worker = null, lease_until = null, settled_at = ${now}
    where id in (${sql.join(rows.map(({ id }) => id))}) and worker = ${worker} and state = 'sending'`.execute(
    queries,
  );
  return rows.length;
}

async function milepost({ nodes }: Database): Promise<Work> {
  const lease = await leaseOf(nodes);
  return async ({ queries }, { worker, now }) => {
    const deliveries = deliveryRows(queries);
    const options = { now, worker, lease, leaseMs: LEASE_MS, limit: AT_ONCE };
    // Nothing that is due is late here: each row goes as a post of its own.
    const claimed = await deliveries.claim({ ...options, digestAfterMs: Number.MAX_SAFE_INTEGER, busy: [] });
    if (claimed.length === 0) return 0;
    const settled = { state: "sent", channelId: "1", messageId: "1" } as const;
    await deliveries.settleAll(claimed.map((claim) => ({ claim, settled, now })));
    return claimed.length;
  };
}
