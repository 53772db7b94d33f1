import type { Selectable } from "kysely";

import type { Lease } from "../../../storage/nodes.ts";
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
