import type { Updateable } from "kysely";

import type { DeliveriesTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import type { NotSent } from "../../shared/post-outcome.ts";
import type { Claim, DeliveryRow } from "./claim-deliveries.ts";

/** How a claim ends. */
export type Settled =
  | {
      readonly state: "sent";
      readonly channelId: string;
      readonly messageId?: string;
      readonly isV2?: boolean;
      readonly code?: string;
      /** When the post is edited, as its subject has ended, and when it is published. */
      readonly editAt?: number;
      readonly publishAt?: number;
    }
  | NotSent;

export interface ClaimEnd {
  readonly claim: Claim;
  readonly settled: Settled;
  /** By row, those that end otherwise: they are not in the post, or have a code of their own. */
  readonly overrides?: ReadonlyMap<string, Settled>;
  readonly now: number;
}

/** In one transaction: whether each claim still held, and its end was written down. */
export function settleAll(queries: Queries, ends: readonly ClaimEnd[]): Promise<readonly boolean[]> {
  return writeTransaction(queries, async (transaction) => {
    const held: boolean[] = [];
    for (const end of ends) held.push(await settle(transaction, end));
    return held;
  });
}

async function settle(queries: Queries, end: ClaimEnd): Promise<boolean> {
  const { claim, settled, overrides, now } = end;
  const [lead] = claim.rows;
  let isMine = false;
  for (const [id, own] of overrides ?? []) {
    // What surely is not in the post is not bound to it any more.
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

/** One row of a post that went for several is enough. */
async function scheduleUpdates(
  queries: Queries,
  { claim, overrides }: ClaimEnd,
  { messageId, editAt, publishAt }: Extract<Settled, { state: "sent" }>,
): Promise<void> {
  if (messageId === undefined || (editAt === undefined && publishAt === undefined)) return;
  const first = claim.rows.find(({ id }) => (overrides?.get(id)?.state ?? "sent") === "sent");
  if (first === undefined) return;
  await queries
    .updateTable("deliveries")
    .set({ edit_at: editAt ?? null, publish_at: publishAt ?? null })
    .where("id", "=", first.id)
    .execute();
}

function changesFor(lead: DeliveryRow, settled: Settled, now: number): Updateable<DeliveriesTable> {
  const { state } = settled;
  // A refusal leaves open how the tries before it ended.
  const asBefore = { doubt_since: lead.doubt_since, ...(lead.doubt_since === null && { batch: null }) };
  switch (settled.state) {
    case "sent": {
      const { channelId, messageId = null, isV2 = false, code = null } = settled;
      return {
        state,
        channel_id: channelId,
        message_id: messageId,
        is_v2: isV2 ? 1 : 0,
        code,
        settled_at: now,
        doubt_since: null,
      };
    }
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
