import { sql } from "kysely";

import { isOneOf } from "../../../storage/json-values.ts";
import { REUSED } from "../../../storage/statement-marks.ts";
import type { Queries } from "../../../storage/schema.ts";
import { forUpdate, writeTransaction } from "../../../storage/write-transaction.ts";
import { type Claim, type ClaimOptions, DELIVERY_COLUMNS, type DeliveryRow } from "./claim.ts";
import { takeAll } from "./take-deliveries.ts";

const MOST_SEEN = 500;
/** Rows read for each claim where several go to one destination, which takes one post at a time. */
const SEEN_FOR_EACH = 10;

/**
 * Takes what is due, in one transaction: one post for each destination, and none where one is on its way. Whoever
 * holds the lease claims one time after the other: of a claim that has not ended yet, `busy` would not know the places.
 */
export function claimDeliveries(queries: Queries, options: ClaimOptions): Promise<readonly Claim[]> {
  const work = async (transaction: Queries) =>
    takeAll(transaction, await leading(transaction, options), options);
  return options.lease?.transact(queries, work) ?? writeTransaction(queries, work);
}

/** The first row of each place, of as many places as posts are wanted. */
async function leading(queries: Queries, options: ClaimOptions): Promise<readonly DeliveryRow[]> {
  const { busy, limit } = options;
  const found: DeliveryRow[] = [];
  const targets = new Set(busy);
  // Mostly each goes to a place of its own, and as many rows as posts are enough.
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
 * Rows of workers that died, then what waits, so many at most. A lease that ends later than any can was given before the
 * clock was set back.
 */
async function candidates(
  queries: Queries,
  { now, leaseMs, busy, conversation, isFresh = false }: ClaimOptions,
  most: number,
): Promise<readonly DeliveryRow[]> {
  const elsewhere = busy.length === 0 ? sql`` : sql`and not (${isOneOf(queries, "target", busy)})`;
  // Where the limit is not in the text PostgreSQL expects a tenth of all rows, and plans anew each time. Of those the
  // inner one lets through as many are locked as are read.
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
