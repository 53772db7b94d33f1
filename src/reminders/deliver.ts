import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Claim, DeliveryRow } from "../storage/tables/deliveries.ts";
import type { ReminderRow } from "../storage/tables/reminders.ts";
import type { ClaimEnd, Settled } from "../storage/tables/settle.ts";
import { LATE_AFTER_MS } from "./catch-up.ts";
import { nextTryAt, outcomeOf, type Outcome, type Tried } from "./outcome.ts";
import type { Composed, Content, Post, PostItem, Refused, ReminderStore, Tell } from "./ports.ts";

export interface DeliverParts {
  readonly store: ReminderStore;
  readonly content: Content;
  readonly post: Post;
  readonly tell: Tell;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Writes the end of a claim down; false: it was taken over meanwhile. */
type Settle = (end: ClaimEnd) => Promise<boolean>;

/** For how long after a try the same nonce surely gives the same message; Discord says "the past few minutes". */
const NONCE_TRUSTED_MS = 2 * 60_000;
const GONE = "gone";
const SUSPENDED_MS = 5 * 60_000;
const STEP_WITHIN_MS = 20_000;

/** One claim from its rows to its end. A claim that was taken over meanwhile ends without a trace. */
export async function deliver(
  parts: DeliverParts & { readonly settle: Settle },
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  const { settle, clock, log } = parts;
  const delivery = new Delivery(parts, claim, signal);
  const outcome = await delivery.run().catch((error: unknown): Outcome => {
    log.error("a reminder could not be posted; it is tried again", { reference: claim.rows[0].id }, error);
    return { settled: delivery.again("internal") };
  });
  if (!(await settle({ claim, settled: outcome.settled, now: clock.now() }))) return;
  await follow(parts, claim, outcome);
}

/** What happens beside the ledger is of no account to it. */
async function follow(
  parts: DeliverParts,
  claim: Claim,
  { settled, place, tell: what }: Outcome,
): Promise<void> {
  const { store, tell, log } = parts;
  const reason = "code" in settled ? settled.code : undefined;
  try {
    for (const row of claim.rows) {
      await changePlace(parts, row, { place, reason, isSent: settled.state === "sent" });
      const reminder = what === undefined ? undefined : await store.reminders.find(row.reminder_id);
      if (what === undefined || reminder === undefined) continue;
      const { id: reminderId, owner_id: ownerId } = reminder;
      await tell({ ownerId, reminderId, target: row.target, what, code: Number(reason) || 0 });
    }
  } catch (error) {
    log.warn("nobody could be told about a reminder's trouble", {}, error);
  }
}

/** What becomes of the place for the times to come. */
async function changePlace(
  { store, clock }: DeliverParts,
  row: DeliveryRow,
  to: {
    readonly place: Outcome["place"];
    readonly reason: string | undefined;
    readonly isSent: boolean;
  },
): Promise<void> {
  const { place, reason, isSent } = to;
  const now = clock.now();
  if (place === "gone") return markGone(store, row, now);
  if (place !== undefined) {
    const state = { state: place, since: now, ...(reason !== undefined && { reason }) };
    await store.reminders.setDestination(row.destination_id, state);
    await store.deliveries.dropWaiting(row.destination_id, reason ?? place, now);
  }
  if (isSent && row.held_since !== null) {
    await store.reminders.setDestination(row.destination_id, { state: "open", since: now });
  }
}

/** Remembered at the place: occurrences end sooner than it is given up. */
async function markGone(store: ReminderStore, row: DeliveryRow, now: number): Promise<void> {
  if ((await goneSince(store, row)) !== undefined) return;
  await store.reminders.setDestination(row.destination_id, { state: "open", since: now, reason: GONE });
}

async function goneSince({ reminders }: ReminderStore, row: DeliveryRow): Promise<number | undefined> {
  const places = await reminders.destinations(row.reminder_id);
  return places.find(({ id, reason }) => id === row.destination_id && reason === GONE)?.since;
}

class Delivery {
  readonly #parts: DeliverParts;
  readonly #claim: Claim;
  readonly #signal: AbortSignal;
  readonly #lead: DeliveryRow;
  /** This try posted it, or nobody knows. */
  #mayBeThere = false;

  constructor(parts: DeliverParts, claim: Claim, signal: AbortSignal) {
    this.#parts = parts;
    this.#claim = claim;
    this.#signal = signal;
    this.#lead = claim.rows[0];
  }

