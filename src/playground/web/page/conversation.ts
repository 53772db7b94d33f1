import type { SeenMessage } from "../../discord/local-api.ts";
import type { Pending } from "./message/pending.ts";

/** What a tab knows of a channel: messages, presses waiting for an answer, and failures. */
export class Conversation {
  #messages: Map<string, SeenMessage> = new Map();
  /** The control waiting for an answer, by message. */
  #busy: Map<string, string> = new Map();
  #failures: Map<string, string> = new Map();
  #versions: Map<string, number> = new Map();
  #removed: Set<string> = new Set();
  #arrivals = 0;
  /** The number of each message's arrival. */
  #arrivedAs: Map<string, number> = new Map();
  pending: Pending[] = [];
  /** Whether the beginning of the channel is loaded. */
  isWhole = false;

  /** Oldest first. */
  get messages() {
    return [...this.#messages.values()].sort((a, b) => compareIds(a.id, b.id));
  }

  get oldest() {
    return this.messages[0]?.id;
  }

  /** How many messages and changes arrived. Noted when history is requested, and given to `load`. */
  get arrivals() {
    return this.#arrivals;
  }

  /** Replaces the content by `seen`, but keeps older messages and those that arrived after `askedAt`. */
  load(seen: readonly SeenMessage[], isWhole: boolean, askedAt: number = this.#arrivals) {
    const oldest = seen[0]?.id;
    const current = new Set(seen.map((each) => each.id));
    for (const id of this.#messages.keys()) {
      const isSince = (this.#arrivedAs.get(id) ?? 0) > askedAt;
      const isWithin = oldest === undefined || compareIds(id, oldest) >= 0;
      if (!isSince && isWithin && !current.has(id)) this.#messages.delete(id);
    }
    const hasOlder = [...this.#messages.keys()].some(
      (id) => oldest !== undefined && compareIds(id, oldest) < 0,
    );
    if (!hasOlder) this.isWhole = isWhole;
    for (const each of seen) this.put(each);
  }

  addOlder(seen: readonly SeenMessage[], isWhole: boolean) {
    this.isWhole = isWhole;
    for (const each of seen) this.put(each);
  }

  put(seen: SeenMessage) {
    const known = this.#messages.get(seen.id);
    // An answer may arrive after newer events.
    if (this.#removed.has(seen.id) || (known !== undefined && seen.version < known.version)) return;
    this.#messages.set(seen.id, seen);
    this.#arrivals += 1;
    if (known === undefined) this.#arrivedAs.set(seen.id, this.#arrivals);
    // A message arrives as event and as answer: drawn once, its pictures and focus stay.
    const isSame = known !== undefined && JSON.stringify(known.message) === JSON.stringify(seen.message);
    if (!isSame || this.#failures.delete(seen.id)) this.#touch(seen.id);
    this.#failures.delete(seen.id);
    if (seen.interactionId !== undefined) this.settle(seen.interactionId);
  }

  remove(id: string) {
    this.#removed.add(id);
    this.#messages.delete(id);
    this.#busy.delete(id);
    this.#failures.delete(id);
  }

  has(id: string) {
    return this.#messages.has(id);
  }

  /** Removes a waiting command, by its key or by its interaction's id. */
  settle(key: string) {
    this.pending = this.pending.filter((each) => each.key !== key && each.interaction !== key);
  }

  /** Notes the interaction of a sent command, unless its answer has arrived already. */
  started(key: string, interaction: string) {
    const isAnswered = [...this.#messages.values()].some((seen) => seen.interactionId === interaction);
    if (isAnswered) this.settle(key);
    else this.pending = this.pending.map((each) => (each.key === key ? { ...each, interaction } : each));
  }

  fail(key: string, failure: string) {
    this.pending = this.pending.map((each) => (each.key === key ? { ...each, failure } : each));
  }

  setBusy(message: string, customId: string) {
    this.#busy.set(message, customId);
    this.#failures.delete(message);
    this.#touch(message);
  }

  setAnswered(message: string, failure?: string) {
    const wasBusy = this.#busy.delete(message);
    if (failure !== undefined) this.#failures.set(message, failure);
    if (wasBusy || failure !== undefined) this.#touch(message);
  }

  busyControl(message: string) {
    return this.#busy.get(message);
  }

  failure(message: string) {
    return this.#failures.get(message);
  }

  /** Changes whenever the message must be redrawn. */
  version(message: string) {
    return this.#versions.get(message) ?? 0;
  }

  #touch(message: string) {
    this.#versions.set(message, this.version(message) + 1);
  }
}

/** Compares ids by time; they are too large for `number`. */
function compareIds(a: string, b: string) {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
