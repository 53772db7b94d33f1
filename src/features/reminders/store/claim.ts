import type { Selectable } from "kysely";

import type { Lease } from "../../../storage/nodes/nodes.ts";
import type { DeliveriesTable } from "../../../storage/reminder-schema.ts";

export type DeliveryRow = Selectable<DeliveriesTable>;

export const DELIVERY_COLUMNS = Object.keys({
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
  /** Deliveries to one destination that are late by more than this go as one post. */
  readonly digestAfterMs: number;
  /** Places this worker is posting to right now. */
  readonly busy: readonly string[];
  /** Those alone whose conversation is known, or those alone where it has to be opened. */
  readonly conversation?: "known" | "to-be-opened" | undefined;
  /** Those alone that were not tried yet. */
  readonly isFresh?: boolean;
  /** What gives the right to claim. */
  readonly lease?: Pick<Lease, "transact"> | undefined;
}

/** Deliveries that go as one post, the leading one first, as they were before they were claimed. */
export interface Claim {
  /** Identifies the post: its nonce is made from it, and one of its buttons carries it. */
  readonly postId: string;
  readonly rows: readonly [DeliveryRow, ...DeliveryRow[]];
  readonly worker: string;
  readonly fence: number;
}
