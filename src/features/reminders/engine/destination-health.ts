import type { Clock } from "../../../base/clock.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { DeliveryRow } from "../store/claim.ts";
import type { RefusalOutcome } from "../../shared/post-outcome.ts";
import type { ReminderStore } from "./ports.ts";

const GONE: RefusalName = "channel-gone";
/** How many deliveries of a reminder's history are read. */
const HISTORY_LENGTH = 50;

/** What becomes of the destination for the times to come. */
export async function updateDestination(
  { store, clock }: { readonly store: ReminderStore; readonly clock: Clock },
  row: DeliveryRow,
  to: {
    readonly destination: RefusalOutcome["destination"];
    readonly reason: string | undefined;
    readonly isSent: boolean;
  },
): Promise<void> {
  const { destination, reason, isSent } = to;
  const now = clock.now();
  if (destination === "gone") return markGone(store, row, now);
  if (destination !== undefined) {
    const state = { state: destination, since: now, ...(reason !== undefined && { reason }) };
    await store.reminders.setOpenDestination(row.destination_id, state);
    await store.deliveries.dropWaiting(row.destination_id, reason ?? destination, now);
  }
  if (isSent && row.held_since !== null) {
    await store.reminders.setOpenDestination(row.destination_id, { state: "open", since: now });
  }
}

/** Remembered at the destination: occurrences end sooner than it is given up. */
async function markGone(store: ReminderStore, row: DeliveryRow, now: number): Promise<void> {
  if ((await goneSince(store, row)) !== undefined) return;
  await store.reminders.setOpenDestination(row.destination_id, { state: "open", since: now, reason: GONE });
}

/** Since when nothing but this comes from there. */
export async function goneSince(
  { reminders, deliveries }: ReminderStore,
  row: DeliveryRow,
): Promise<number | undefined> {
  const destinations = await reminders.destinations(row.reminder_id);
  const since = destinations.find(({ id, reason }) => id === row.destination_id && reason === GONE)?.since;
  if (since === undefined) return undefined;
  const recent = await deliveries.history(row.reminder_id, HISTORY_LENGTH);
  const wasThere = recent.some(
    ({ destination_id: id, state, settled_at: at }) =>
      id === row.destination_id && state === "sent" && at !== null && at > since,
  );
  return wasThere ? undefined : since;
}
