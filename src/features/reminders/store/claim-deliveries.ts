import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import { forUpdate, writeTransaction } from "../../../storage/write-transaction.ts";
import type { Claim, ClaimOptions, DeliveryRow } from "./claim.ts";
import { takeAll } from "./take-deliveries.ts";

const MOST_SEEN = 500;
/** Rows read for each claim where several go to one destination, which takes one post at a time. */
const SEEN_FOR_EACH = 10;

/**
 * Takes what is due, in one transaction: one post for each destination, and none where one is on its way. Whoever
 * holds the lease claims one time after the other: of a claim that has not ended yet, `busy` would not know the places.
 */
export function claimDeliveries(queries: Queries, options: ClaimOptions): Promise<readonly Claim[]> {
  return writeTransaction(queries, async (transaction) => {
    await options.lease?.guard(transaction);
    return takeAll(transaction, await leading(transaction, options), options);
  });
}

/** The first row of each place, of as many places as posts are wanted. */
async function leading(queries: Queries, options: ClaimOptions): Promise<readonly DeliveryRow[]> {
  const { busy, limit, isFresh = false } = options;
  const found: DeliveryRow[] = [];
  const targets = new Set(busy);
  const add = (row: DeliveryRow) => {
    if (found.length >= limit || targets.has(row.target)) return;
    targets.add(row.target);
    found.push(row);
  };
  if (!isFresh) for (const row of await expired(queries, options)) add(row);
  // Mostly each goes to a place of its own, and as many rows as posts are enough.
  for (const most of [limit, limit * SEEN_FOR_EACH].map((rows) => Math.min(rows, MOST_SEEN))) {
    if (found.length >= limit) break;
    const rows = await waiting(queries, { ...options, busy: [...targets] }, most);
    for (const row of rows) add(row);
    if (rows.length < most) break;
  }
  return found;
}

/** Rows of workers that died. A lease that ends later than any can was given before the clock was set back. */
async function expired(queries: Queries, { now, leaseMs }: ClaimOptions): Promise<readonly DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`select * from deliveries
    where state = 'sending' and (lease_until <= ${now} or lease_until > ${now + leaseMs})
    order by slot limit ${MOST_SEEN} ${forUpdate(queries)}`.execute(queries);
  return rows;
}

const TO_BE_OPENED = sql`kind = 'dm' and not exists (select 1 from conversations where member_id = target)`;
const BY_CONVERSATION = {
  any: sql``,
  known: sql`and not (${TO_BE_OPENED})`,
  "to-be-opened": sql`and ${TO_BE_OPENED}`,
};

async function waiting(
  queries: Queries,
  { now, busy, conversation, isFresh = false }: ClaimOptions,
  most: number,
): Promise<readonly DeliveryRow[]> {
  const others = busy.length === 0 ? sql`` : sql`and target not in (${sql.join([...busy])})`;
  const { rows } = await sql<DeliveryRow>`select * from deliveries
    where state in ('due', 'failed', 'held') and next_try <= ${now} ${others}
      ${BY_CONVERSATION[conversation ?? "any"]} ${isFresh ? sql`and state = 'due'` : sql``}
    order by next_try limit ${most} ${forUpdate(queries, "unless-locked")}`.execute(queries);
  return rows;
}
