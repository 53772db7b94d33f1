import type { Clock } from "../../../base/clock.ts";
import type { Queries } from "../../../storage/schema.ts";
import type { RefusalOutcome } from "../../shared/post-outcome.ts";
import type { Claim } from "../store/claim.ts";
import type { ClaimEnd, Settled } from "../store/settle-deliveries.ts";
import { updateDestination } from "./destination-health.ts";
import { type NotifyOwner, reminderStore } from "./ports.ts";

/** How a claim ends, and what follows from it. */
export interface PostOutcome extends Omit<RefusalOutcome, "settled"> {
  readonly settled: Settled;
  /** By row, those that end otherwise. */
  readonly overrides?: ReadonlyMap<string, Settled>;
}

interface FollowUpDeps {
  readonly notifyOwner: NotifyOwner;
  readonly clock: Clock;
}

/** Returns what writes down what an end means for destinations and owners; undefined where it means nothing. */
export function followUp(parts: FollowUpDeps, claim: Claim, outcome: PostOutcome): ClaimEnd["follow"] {
  const { settled, destination, notify } = outcome;
  const wasHeld = settled.state === "sent" && claim.rows.some(({ held_since: since }) => since !== null);
  if (!wasHeld && destination === undefined && notify === undefined) return undefined;
  return (transaction) => applyOutcome(parts, claim, { ...outcome, transaction });
}

async function applyOutcome(
  { notifyOwner, clock }: FollowUpDeps,
  claim: Claim,
  {
    settled,
    overrides,
    destination,
    notify: what,
    transaction,
  }: PostOutcome & { readonly transaction: Queries },
): Promise<void> {
  const store = reminderStore(transaction);
  const reason = "code" in settled ? settled.code : undefined;
  // In the order in which everybody takes several destinations.
  for (const row of claim.rows.toSorted((a, b) => (a.destination_id < b.destination_id ? -1 : 1))) {
    const isOmitted = (overrides?.get(row.id)?.state ?? "sent") !== "sent";
    await updateDestination({ store, clock }, row, {
      destination,
      reason,
      isSent: settled.state === "sent" && !isOmitted,
    });
    if (isOmitted) continue;
    const reminder = what === undefined ? undefined : await store.reminders.find(row.reminder_id);
    if (what === undefined || reminder === undefined) continue;
    const { id: reminderId, owner_id: ownerId } = reminder;
    const to = { ownerId, reminderId, target: row.target };
    await notifyOwner({ ...to, what, ...(reason !== undefined && { reason }) }, transaction);
  }
}
