/** @typedef {import("../../discord/local-api.ts").SeenMessage} SeenMessage */
/** @typedef {import("./message/pending.js").Pending} Pending */

/** What one tab knows of one channel: its messages, what was pressed and is not answered, what failed. */
export class Conversation {
  /** @type {Map<string, SeenMessage>} */
  #messages = new Map();
  /** Control being answered, by message. @type {Map<string, string>} */
  #busy = new Map();
  /** @type {Map<string, string>} */
  #failures = new Map();
  /** @type {Map<string, number>} */
  #versions = new Map();
  /** @type {Set<string>} */
  #removed = new Set();
  /** @type {Pending[]} */
  pending = [];
  /** Whether its beginning is here. */
  isWhole = false;

  /** Oldest first. */
  get messages() {
    return [...this.#messages.values()].sort((a, b) => compareIds(a.id, b.id));
  }

  get oldest() {
    return this.messages[0]?.id;
  }

  /**
   * Replaces what is here by what a person may see now; older messages that were loaded stay.
   * @param {readonly SeenMessage[]} seen
   * @param {boolean} isWhole
   */
  load(seen, isWhole) {
    const oldest = seen[0]?.id;
    const current = new Set(seen.map((each) => each.id));
    const newest = seen.at(-1)?.id;
    for (const id of this.#messages.keys()) {
      // What came after this was asked for is newer than all of it.
      const isWithin = oldest === undefined || newest === undefined || compareIds(id, newest) <= 0;
      if (isWithin && (oldest === undefined || compareIds(id, oldest) >= 0) && !current.has(id)) {
        this.#messages.delete(id);
      }
    }
    if (this.#messages.size === 0) this.isWhole = isWhole;
    for (const each of seen) this.put(each);
  }

  /**
   * @param {readonly SeenMessage[]} seen
   * @param {boolean} isWhole
   */
  addOlder(seen, isWhole) {
    this.isWhole = isWhole;
    for (const each of seen) this.put(each);
  }

  /** @param {SeenMessage} seen */
  put(seen) {
    const known = this.#messages.get(seen.id);
    // Answers to questions may arrive after the events that overtook them.
    if (this.#removed.has(seen.id) || (known !== undefined && isOlder(seen, known))) return;
    this.#messages.set(seen.id, seen);
    // The same message comes as an event and as an answer: drawn once, its pictures and focus stay as they are.
    const isSame = known !== undefined && JSON.stringify(known.message) === JSON.stringify(seen.message);
    if (!isSame || this.#failures.delete(seen.id)) this.#touch(seen.id);
    this.#failures.delete(seen.id);
    if (seen.interactionId !== undefined) this.settle(seen.interactionId);
  }

  /** @param {string} id */
  remove(id) {
    this.#removed.add(id);
    this.#messages.delete(id);
    this.#busy.delete(id);
    this.#failures.delete(id);
  }

  /**
   * Whether the message is here.
   * @param {string} id
   */
  has(id) {
    return this.#messages.has(id);
  }

  /**
   * The command's own place is taken by its answer.
   * @param {string} key the place's, or the interaction's id
   */
  settle(key) {
    this.pending = this.pending.filter((each) => each.key !== key && each.interaction !== key);
  }

  /**
   * The interaction a sent command became. Its answer may be here already.
   * @param {string} key
   * @param {string} interaction
   */
  started(key, interaction) {
    const isAnswered = [...this.#messages.values()].some((seen) => seen.interactionId === interaction);
    if (isAnswered) this.settle(key);
    else this.pending = this.pending.map((each) => (each.key === key ? { ...each, interaction } : each));
  }

  /**
   * @param {string} key
   * @param {string} failure
   */
  fail(key, failure) {
    this.pending = this.pending.map((each) => (each.key === key ? { ...each, failure } : each));
  }

  /**
   * @param {string} message
   * @param {string} customId
   */
  setBusy(message, customId) {
    this.#busy.set(message, customId);
    this.#failures.delete(message);
    this.#touch(message);
  }

  /**
   * @param {string} message
   * @param {string} [failure]
   */
  setAnswered(message, failure) {
    const wasBusy = this.#busy.delete(message);
    if (failure !== undefined) this.#failures.set(message, failure);
    if (wasBusy || failure !== undefined) this.#touch(message);
  }

  /** @param {string} message */
  busyControl(message) {
    return this.#busy.get(message);
  }

  /** @param {string} message */
  failure(message) {
    return this.#failures.get(message);
  }

  /**
   * Changes whenever the message has to be drawn anew.
   * @param {string} message
   */
  version(message) {
    return this.#versions.get(message) ?? 0;
  }

  /** @param {string} message */
  #touch(message) {
    this.#versions.set(message, this.version(message) + 1);
  }
}

/**
 * Whether one state of a message comes before another: "thinking" before its answer, an edit after it.
 * @param {SeenMessage} seen
 * @param {SeenMessage} known
 */
function isOlder(seen, known) {
  if (seen.isThinking !== known.isThinking) return seen.isThinking;
  const [at, before] = [editedAt(seen), editedAt(known)];
  // Previews of links come a moment after the message, without an edit of it.
  if (at === before) return seen.message.embeds.length < known.message.embeds.length;
  return at < before;
}

/** @param {SeenMessage} seen */
function editedAt({ message }) {
  return message.edited_timestamp === null ? 0 : Date.parse(message.edited_timestamp);
}

/**
 * Discord's ids are numbers in time's order, too large for `number`.
 * @param {string} a
 * @param {string} b
 */
function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