  async run(): Promise<Outcome> {
    const before = await this.#lookBack();
    if (before !== "not-there" && before !== "unsure") return before;
    const items = await this.#items();
    const [first, ...others] = items;
    if (first === undefined) return { settled: { state: "skipped", code: await this.#whyNothing() } };
    const { kind, target } = this.#lead;
    const deliveryId = this.#claim.postId;
    const mayBeDouble = before === "unsure";
    if (mayBeDouble && first.reminder.when_unsure === "at-most-once") {
      return { settled: { state: "skipped", code: "unsure" } };
    }
    const input = { items: [first, ...others] as const, kind, target, deliveryId, mayBeDouble };
    const composed = await this.#parts.content.compose(input, this.#deadline());
    return composed.kind === "post" ? this.#send(composed) : { settled: this.#unsent(composed) };
  }

  /** As it was before, unless it was being posted when something failed. */
  again(code: string): Settled {
    return { state: "failed", code, nextTry: nextTryAt(this.#tried()), isDoubtful: this.#mayBeThere };
  }

  /** A try that nobody knows the end of is looked for first. */
  async #lookBack(): Promise<Outcome | "not-there" | "unsure"> {
    const { doubt_since: since, kind, target } = this.#lead;
    const deliveryId = this.#claim.postId;
    if (since === null) return "not-there";
    const found = await this.#parts.post.find({ deliveryId, kind, target, since }, this.#deadline());
    if (found.kind === "sent") {
      const now = this.#parts.clock.now();
      const code = await this.#codeOfFound(since);
      const after = { ...(code !== undefined && { code }), editAt: now, publishAt: now };
      return { settled: { ...this.#sent(found), ...after } };
    }
    if (found.kind === "none") return "not-there";
    if (found.kind === "refused") return this.#refused({ ...found, isCertain: true });
    const age = this.#parts.clock.now() - since;
    return age >= 0 && age <= NONCE_TRUSTED_MS ? "not-there" : "unsure";
  }

  async #codeOfFound(sentAt: number): Promise<string | undefined> {
    const { store, content } = this.#parts;
    const reminder = await store.reminders.find(this.#lead.reminder_id);
    return reminder === undefined ? undefined : content.codeOf?.(reminder, sentAt);
  }

  async #send({ body, code, editAt, publishes }: Extract<Composed, { kind: "post" }>): Promise<Outcome> {
    const { kind, target } = this.#lead;
    const deliveryId = this.#claim.postId;
    this.#mayBeThere = true;
    const answer = await this.#parts.post.send({ kind, target, deliveryId, body }, this.#deadline());
    this.#mayBeThere = answer.kind === "sent" || !answer.isCertain;
    if (answer.kind !== "sent") return this.#refused(answer);
    const after = {
      ...(code !== undefined && { code }),
      ...(editAt !== undefined && { editAt }),
      ...(publishes === true && { publishAt: this.#parts.clock.now() }),
    };
    return { settled: { ...this.#sent(answer), ...after } };
  }

  async #refused(refused: Refused): Promise<Outcome> {
    const since = await goneSince(this.#parts.store, this.#lead);
    return outcomeOf(refused, { ...this.#tried(), goneSince: since });
  }

  #sent({
    channelId,
    messageId,
  }: {
    readonly channelId: string;
    readonly messageId?: string;
  }): Extract<Settled, { state: "sent" }> {
    return { state: "sent", channelId, ...(messageId !== undefined && { messageId }) };
  }

  #unsent(composed: Exclude<Composed, { kind: "post" }>): Settled {
    if (composed.kind === "skip") return { state: "skipped", code: composed.reason };
    const { clock, random } = this.#parts;
    const wait = composed.retryAfterMs ?? SUSPENDED_MS;
    // Whoever suspends knows how long there is: the wait does not grow.
    const nextTry = clock.now() + wait + Math.floor((random() * wait) / 10);
    return { state: "failed", code: composed.reason, nextTry, isDoubtful: false };
  }

  /** What of the claim still helps somebody. */
  async #items(): Promise<readonly PostItem[]> {
    const now = this.#parts.clock.now();
    const items: PostItem[] = [];
    for (const row of this.#claim.rows) {
      const reminder = await this.#reminderOf(row);
      if (reminder === undefined || row.useful_until <= now) continue;
      const lateMs = now - row.slot > LATE_AFTER_MS ? now - row.slot : 0;
      const { slot, useful_until: usefulUntil } = row;
      const note = await this.#noteOf(reminder, slot);
      items.push({ reminder, slot, usefulUntil, lateMs, ...(note !== undefined && { note }) });
    }
    return items;
  }

  #noteOf({ id, watch }: ReminderRow, slot: number): Promise<string | undefined> | undefined {
    return watch === null ? undefined : this.#parts.store.occurrences.noteOf(id, slot);
  }

  /** Absent when it was switched off, or removed, after it was planned. */
  async #reminderOf({ reminder_id: id }: DeliveryRow): Promise<ReminderRow | undefined> {
    const reminder = await this.#parts.store.reminders.find(id);
    return reminder?.state === "paused" || reminder?.state === "disabled" ? undefined : reminder;
  }

  async #whyNothing(): Promise<string> {
    return (await this.#reminderOf(this.#lead)) === undefined ? "switched-off" : "too-late";
  }

  #tried(): Tried {
    const { clock, random } = this.#parts;
    return { now: clock.now(), tries: this.#lead.tries + 1, heldSince: this.#lead.held_since, random };
  }

  #deadline(): AbortSignal {
    return AbortSignal.any([this.#signal, AbortSignal.timeout(STEP_WITHIN_MS)]);
  }
}
