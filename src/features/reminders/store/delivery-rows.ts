import { type Selectable, sql } from "kysely";

import { HOUR_MS } from "../../../base/duration.ts";
import type { DeliveriesTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";
import { forgetOccurrences } from "./forget-occurrences.ts";
import { type ClaimEnd, settleAll } from "./settle-deliveries.ts";
import { shortHash } from "./short-hash.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";

export type DeliveryRow = Selectable<DeliveriesTable>;

interface ClaimOptions {
  readonly now: number;
  readonly worker: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** Late by more than this, several to one place go as one. */
  readonly digestAfterMs: number;
  /** Places this worker is posting to right now. */
  readonly busy: readonly string[];
}

/** Deliveries that go as one post, the leading one first, as they were before they were claimed. */
export interface Claim {
  /** What the post is known by: its nonce is made from it, and it stands on the post. */
  readonly postId: string;
  readonly rows: readonly [DeliveryRow, ...DeliveryRow[]];
  readonly worker: string;
  readonly fence: number;
}

/** The ledger: what has to go where, and what became of it. */
export interface DeliveryRows {
  /** Takes what is due, one post for each place. A dead worker's rows are taken over when their lease is over. */
  claim(options: ClaimOptions): Promise<readonly Claim[]>;
  /** Whether the claim still held, and its end was written down. */
  settle(end: ClaimEnd): Promise<boolean>;
  /** The same for several, with one wait for the disk: each or, when it fails, none. */
  settleAll(ends: readonly ClaimEnd[]): Promise<readonly boolean[]>;
  /** Ends every lease: whoever held them is known to be gone. */
  release(now: number): Promise<void>;
  /**
   * Lets what waits for another try be tried now: a permission came back, or, where no place is named, the clock was set
   * back; what is held is then tried where it waits for longer than was ever meant.
   */
  retryNow(now: number, target?: string): Promise<void>;
  /** Brings the next try of everything that failed forward to an instant. */
  retryFailed(at: number): Promise<void>;
  /** What became of a reminder's occurrences, latest first. */
  history(reminderId: string, limit: number): Promise<readonly DeliveryRow[]>;
  /** Drops what waits for a place that takes nothing now, but what may be there already. */
  dropWaiting(destinationId: string, code: string, now: number): Promise<void>;
  /** Whether somebody's reminders sent what has this code, since then. */
  wasSent(of: { readonly ownerId: string; readonly code: string; readonly since: number }): Promise<boolean>;
  /** Forgets what was settled before an instant. */
  forgetBefore(instant: number): Promise<number>;
}

const MOST_SEEN = 500;
/** What is held is tried at least this often. */
const LONGEST_HELD_MS = HOUR_MS;
/** Several of them may go to one place; a place that has one on its way is left out the next time. */
const SEEN_FOR_EACH = 10;
/** Discord shows no more rows in one message than people read. */
const MOST_IN_A_DIGEST = 20;

export function deliveryRows(queries: Queries): DeliveryRows {
  return {
    claim: (options) =>
      writeTransaction(queries, async (transaction) => {
        const claims: Claim[] = [];
        const places = new Set(options.busy);
        const found = [...(await expired(transaction, options)), ...(await waiting(transaction, options))];
        for (const row of found) {
          if (claims.length >= options.limit) break;
          if (places.has(row.target)) continue;
          places.add(row.target);
          claims.push(await take(transaction, row, options));
        }
        return claims;
      }),
    settle: async (end) => (await settleAll(queries, [end]))[0] ?? false,
    settleAll: (ends) => settleAll(queries, ends),
    async release(now) {
      await queries
        .updateTable("deliveries")
        .set({ lease_until: now })
        .where("state", "=", "sending")
        .execute();
    },
    async retryNow(now, target) {
      const which =
        target === undefined
          ? sql`(state = 'failed' or (state = 'held' and next_try > ${now + LONGEST_HELD_MS}))`
          : sql`state in ('failed', 'held') and target = ${target}`;
      // The first condition is the partial indexes' own: without it every row is looked at.
      await sql`update deliveries set next_try = ${now}
        where state in ('due', 'failed', 'held') and ${which} and next_try > ${now}`.execute(queries);
    },
    async retryFailed(at) {
      await sql`update deliveries set next_try = ${at}
        where state in ('due', 'failed', 'held') and state = 'failed' and next_try > ${at}`.execute(queries);
    },
    history: (reminderId, limit) =>
      queries
        .selectFrom("deliveries")
        .selectAll()
        .where("reminder_id", "=", reminderId)
        .orderBy("slot", "desc")
        .orderBy("destination_id")
        .limit(limit)
        .execute(),
    async dropWaiting(destinationId, code, now) {
      await queries
        .updateTable("deliveries")
        .set({ state: "skipped", code, settled_at: now })
        .where("destination_id", "=", destinationId)
        .where("state", "in", ["due", "failed", "held"])
        .where("doubt_since", "is", null)
        .execute();
    },
    async wasSent({ ownerId, code, since }) {
      const row = await queries
        .selectFrom("deliveries")
        .innerJoin("reminders", "reminders.id", "deliveries.reminder_id")
        .select("deliveries.id")
        .where("reminders.owner_id", "=", ownerId)
        .where("deliveries.state", "=", "sent")
        .where("deliveries.code", "=", code)
        .where("deliveries.settled_at", ">=", since)
        .executeTakeFirst();
      return row !== undefined;
    },
    forgetBefore: (instant) => forgetOccurrences(queries, instant),
  };
}

/** Rows of workers that died. A lease that ends later than any can was given before the clock was set back. */
async function expired(queries: Queries, { now, leaseMs }: ClaimOptions): Promise<readonly DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`select * from deliveries
    where state = 'sending' and (lease_until <= ${now} or lease_until > ${now + leaseMs})
    order by slot limit ${MOST_SEEN}`.execute(queries);
  return rows;
}

async function waiting(
  queries: Queries,
  { now, busy, limit }: ClaimOptions,
): Promise<readonly DeliveryRow[]> {
  const others = busy.length === 0 ? sql`` : sql`and target not in (${sql.join([...busy])})`;
  const { rows } = await sql<DeliveryRow>`select * from deliveries indexed by deliveries_waiting
    where state in ('due', 'failed', 'held') and next_try <= ${now} ${others}
    order by next_try limit ${Math.min(limit * SEEN_FOR_EACH, MOST_SEEN)}`.execute(queries);
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

/** The row's own id, unless a post that it was left out of went by that: Discord would take the next for the same. */
async function newPostId(queries: Queries, { id, fence }: DeliveryRow): Promise<string> {
  if (fence === 0) return id;
  const taken = queries.selectFrom("deliveries").select("id").where("batch", "=", id).limit(1);
  return (await taken.executeTakeFirst()) === undefined ? id : shortHash(`${id}\n${fence}`);
}

/** But those that were dropped from it meanwhile. */
function together(queries: Queries, batch: string): Promise<DeliveryRow[]> {
  return queries
    .selectFrom("deliveries")
    .selectAll()
    .where("batch", "=", batch)
    .where("state", "in", ["due", "failed", "held", "sending"])
    .orderBy("slot")
    .execute();
}

/** A post is published whole, or not at all. */
function publishes(reminder: "mine" | "theirs") {
  const content = sql.ref(`${reminder}.content`);
  return sql`case when json_valid(${content}) then ifnull(json_extract(${content}, '$.publish'), 0) else 0 end`;
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
    order by next_try, slot limit ${MOST_IN_A_DIGEST - 1}`.execute(queries);
  return [row, ...rows];
}
