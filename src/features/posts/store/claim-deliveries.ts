import { type Selectable, sql } from "kysely";

import type { Lease } from "../../../storage/nodes.ts";
import type { DeliveriesTable } from "../../../storage/reminder-schema.ts";
import { isOneOf, REUSED } from "../../../storage/json-values.ts";
import type { Queries } from "../../../storage/schema.ts";
import { forUpdate, mayBeDone, writeTransaction } from "../../../storage/write-transaction.ts";
import { laterPostId } from "./write-occurrences.ts";

export type DeliveryRow = Selectable<DeliveriesTable>;

const DELIVERY_COLUMNS = Object.keys({
  id: true,
  reminder_id: true,
  slot: true,
  destination_id: true,
  kind: true,
  target: true,
  useful_until: true,
  state: true,
  next_try: true,
  joins: true,
  batch: true,
  worker: true,
  lease_until: true,
  fence: true,
  tries: true,
  doubt_since: true,
  held_since: true,
  code: true,
  channel_id: true,
  message_id: true,
  is_v2: true,
  settled_at: true,
  edit_at: true,
  publish_at: true,
  after_tries: true,
} satisfies Record<keyof DeliveryRow, true>);

export interface ClaimOptions {
  readonly now: number;
  readonly worker: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** Deliveries to one destination later than this are merged into one post. */
  readonly digestAfterMs: number;
  /** Destinations this worker is posting to now. */
  readonly busy: readonly string[];
  /** Only deliveries whose DM channel is known, or only those whose channel has to be opened. */
  readonly conversation?: "known" | "to-be-opened" | undefined;
  /** Only deliveries that were not tried yet. */
  readonly isFresh?: boolean;
  /** The right to claim. */
  readonly lease?: Pick<Lease, "transact"> | undefined;
}

/** Deliveries merged into one post, the leading one first, as they were before the claim. */
export interface Claim {
  /** Identifies the post: its nonce derives from it, and one of its buttons carries it. */
  readonly postId: string;
  readonly rows: readonly [DeliveryRow, ...DeliveryRow[]];
  readonly worker: string;
  readonly fence: number;
}

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

/** How many rows a merged post has at most. */
const MOST_IN_A_DIGEST = 20;

/** Claims these rows and those merged with them: single ones by one statement, the others post by post. */
async function takeAll(
  queries: Queries,
  found: readonly DeliveryRow[],
  options: ClaimOptions,
): Promise<readonly Claim[]> {
  const alone = new Set(found.filter((row) => isFirstTry(row) && isAlone(row, options)));
  if (alone.size > 0) await takeAlone(queries, [...alone], options);
  const claims: Claim[] = [];
  for (const row of found) {
    const taken = { postId: row.id, rows: [row] as const, worker: options.worker, fence: row.fence + 1 };
    claims.push(alone.has(row) ? taken : await take(queries, row, options));
  }
  return claims;
}

/** Returns whether no earlier post can contain it. */
function isFirstTry({ batch, fence }: DeliveryRow): boolean {
  return batch === null && fence === 0;
}

async function takeAlone(
  queries: Queries,
  rows: readonly DeliveryRow[],
  options: ClaimOptions,
): Promise<void> {
  await sending(queries, rows, options)
    .set((eb) => ({
      batch: eb.ref("id"),
      fence: eb("fence", "+", 1),
      tries: eb("tries", "+", 1),
      doubt_since: eb.fn.coalesce("doubt_since", eb.val(options.now)),
    }))
    .modifyEnd(REUSED)
    .execute();
}

function sending(queries: Queries, rows: readonly DeliveryRow[], { now, worker, leaseMs }: ClaimOptions) {
  const ids = rows.map(({ id }) => id);
  return queries
    .updateTable("deliveries")
    .set({ state: "sending", worker, lease_until: now + leaseMs })
    .where(isOneOf(queries, "id", ids));
}

/** Rows merged once stay merged: a retry has to be the same post. */
async function take(queries: Queries, row: DeliveryRow, options: ClaimOptions): Promise<Claim> {
  const rows = row.batch === null ? await joined(queries, row, options) : await together(queries, row.batch);
  const postId = row.batch ?? (await newPostId(queries, row));
  const lead = rows.find(({ id }) => id === postId) ?? row;
  const fence = Math.max(...rows.map((one) => one.fence)) + 1;
  const { now, worker } = options;
  await sending(queries, rows, options)
    .set({ batch: postId, fence, tries: lead.tries + 1, doubt_since: lead.doubt_since ?? now })
    .execute();
  return { postId, rows: [lead, ...rows.filter(({ id }) => id !== lead.id)], worker, fence };
}

/** Returns the row's own id, unless an earlier post without this row used it: Discord would treat both as the same. */
async function newPostId(queries: Queries, { id, fence }: DeliveryRow): Promise<string> {
  if (fence === 0) return id;
  const taken = queries.selectFrom("deliveries").select("id").where("batch", "=", id).limit(1);
  return (await taken.executeTakeFirst()) === undefined ? id : laterPostId(id, fence);
}

/** Without those dropped meanwhile. */
function together(queries: Queries, batch: string): Promise<DeliveryRow[]> {
  return queries
    .selectFrom("deliveries")
    .selectAll()
    .where("batch", "=", batch)
    .where("state", "in", ["due", "failed", "held", "sending"])
    .orderBy("slot")
    .modifyEnd(forUpdate(queries))
    .execute();
}

/** A post is published as a whole or not at all. Quotes in texts are escaped, so only the field matches. */
function publishes(reminder: "mine" | "theirs") {
  return sql`(${sql.ref(`${reminder}.content`)} like '%"publish":true%')`;
}

/** Returns whether it is on time, or no longer useful. */
function isAlone({ joins, slot, useful_until }: DeliveryRow, { now, digestAfterMs }: ClaimOptions): boolean {
  return (joins === 0 && slot > now - digestAfterMs) || useful_until <= now;
}

/** Skips locked rows: whoever moves a reminder may wait for this row while holding others. */
async function joined(
  queries: Queries,
  row: DeliveryRow,
  options: ClaimOptions,
): Promise<readonly DeliveryRow[]> {
  if (isAlone(row, options)) return [row];
  const { now, digestAfterMs } = options;
  const lateBefore = now - digestAfterMs;
  const { rows } = await sql<DeliveryRow>`select * from deliveries
    where state in ('due', 'failed', 'held') and target = ${row.target} and next_try <= ${now}
      and batch is null and useful_until > ${now} and (joins = 1 or slot <= ${lateBefore}) and id <> ${row.id}
      and exists (select 1 from reminders as mine, reminders as theirs
        where mine.id = ${row.reminder_id} and theirs.id = deliveries.reminder_id
          and theirs.purpose = mine.purpose and (mine.purpose = 'announcement' or theirs.owner_id = mine.owner_id)
          and ${publishes("theirs")} = ${publishes("mine")})
    order by next_try, slot limit ${MOST_IN_A_DIGEST - 1} ${forUpdate(queries, "unless-locked")}`.execute(
    queries,
  );
  return [row, ...rows];
}
