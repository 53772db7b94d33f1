import { sql } from "kysely";

import { isOneOf } from "../../../storage/json-values.ts";
import { REUSED } from "../../../storage/statement-marks.ts";
import type { Queries } from "../../../storage/schema.ts";
import { forUpdate } from "../../../storage/write-transaction.ts";
import type { Claim, ClaimOptions, DeliveryRow } from "./claim.ts";
import { laterPostId } from "./delivery-id.ts";

/** How many rows a merged post has at most. */
const MOST_IN_A_DIGEST = 20;

/** Claims these rows and those merged with them: single ones by one statement, the others post by post. */
export async function takeAll(
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
