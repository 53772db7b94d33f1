import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import { isOneOf, selectGiven, REUSED } from "../../../storage/json-values.ts";
import { forUpdate, writeTransaction } from "../../../storage/write-transaction.ts";
import type { NotSent } from "../post-outcome.ts";
import type { Claim, DeliveryRow } from "./claim-deliveries.ts";
import { redirectRefused } from "./update-destinations.ts";

/** The end of a claim. */
export type Settled =
  | {
      readonly state: "sent";
      readonly channelId: string;
      readonly messageId?: string;
      readonly isV2?: boolean;
      readonly code?: string;
      /** When the post is to be edited, as its subject ends, and when it is to be published. */
      readonly editAt?: number;
      readonly publishAt?: number;
    }
  | NotSent;

export interface ClaimEnd {
  readonly claim: Claim;
  readonly settled: Settled;
  /** Rows that end differently, by id: they are not in the post, or have a code of their own. */
  readonly overrides?: ReadonlyMap<string, Settled> | undefined;
  readonly now: number;
  /** Writes what follows, in the same transaction, if the claim held. */
  readonly follow?: ((transaction: Queries) => Promise<void>) | undefined;
}

/** Writes all ends, or none if it fails. Returns for each whether its claim held, so that it was written. */
export async function settleAll(queries: Queries, ends: readonly ClaimEnd[]): Promise<readonly boolean[]> {
  if (ends.length === 0) return [];
  return writeTransaction(queries, async (transaction) => {
    await holdReminders(transaction, ends);
    const held = new Set<ClaimEnd>();
    for (const round of roundsOf(ends)) {
      const written = await write(transaction, round.flatMap(rowsOf));
      for (const end of round) if (end.claim.rows.some(({ id }) => written.has(id))) held.add(end);
    }
    await redirect(transaction, ends);
    for (const { follow } of held) await follow?.(transaction);
    return ends.map((end) => held.has(end));
  });
}

/** Of two ends of one post only one can hold: they are written one after the other. */
function roundsOf(ends: readonly ClaimEnd[]): readonly (readonly ClaimEnd[])[] {
  const byPost = [...Map.groupBy(ends, ({ claim }) => claim.postId).values()];
  const most = Math.max(...byPost.map(({ length }) => length));
  return Array.from({ length: most }, (_, round) => byPost.flatMap((same) => same[round] ?? []));
}

/** Locks reminders first, as everyone does who moves or deletes them. */
async function holdReminders(queries: Queries, ends: readonly ClaimEnd[]): Promise<void> {
  const followed = ends.filter((end) => end.follow !== undefined || mayWait(end));
  const ids = followed.flatMap(({ claim }) => claim.rows.map(({ reminder_id: id }) => id));
  if (ids.length === 0) return;
  const rows = queries
    .selectFrom("reminders")
    .select("id")
    .where("id", "in", [...new Set(ids)]);
  await rows.orderBy("id").modifyEnd(forUpdate(queries)).execute();
}

function mayWait({ settled, overrides = new Map() }: ClaimEnd): boolean {
  return [settled, ...overrides.values()].some(({ state }) => state === "failed" || state === "held");
}

async function redirect(queries: Queries, ends: readonly ClaimEnd[]): Promise<void> {
  const waiting = ends.filter(mayWait);
  const ids = waiting.flatMap(({ claim }) => claim.rows.map(({ destination_id: id }) => id));
  const now = Math.max(...waiting.map((end) => end.now));
  if (ids.length > 0) await redirectRefused(queries, [...new Set(ids)], now);
}

const COLUMNS = {
  id: "text",
  worker: "text",
  fence: "integer",
  state: "text",
  code: "text",
  next_try: "bigint",
  settled_at: "bigint",
  held_since: "bigint",
  /** 1: as the claim left it, since the post may be there. */
  keeps_doubt: "integer",
  doubt_since: "bigint",
  /** 1: a later post is another one. */
  leaves_batch: "integer",
  channel_id: "text",
  message_id: "text",
  is_v2: "integer",
  edit_at: "bigint",
  publish_at: "bigint",
} as const;

