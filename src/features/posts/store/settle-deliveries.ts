import { type RawBuilder, sql, type Updateable } from "kysely";

import type { DeliveriesTable } from "../../../storage/reminder-schema.ts";
import { REPEATABLE, REUSED } from "../../../storage/statement-marks.ts";
import type { Queries } from "../../../storage/schema.ts";
import { isOneOf, selectGiven } from "../../../storage/json-values.ts";
import { forUpdate, mayBeDone, writeTransaction } from "../../../storage/write-transaction.ts";
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

type Sent = Extract<Settled, { state: "sent" }>;

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
  const simple = ends.filter(isSimple).filter((end) => isOnlyEnd(end, ends));
  if (simple.length === ends.length) {
    const posts = await writeByItself(queries, simple);
    return ends.map(({ claim }) => posts.has(claim.postId));
  }
  return writeTransaction(queries, async (transaction) => {
    await holdReminders(transaction, ends);
    const sent = await settleSent(transaction, ends);
    const held: boolean[] = [];
    for (const end of ends) held.push(sent.get(end) ?? (await settle(transaction, end)));
    await redirect(transaction, ends);
    for (const [index, { follow }] of ends.entries()) if (held[index] === true) await follow?.(transaction);
    return held;
  });
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

type SentEnd = ClaimEnd & { readonly settled: Sent };

/** Writes, in one statement, the ends of posts sent with all of their rows. Returns whether each claim held. */
async function settleSent(
  queries: Queries,
  ends: readonly ClaimEnd[],
): Promise<ReadonlyMap<ClaimEnd, boolean>> {
  const wholly = ends.filter(isSentWhole).filter((end) => isOnlyEnd(end, ends));
  const held = new Map<ClaimEnd, boolean>();
  const posts = await writeSent(queries, wholly, MINE);
  for (const end of wholly) {
    const isMine = posts.has(end.claim.postId);
    held.set(end, isMine);
    if (isMine) await scheduleUpdates(queries, end, end.settled);
  }
  return held;
}

function isSentWhole(end: ClaimEnd): end is SentEnd {
  return end.settled.state === "sent" && (end.overrides === undefined || end.overrides.size === 0);
}

/** Returns whether nothing else has to be written. */
function isSimple(end: ClaimEnd): end is SentEnd {
  return isSentWhole(end) && end.follow === undefined && !isUpdated(end.settled);
}

function isUpdated({ editAt, publishAt }: Sent): boolean {
  return editAt !== undefined || publishAt !== undefined;
}

/** Of two claims of one post only one can hold. */
function isOnlyEnd({ claim }: ClaimEnd, ends: readonly ClaimEnd[]): boolean {
  return ends.filter((other) => other.claim.postId === claim.postId).length === 1;
}

const SENT_END = {
  batch: "text",
  worker: "text",
  fence: "integer",
  channel_id: "text",
  message_id: "text",
  is_v2: "integer",
  code: "text",
  settled_at: "bigint",
} as const;

const MINE = sql`deliveries.state = 'sending' and deliveries.worker = ends.worker`;
/** Also matches an end that was written before, where the database's answer was lost. */
const MINE_OR_ENDED_SO = sql`((${MINE}) or (deliveries.state = 'sent' and deliveries.settled_at = ends.settled_at))
  ${REPEATABLE}`;

/** A single statement needs no transaction. Returns the posts whose claims held. */
async function writeByItself(queries: Queries, ends: readonly SentEnd[]): Promise<ReadonlySet<string>> {
  try {
    return await writeSent(queries, ends, MINE);
  } catch (error) {
    if (!mayBeDone(queries, error)) throw error;
    return writeSent(queries, ends, MINE_OR_ENDED_SO);
  }
}

