import { type Selectable, sql } from "kysely";

import type { DeliveriesTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";
import { forUpdate, writeTransaction } from "../../../storage/write-transaction.ts";
import { laterPostId } from "./delivery-id.ts";

export type DeliveryRow = Selectable<DeliveriesTable>;

export interface ClaimOptions {
  readonly now: number;
  readonly worker: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** Deliveries to one destination that are late by more than this go as one post. */
  readonly digestAfterMs: number;
  /** Places this worker is posting to right now. */
  readonly busy: readonly string[];
  /** Those alone whose conversation is known, or those alone where it has to be opened. */
  readonly conversation?: "known" | "to-be-opened" | undefined;
  /** Those alone that were not tried yet. */
  readonly isFresh?: boolean;
}

/** Deliveries that go as one post, the leading one first, as they were before they were claimed. */
export interface Claim {
  /** Identifies the post: its nonce is made from it, and one of its buttons carries it. */
  readonly postId: string;
  readonly rows: readonly [DeliveryRow, ...DeliveryRow[]];
  readonly worker: string;
  readonly fence: number;
}

const MOST_SEEN = 500;
/** Rows read for each claim: several may go to one destination, which takes one post at a time. */
const SEEN_FOR_EACH = 10;
/** Discord shows no more rows in one message than people read. */
const MOST_IN_A_DIGEST = 20;

/** Takes what is due, in one transaction: one post for each destination, and none where one is on its way. */
export function claimDeliveries(queries: Queries, options: ClaimOptions): Promise<readonly Claim[]> {
  const claim = async (transaction: Queries) => {
    const claims: Claim[] = [];
    const targets = new Set(options.busy);
    const before = options.isFresh === true ? [] : await expired(transaction, options);
    const found = [...before, ...(await waiting(transaction, options))];
    for (const row of found) {
      if (claims.length >= options.limit) break;
      if (targets.has(row.target)) continue;
      targets.add(row.target);
      claims.push(await take(transaction, row, options));
    }
    return claims;
  };
  return writeTransaction(queries, claim, "claims");
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
  { now, busy, limit, conversation, isFresh = false }: ClaimOptions,
): Promise<readonly DeliveryRow[]> {
  const others = busy.length === 0 ? sql`` : sql`and target not in (${sql.join([...busy])})`;
  const { rows } = await sql<DeliveryRow>`select * from deliveries
    where state in ('due', 'failed', 'held') and next_try <= ${now} ${others}
      ${BY_CONVERSATION[conversation ?? "any"]} ${isFresh ? sql`and state = 'due'` : sql``}
    order by next_try limit ${Math.min(limit * SEEN_FOR_EACH, MOST_SEEN)} ${forUpdate(queries)}`.execute(
    queries,
  );
  return rows;
}

/** Once rows went as one post they stay together: a second try has to be the same post. */
async function take(queries: Queries, row: DeliveryRow, options: ClaimOptions): Promise<Claim> {
  const rows = row.batch === null ? await joined(queries, row, options) : await together(queries, row.batch);
  const postId = row.batch ?? (await newPostId(queries, row));
  const lead = rows.find(({ id }) => id === postId) ?? row;
  const fence = Math.max(...rows.map((one) => one.fence)) + 1;
  const { now, worker, leaseMs } = options;
  await queries
    .updateTable("deliveries")
    .set({
      state: "sending",
      batch: postId,
      worker,
      fence,
      lease_until: now + leaseMs,
      tries: lead.tries + 1,
      doubt_since: lead.doubt_since ?? now,
    })
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  return { postId, rows: [lead, ...rows.filter(({ id }) => id !== lead.id)], worker, fence };
}

/** The row's own id, unless an earlier post without this row used it: Discord would take the next for the same. */
async function newPostId(queries: Queries, { id, fence }: DeliveryRow): Promise<string> {
  if (fence === 0) return id;
  const taken = queries.selectFrom("deliveries").select("id").where("batch", "=", id).limit(1);
  return (await taken.executeTakeFirst()) === undefined ? id : laterPostId(id, fence);
}

/** But those that were dropped from it meanwhile. */
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

/** A post is published whole, or not at all. Inside a text of the content, quotes are escaped: only the field is found. */
function publishes(reminder: "mine" | "theirs") {
  return sql`(${sql.ref(`${reminder}.content`)} like '%"publish":true%')`;
}

async function joined(
  queries: Queries,
  row: DeliveryRow,
  { now, digestAfterMs }: ClaimOptions,
): Promise<readonly DeliveryRow[]> {
  const lateBefore = now - digestAfterMs;
  const isAlone = row.joins === 0 && row.slot > lateBefore;
  if (isAlone || row.useful_until <= now) return [row];
  const { rows } = await sql<DeliveryRow>`select * from deliveries
    where state in ('due', 'failed', 'held') and target = ${row.target} and next_try <= ${now}
      and batch is null and useful_until > ${now} and (joins = 1 or slot <= ${lateBefore}) and id <> ${row.id}
      and exists (select 1 from reminders as mine, reminders as theirs
        where mine.id = ${row.reminder_id} and theirs.id = deliveries.reminder_id
          and theirs.purpose = mine.purpose and (mine.purpose = 'announcement' or theirs.owner_id = mine.owner_id)
          and ${publishes("theirs")} = ${publishes("mine")})
    order by next_try, slot limit ${MOST_IN_A_DIGEST - 1} ${forUpdate(queries)}`.execute(queries);
  return [row, ...rows];
}
