import { sleepUnlessAborted } from "../../base/async/sleep.ts";
import type { Drawings } from "../reply/drawings.ts";
import type { Invocation, RunPlan } from "./invocation.ts";

/** How many messages may wait for their pictures. */
const MOST = 100;

/** Pictures that are not whole yet when the words are sent; they are added unless the message was changed meanwhile. */
export class LatePictures {
  /** By message, whoever changed it last. */
  readonly #changes = new Map<string, AbortController>();
  readonly #withinMs: number;
  #waiting = 0;
  #isStopped = false;

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** A message will show something: what is drawn for what it showed before is not wanted any more. */
  begin(invocation: Invocation, plan: RunPlan): PictureWait {
    const message = messageOf(invocation, plan);
    this.#changes.get(message)?.abort();
    const changed = new AbortController();
    this.#changes.set(message, changed);
    return {
      end: () => {
        if (this.#changes.get(message) === changed) this.#changes.delete(message);
      },
      wait: (drawings, add) => this.#wait(changed.signal, drawings, add),
    };
  }

  /** Waits for none any more. */
  stop(): void {
    this.#isStopped = true;
    for (const changed of this.#changes.values()) changed.abort();
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
