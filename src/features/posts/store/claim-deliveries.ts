import { sql } from "kysely";

import { isOneOf } from "../../../storage/json-values.ts";
import { REUSED } from "../../../storage/statement-marks.ts";
import type { Queries } from "../../../storage/schema.ts";
import { forUpdate, mayBeDone, writeTransaction } from "../../../storage/write-transaction.ts";
import { type Claim, type ClaimOptions, DELIVERY_COLUMNS, type DeliveryRow } from "./claim.ts";
import { takeAll } from "./claim-merged-posts.ts";

const MOST_SEEN = 500;
/** How many rows are read per claim where several go to one destination, which takes one post at a time. */
const SEEN_FOR_EACH = 10;

/**
 * Claims what is due in one transaction: one post per destination, none where one is under way. The lease's holder
 * claims one time after the other, so that `busy` is complete.
 */
export async function claimDeliveries(queries: Queries, options: ClaimOptions): Promise<readonly Claim[]> {
  let taken: readonly Claim[] = [];
  const work = async (transaction: Queries) =>
    (taken = await takeAll(transaction, await leading(transaction, options), options));
  try {
    return await (options.lease?.transact(queries, work) ?? writeTransaction(queries, work));
  } catch (error) {
    // Claims that were made and nobody knows of would rest until their lease is over.
    if (mayBeDone(queries, error) && (await isThere(queries, taken))) return taken;
    throw error;
  }
}

/** Whether claims of one transaction were made: all are, or none. */
async function isThere(queries: Queries, [first]: readonly Claim[]): Promise<boolean> {
  if (first === undefined) return false;
  const { postId, worker, fence } = first;
  const rows = queries.selectFrom("deliveries").select("id").where("batch", "=", postId);
  const mine = rows.where("state", "=", "sending").where("worker", "=", worker).where("fence", "=", fence);
  return (await mine.limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the first row of each destination, up to the number of posts wanted. */
async function leading(queries: Queries, options: ClaimOptions): Promise<readonly DeliveryRow[]> {
  const { busy, limit } = options;
  const found: DeliveryRow[] = [];
  const targets = new Set(busy);
  // Usually each row has a destination of its own, so that as many rows as posts are enough.
  for (const most of [limit, limit * SEEN_FOR_EACH].map((rows) => Math.min(rows, MOST_SEEN))) {
    const rows = await candidates(queries, { ...options, busy: [...targets] }, most);
    for (const row of rows) {
      if (targets.has(row.target)) continue;
      targets.add(row.target);
      found.push(row);
      if (found.length >= limit) return found;
    }
    if (rows.filter(({ state }) => state !== "sending").length < most) break;
  }
  return found;
}

const TO_BE_OPENED = sql`kind = 'dm' and not exists (select 1 from conversations where member_id = target)`;
const BY_CONVERSATION = {
  any: sql``,
  known: sql`and not (${TO_BE_OPENED})`,
  "to-be-opened": sql`and ${TO_BE_OPENED}`,
};
const COLUMNS = sql.raw(DELIVERY_COLUMNS.join(", "));

/**
 * Returns rows of dead workers, then waiting ones, up to a limit. A lease that ends later than possible was given
 * before the clock was set back.
 */
async function candidates(
  queries: Queries,
  { now, leaseMs, busy, conversation, isFresh = false }: ClaimOptions,
  most: number,
): Promise<readonly DeliveryRow[]> {
  const elsewhere = busy.length === 0 ? sql`` : sql`and not (${isOneOf(queries, "target", busy)})`;
  // Without a literal limit PostgreSQL expects a tenth of all rows and plans anew each time. The inner one locks only
  // as many rows as are read.
  const waiting = sql<DeliveryRow>`select * from (select ${COLUMNS} from deliveries
    where state in ('due', 'failed', 'held') and next_try <= ${now} ${elsewhere}
      ${BY_CONVERSATION[conversation ?? "any"]} ${isFresh ? sql`and state = 'due'` : sql``}
    order by next_try limit ${sql.lit(MOST_SEEN)} ${forUpdate(queries, "unless-locked")}) as first limit ${most}`;
  if (isFresh) return (await waiting.execute(queries)).rows;
  const { rows } = await sql<DeliveryRow>`with expired as (
      select ${COLUMNS} from deliveries
      where state = 'sending' and (lease_until <= ${now} or lease_until > ${now + leaseMs})
      order by slot limit ${sql.lit(MOST_SEEN)} ${forUpdate(queries)}
    ), waiting as (${waiting})
    select * from (select * from expired union all select * from waiting) as found
    order by state <> 'sending', case state when 'sending' then slot else next_try end ${REUSED}`.execute(
    queries,
  );
  return rows;
}
