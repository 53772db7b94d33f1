import type { ClaimEnd, Settled } from "../store/settle-deliveries.ts";
import { type ReminderStore, type NotifyOwner, reminderStore, type WorkerDeps } from "./ports.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { Queries } from "../../../storage/schema.ts";
import type { RefusalOutcome } from "../post-outcome.ts";
import type { Claim, DeliveryRow } from "../store/claim-deliveries.ts";

interface Pending extends PromiseWithResolvers<boolean> {
  readonly end: ClaimEnd;
}

/** Writes the ends of claims, those close together in one transaction: each write waits for the disk. */
export class SettleBatcher {
  readonly #deliveries: ReminderStore["deliveries"];
  readonly #gatherMs: () => number;
  #waiting: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `gatherMs`: how many milliseconds the first may wait for others; 0: not at all. */
  constructor(deliveries: ReminderStore["deliveries"], gatherMs: () => number) {
    this.#deliveries = deliveries;
    this.#gatherMs = gatherMs;
  }

  /** Resolves once it is on disk: whether the claim still held. */
  settle(end: ClaimEnd): Promise<boolean> {
    const pending = { end, ...Promise.withResolvers<boolean>() };
    this.#waiting.push(pending);
    const waitMs = this.#gatherMs();
    if (waitMs === 0) void this.#write();
    else this.#timer ??= setTimeout(() => void this.#write(), waitMs);
    return pending.promise;
  }

  /** Writes what waits at once. */
  hurry(): void {
    void this.#write();
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    try {
      const held = await this.#deliveries.settleAll(waiting.map(({ end }) => end));
      for (const [index, { resolve }] of waiting.entries()) resolve(held[index] ?? false);
    } catch (error) {
      await this.#writeApart(waiting, error);
    }
  }

  /** Writes each by itself, so that one that fails holds up no other. */
  async #writeApart(waiting: readonly Pending[], error: unknown): Promise<void> {
    const [only] = waiting;
    if (waiting.length === 1) return only?.reject(error);
    for (const { end, resolve, reject } of waiting) {
      await this.#deliveries.settle(end).then(resolve, reject);
    }
  }
}

/** The end of a claim, and what follows from it. */
export interface PostOutcome extends Omit<RefusalOutcome, "settled"> {
  readonly settled: Settled;
  /** Rows that end differently, by id. */
  readonly overrides?: ReadonlyMap<string, Settled>;
}

type FollowUpDeps = Pick<WorkerDeps, "clock"> & { readonly notifyOwner: NotifyOwner };

const GONE: RefusalName = "channel-gone";
const HISTORY_LENGTH = 50;

/** Returns what to write about destinations and owners; undefined for nothing. */
export function followUp(parts: FollowUpDeps, claim: Claim, outcome: PostOutcome): ClaimEnd["follow"] {
  const { settled, destination, notify } = outcome;
  const wasHeld = settled.state === "sent" && claim.rows.some(({ held_since: since }) => since !== null);
  if (!wasHeld && destination === undefined && notify === undefined) return undefined;
  return (transaction) => applyOutcome(parts, claim, { ...outcome, transaction });
}

async function applyOutcome(
  { notifyOwner, clock }: FollowUpDeps,
  claim: Claim,
  { settled, overrides, destination, notify, transaction }: PostOutcome & { readonly transaction: Queries },
): Promise<void> {
  const store = reminderStore(transaction);
  const { reminders } = store;
  const now = clock.now();
  const reason = "code" in settled ? { reason: settled.code } : {};
  // The order in which everybody locks several destinations.
  for (const row of claim.rows.toSorted((a, b) => (a.destination_id < b.destination_id ? -1 : 1))) {
    const isOmitted = (overrides?.get(row.id)?.state ?? "sent") !== "sent";
    if (destination === "gone") await markGone(store, row, now);
    else if (destination !== undefined) {
      await reminders.setOpenDestination(row.destination_id, { state: destination, since: now, ...reason });
      await store.deliveries.dropWaiting(row.destination_id, reason.reason ?? destination, now);
    }
    if (isOmitted) continue;
    if (settled.state === "sent" && row.held_since !== null)
      await reminders.setOpenDestination(row.destination_id, { state: "open", since: now });
    const reminder = notify && (await reminders.find(row.reminder_id));
    if (notify === undefined || reminder === undefined) continue;
    const of = { ownerId: reminder.owner_id, reminderId: reminder.id, target: row.target };
    await notifyOwner({ ...of, what: notify, ...reason }, transaction);
  }
}

/** Stored with the destination, since occurrences end sooner than it is given up. */
async function markGone(store: ReminderStore, row: DeliveryRow, now: number): Promise<void> {
  if ((await goneSince(store, row)) !== undefined) return;
  await store.reminders.setOpenDestination(row.destination_id, { state: "open", since: now, reason: GONE });
}

/** Returns since when the destination has only answered "gone". */
export async function goneSince(
  { reminders, deliveries }: ReminderStore,
  row: DeliveryRow,
): Promise<number | undefined> {
  const destinations = await reminders.destinations(row.reminder_id);
  const since = destinations.find(({ id, reason }) => id === row.destination_id && reason === GONE)?.since;
  if (since === undefined) return undefined;
  const recent = await deliveries.history(row.reminder_id, HISTORY_LENGTH);
  const sent = recent.filter((one) => one.destination_id === row.destination_id && one.state === "sent");
  return sent.some(({ settled_at: at }) => at !== null && at > since) ? undefined : since;
}