type EndedRow = Readonly<Record<Exclude<keyof typeof COLUMNS, "id">, string | number | null>> & {
  readonly id: string;
};

const KEPT = sql.join(
  (["next_try", "settled_at", "held_since", "channel_id", "message_id", "is_v2", "publish_at"] as const).map(
    (name) => sql`${sql.ref(name)} = coalesce(${sql.ref(`ends.${name}`)}, ${sql.ref(`deliveries.${name}`)})`,
  ),
);

/** Returns the ids of the rows whose claims held. A null leaves most columns as they are. */
async function write(queries: Queries, rows: readonly EndedRow[]): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ id }) => id);
  // The list of ids tells PostgreSQL how few rows are meant.
  const { rows: written } = await sql<{ id: string }>`with ends as (${selectGiven(queries, COLUMNS, rows)})
    update deliveries set state = ends.state, code = ends.code, worker = null, lease_until = null,
      doubt_since = case ends.keeps_doubt when 1 then deliveries.doubt_since else ends.doubt_since end,
      batch = case ends.leaves_batch when 1 then null else deliveries.batch end, ${KEPT},
      edit_at = coalesce(case when deliveries.edit_at < ends.edit_at then deliveries.edit_at else ends.edit_at end,
        deliveries.edit_at)
    from ends where ${isOneOf(queries, "deliveries.id", ids)} and deliveries.id = ends.id
      and deliveries.fence = ends.fence and deliveries.worker = ends.worker and deliveries.state = 'sending'
    returning deliveries.id as id ${REUSED}`.execute(queries);
  return new Set(written.map(({ id }) => id));
}

/** Returns how each row of a claim ends. Of a merged post one row is edited and published. */
function rowsOf({ claim, settled, overrides, now }: ClaimEnd): readonly EndedRow[] {
  const { worker, fence, rows } = claim;
  const [lead] = rows;
  const updated = rows.find(({ id }) => (overrides?.get(id)?.state ?? settled.state) === "sent");
  return rows.map((row) => {
    const own = overrides?.get(row.id);
    const isUpdated = row === updated && settled.state === "sent" && settled.messageId !== undefined;
    return {
      ...UNCHANGED,
      id: row.id,
      worker,
      fence,
      ...changesFor(lead, own ?? settled, now),
      ...(own !== undefined && !mayBeInPost(own) && { leaves_batch: 1, keeps_doubt: 0, doubt_since: null }),
      ...(isUpdated && { edit_at: settled.editAt ?? null, publish_at: settled.publishAt ?? null }),
    };
  });
}

const UNCHANGED = {
  code: null,
  next_try: null,
  settled_at: null,
  held_since: null,
  keeps_doubt: 0,
  doubt_since: null,
  leaves_batch: 0,
  channel_id: null,
  message_id: null,
  is_v2: null,
  edit_at: null,
  publish_at: null,
};

/** A row that surely isn't leaves its batch. */
function mayBeInPost(end: Settled): boolean {
  return end.state === "sent" || (end.state === "failed" && end.isDoubtful);
}

function changesFor(lead: DeliveryRow, settled: Settled, now: number) {
  const { state, code = null } = settled;
  // A refusal doesn't tell how earlier attempts ended.
  const asBefore = { doubt_since: lead.doubt_since, leaves_batch: lead.doubt_since === null ? 1 : 0 };
  switch (settled.state) {
    case "sent": {
      const { channelId, messageId = null, isV2 = false } = settled;
      return {
        state,
        code,
        settled_at: now,
        channel_id: channelId,
        message_id: messageId,
        is_v2: isV2 ? 1 : 0,
      };
    }
    case "failed":
      return {
        state,
        code,
        next_try: settled.nextTry,
        ...(settled.isDoubtful ? { keeps_doubt: 1 } : asBefore),
      };
    case "held":
      return { state, code, next_try: settled.nextTry, held_since: lead.held_since ?? now, ...asBefore };
    case "skipped":
      return { state, code, settled_at: now };
  }
}