/** Returns the posts whose claims held. */
async function writeSent(
  queries: Queries,
  ends: readonly SentEnd[],
  isHeld: RawBuilder<unknown>,
): Promise<ReadonlySet<string>> {
  if (ends.length === 0) return new Set();
  const given = ends.map(({ claim: { postId, worker, fence }, settled, now }) => ({
    batch: postId,
    worker,
    fence,
    ...sentAs(settled, now),
  }));
  const posts = ends.map(({ claim }) => claim.postId);
  // The list of posts tells PostgreSQL how few rows are meant.
  const { rows } = await sql<{ batch: string }>`with ends as (${selectGiven(queries, SENT_END, given)})
    update deliveries set state = 'sent', channel_id = ends.channel_id, message_id = ends.message_id,
      is_v2 = ends.is_v2, code = ends.code, settled_at = ends.settled_at,
      doubt_since = null, worker = null, lease_until = null
    from ends where ${isOneOf(queries, "deliveries.batch", posts)} and deliveries.batch = ends.batch
      and deliveries.fence = ends.fence and ${isHeld}
    returning deliveries.batch as batch ${REUSED}`.execute(queries);
  return new Set(rows.map(({ batch }) => batch));
}

async function settle(queries: Queries, end: ClaimEnd): Promise<boolean> {
  const { claim, settled, overrides, now } = end;
  const [lead] = claim.rows;
  let isMine = false;
  for (const [id, own] of overrides ?? []) {
    // A row that is surely not in the post leaves its batch.
    const mayBeInIt = own.state === "sent" || (own.state === "failed" && own.isDoubtful);
    const changes = { ...changesFor(lead, own, now), ...(!mayBeInIt && { batch: null, doubt_since: null }) };
    const overridden = await mine(queries, claim, changes).where("id", "=", id).executeTakeFirst();
    isMine ||= overridden.numUpdatedRows > 0n;
  }
  const rest = await mine(queries, claim, changesFor(lead, settled, now)).executeTakeFirst();
  isMine ||= rest.numUpdatedRows > 0n;
  if (isMine && settled.state === "sent") await scheduleUpdates(queries, end, settled);
  return isMine;
}

function mine(queries: Queries, { postId, worker, fence }: Claim, changes: Updateable<DeliveriesTable>) {
  return queries
    .updateTable("deliveries")
    .set({ ...changes, worker: null, lease_until: null })
    .where("batch", "=", postId)
    .where("worker", "=", worker)
    .where("fence", "=", fence)
    .where("state", "=", "sending");
}

/** One row of a merged post is enough. */
async function scheduleUpdates(
  queries: Queries,
  { claim, overrides }: ClaimEnd,
  settled: Sent,
): Promise<void> {
  if (settled.messageId === undefined || !isUpdated(settled)) return;
  const first = claim.rows.find(({ id }) => (overrides?.get(id)?.state ?? "sent") === "sent");
  if (first === undefined) return;
  await queries
    .updateTable("deliveries")
    .set({ edit_at: settled.editAt ?? null, publish_at: settled.publishAt ?? null })
    .where("id", "=", first.id)
    .execute();
}

function changesFor(lead: DeliveryRow, settled: Settled, now: number): Updateable<DeliveriesTable> {
  const { state } = settled;
  // A refusal doesn't tell how earlier attempts ended.
  const asBefore = { doubt_since: lead.doubt_since, ...(lead.doubt_since === null && { batch: null }) };
  switch (settled.state) {
    case "sent":
      return { state, ...sentAs(settled, now), doubt_since: null };
    case "failed": {
      const { code, nextTry, isDoubtful } = settled;
      return { state, code, next_try: nextTry, ...(!isDoubtful && asBefore) };
    }
    case "held": {
      const { code, nextTry } = settled;
      return { state, code, next_try: nextTry, held_since: lead.held_since ?? now, ...asBefore };
    }
    case "skipped":
      return { state, code: settled.code, settled_at: now, doubt_since: null };
  }
}

function sentAs({ channelId, messageId, isV2 = false, code }: Sent, now: number) {
  return {
    channel_id: channelId,
    message_id: messageId ?? null,
    is_v2: isV2 ? 1 : 0,
    code: code ?? null,
    settled_at: now,
  };
}
