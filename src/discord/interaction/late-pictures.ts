import { sleepUnlessAborted } from "../../base/async/sleep.ts";
import { SNOWFLAKE } from "../reply/limits.ts";
import type { Drawings } from "../reply/drawings.ts";
import type { Invocation, RunPlan } from "./invocation.ts";

/** How many messages may wait for pictures at once. */
const MOST = 100;

/** How processes tell each other that they are about to change a message. */
export interface MessageChanges {
  /** Sends a hint to all other processes; it may get lost. */
  tell(change: string): void;
  /** Calls the listener for each hint received. Returns a function that stops it. */
  onTold(listener: (change: string) => void): () => void;
}

/** A message that is about to change. */
interface Change {
  readonly interactionId: string;
  /** Aborted once the message changes again. */
  readonly over: AbortController;
}

/** Adds pictures to messages that were sent without them, unless the message was changed in the meantime. */
export class LatePictures {
  /** The latest change of each message. */
  readonly #changes = new Map<string, Change>();
  readonly #withinMs: number;
  readonly #elsewhere: MessageChanges | undefined;
  readonly #hearNoMore: (() => void) | undefined;
  #waiting = 0;
  #isStopped = false;

  constructor(withinMs: number, elsewhere?: MessageChanges) {
    this.#withinMs = withinMs;
    this.#elsewhere = elsewhere;
    this.#hearNoMore = elsewhere?.onTold((change) => this.#told(change));
  }

  /** Notes that a message will change: pictures still drawn for its earlier content are dropped, on every process. */
  begin(invocation: Invocation, plan: RunPlan): PictureWait {
    const message = messageOf(invocation, plan);
    const interactionId = invocation.incoming.id;
    this.#changes.get(message)?.over.abort();
    const change = { interactionId, over: new AbortController() };
    this.#changes.set(message, change);
    if (message !== interactionId) this.#elsewhere?.tell(`${message} ${interactionId}`);
    return {
      end: () => {
        if (this.#changes.get(message) === change) this.#changes.delete(message);
      },
      wait: (drawings, add) => this.#wait(change.over.signal, drawings, add),
    };
  }

  /** Drops all pictures that are waited for. */
  stop(): void {
    this.#isStopped = true;
    this.#hearNoMore?.();
    for (const { over } of this.#changes.values()) over.abort();
  }

  /** Drops the pictures for a message another process changes, unless that hint is our own or older than our change. */
  #told(told: string): void {
    const [message = "", interactionId = ""] = told.split(" ");
    const change = this.#changes.get(message);
    if (change === undefined || !SNOWFLAKE.test(interactionId)) return;
    if (BigInt(change.interactionId) < BigInt(interactionId)) change.over.abort();
  }

  async #wait(changed: AbortSignal, drawings: Drawings, add: Add): Promise<void> {
    if (this.#isStopped || this.#waiting === MOST) return drawings.stop();
    const over = new AbortController();
    const signal = AbortSignal.any([changed, over.signal]);
    this.#waiting += 1;
    try {
      const late = sleepUnlessAborted(this.#withinMs, signal).then(() => false);
      // A picture drawn without one of its own images is drawn once more when that arrives.
      while (drawings.isLate) {
        const isThere = await Promise.race([drawings.arrived(), late]);
        if (!isThere || changed.aborted) return;
        if (!(await add(changed))) return;
      }
    } finally {
      this.#waiting -= 1;
      over.abort();
      drawings.stop();
    }
  }
}

/** Shows the message again, and returns whether it did; the signal aborts once another interaction changes it. */
type Add = (changed: AbortSignal) => Promise<boolean>;

/** Lasts from the start of a run until its message is complete. */
export interface PictureWait {
  end(): void;
  /**
   * Calls `add` when pictures are drawn, and again when images they lacked arrive, until it returns false. Rejects only
   * where `add` does.
   */
  wait(drawings: Drawings, add: Add): Promise<void>;
}

/** Returns a key for the message. New messages have no known id yet, so they go by their interaction. */
function messageOf({ incoming }: Invocation, { acknowledge }: RunPlan): string {
  const { id, message } = incoming;
  if (acknowledge === "reply") return id;
  return message?.interaction_metadata?.id ?? message?.id ?? id;
}
