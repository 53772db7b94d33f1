import { sleepUnlessAborted } from "../../base/async/sleep.ts";
import { SNOWFLAKE } from "../reply/limits.ts";
import type { Drawings } from "../reply/drawings.ts";
import type { Invocation, RunPlan } from "./invocation.ts";

/** How many messages may wait for their pictures. */
const MOST = 100;

/** What processes tell each other of messages that each of them may be told to change. */
export interface MessageChanges {
  /** Tells all others soon; it may be lost. */
  tell(change: string): void;
  /** Calls the listener with what was told. Returns what ends that. */
  onTold(listener: (change: string) => void): () => void;
}

/** A message will show what an interaction asked for. */
interface Change {
  readonly interactionId: string;
  /** Ends once it shows something else. */
  readonly over: AbortController;
}

/** Pictures that are not whole yet when the words are sent; they are added unless the message was changed meanwhile. */
export class LatePictures {
  /** By message, the last one. */
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

  /** A message will show something: what is drawn for what it showed before is not wanted any more, on any process. */
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

  /** Waits for none any more. */
  stop(): void {
    this.#isStopped = true;
    this.#hearNoMore?.();
    for (const { over } of this.#changes.values()) over.abort();
  }

  /** Told of a change of its own, or of one that is older, it goes on. */
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
      // What was drawn in a hurry comes once more, when what it lacked has come.
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

/** Gives whether they were added; the signal aborts once the message is changed. */
type Add = (changed: AbortSignal) => Promise<boolean>;

/** From the start of a run until its message shows all it is to show. */
export interface PictureWait {
  end(): void;
  /** Calls `add` when they are there, and when what they lacked is, until it gives false. Never rejects where `add` doesn't. */
  wait(drawings: Drawings, add: Add): Promise<void>;
}

/** Answers go by the interaction that asked: their ids are not known when they are sent. */
function messageOf({ incoming }: Invocation, { acknowledge }: RunPlan): string {
  const { id, message } = incoming;
  if (acknowledge === "reply") return id;
  return message?.interaction_metadata?.id ?? message?.id ?? id;
}
