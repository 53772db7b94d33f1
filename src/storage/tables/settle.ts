import type { Updateable } from "kysely";

import type { DeliveriesTable, Queries } from "../schema.ts";
import { writeTransaction } from "../write-transaction.ts";
import type { Claim, DeliveryRow } from "./deliveries.ts";

/** How a claim ends. */
export type Settled =
  | {
      readonly state: "sent";
      readonly channelId: string;
      readonly messageId?: string;
      readonly code?: string;
      /** When the post is looked after: its thing has ended, or it is to be published. */
      readonly editAt?: number;
      readonly publishAt?: number;
    }
  | {
      readonly state: "failed";
      readonly code: string;
      readonly nextTry: number;
      readonly isDoubtful: boolean;
    }
  | { readonly state: "held"; readonly code: string; readonly nextTry: number }
  | { readonly state: "skipped"; readonly code: string };

export interface ClaimEnd {
  readonly claim: Claim;
  readonly settled: Settled;
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

async function settle(queries: Queries, { claim, settled, now }: ClaimEnd): Promise<boolean> {
  const [lead] = claim.rows;
  const mine = queries
    .updateTable("deliveries")
    .set({ ...changesFor(lead, settled, now), worker: null, lease_until: null })
    .where("batch", "=", claim.postId)
    .where("worker", "=", claim.worker)
    .where("fence", "=", claim.fence)
    .where("state", "=", "sending");
  const isMine = (await mine.executeTakeFirst()).numUpdatedRows > 0n;
  if (isMine && settled.state === "sent") await lookAfter(queries, claim, settled);
  return isMine;
}

/** One row of a post that went for several is enough. */
async function lookAfter(
  queries: Queries,
  { rows }: Claim,
  { messageId, editAt, publishAt }: Extract<Settled, { state: "sent" }>,
): Promise<void> {
  if (messageId === undefined || (editAt === undefined && publishAt === undefined)) return;
  await queries
    .updateTable("deliveries")
    .set({ edit_at: editAt ?? null, publish_at: publishAt ?? null })
    .where("id", "=", rows[0].id)
    .execute();
}

function changesFor(lead: DeliveryRow, settled: Settled, now: number): Updateable<DeliveriesTable> {
  const { state } = settled;
  // A refusal says nothing about the tries before it.
  const asBefore = { doubt_since: lead.doubt_since, ...(lead.doubt_since === null && { batch: null }) };
  switch (settled.state) {
    case "sent": {
      const { channelId, messageId = null, code = null } = settled;
      return {
        state,
        channel_id: channelId,
        message_id: messageId,
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
