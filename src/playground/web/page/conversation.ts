import type { SeenMessage } from "../../discord/local-api.ts";
import type { Pending } from "./message/pending.ts";

/** What one tab knows of one channel: its messages, what was pressed and is not answered, what failed. */
export class Conversation {
  #messages: Map<string, SeenMessage> = new Map();
  /** Control being answered, by message. */
  #busy: Map<string, string> = new Map();
  #failures: Map<string, string> = new Map();
  #versions: Map<string, number> = new Map();
  #removed: Set<string> = new Set();
  #arrivals = 0;
  /** Which arrival a message was. */
  #arrivedAs: Map<string, number> = new Map();
  pending: Pending[] = [];
  /** Whether its beginning is here. */
  isWhole = false;

  /** Oldest first. */
  get messages() {
    return [...this.#messages.values()].sort((a, b) => compareIds(a.id, b.id));
  }

  get oldest() {
    return this.messages[0]?.id;
  }

  /** How many messages and changes came: to be noted when history is asked for, and given to `load`. */
  get arrivals() {
    return this.#arrivals;
  }

  /** Replaces what is here by what one may see now, but older messages and what came since `askedAt`. */
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
    // Answers to questions may arrive after the events that overtook them.
    if (this.#removed.has(seen.id) || (known !== undefined && seen.version < known.version)) return;
    this.#messages.set(seen.id, seen);
    this.#arrivals += 1;
    if (known === undefined) this.#arrivedAs.set(seen.id, this.#arrivals);
    // The same message comes as an event and as an answer: drawn once, its pictures and focus stay as they are.
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

  /** The command's own place is taken by its answer: by its key, or by the interaction's id. */
  settle(key: string) {
    this.pending = this.pending.filter((each) => each.key !== key && each.interaction !== key);
  }

  /** The interaction a sent command became. Its answer may be here already. */
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

  /** Changes whenever the message has to be drawn anew. */
  version(message: string) {
    return this.#versions.get(message) ?? 0;
  }

  #touch(message: string) {
    this.#versions.set(message, this.version(message) + 1);
  }
}

/** Discord's ids are numbers in time's order, too large for `number`. */
function compareIds(a: string, b: string) {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
