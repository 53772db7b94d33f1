import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { within } from "../../base/async/within.ts";
import { LIMITS, SNOWFLAKE } from "./limits.ts";
import type { Drawn, Picture } from "./reply.ts";
import { sleepUnlessAborted } from "../../base/async/sleep.ts";

/** The pictures of one message, each drawn once however often the message is rendered. */
export class Drawings {
  readonly #drawing = new Map<Picture, Promise<Drawn | undefined>>();
  /** Pictures that were shown as text or with images missing, as they were shown. */
  #late: ReadonlyMap<Picture, Drawn | undefined> = new Map();
  readonly #ending = new AbortController();
  #isUnwanted = false;
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Whether a picture, or an image in one, was not there in time at the last rendering. */
  get isLate(): boolean {
    return this.#late.size > 0;
  }

  /** Returns the pictures drawn within this time; the others go on. Throws the signal's reason once it aborts. */
  async soon(
    pictures: readonly Picture[],
    { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
  ): Promise<ReadonlyMap<Picture, Drawn>> {
    const found = new Map<Picture, Drawn>();
    const all = pictures.map(async (picture) => {
      const drawn = await this.#draw(picture);
      if (drawn !== undefined) found.set(picture, drawn);
    });
    if (all.length > 0) await unlessAborted(within(Promise.all(all), withinMs), signal);
    const shown = new Map(found);
    const late = pictures.filter((picture) => !isWhole(shown.get(picture)));
    this.#late = new Map(late.map((picture) => [picture, shown.get(picture)]));
    return shown;
  }

  /** Resolves when nothing is late any more. Returns whether any late picture arrived. */
  async arrived(): Promise<boolean> {
    const came = await Promise.all([...this.#late].map(([picture, shown]) => this.#came(picture, shown)));
    return came.includes(true);
  }

  /** Stops drawing; with a reason, as a failure. */
  stop(reason?: Error): void {
    this.#isUnwanted = reason === undefined;
    this.#ending.abort(reason);
  }

  /** Draws a picture with missing images once more, when they have arrived. */
  async #came(picture: Picture, shown: Drawn | undefined): Promise<boolean> {
    if (shown?.redraw === undefined) return (await this.#draw(picture)) !== undefined;
    const { redraw, ...before } = shown;
    const after = await this.#tried(redraw);
    this.#drawing.set(picture, Promise.resolve(after ?? before));
    return after !== undefined;
  }

  #draw(picture: Picture): Promise<Drawn | undefined> {
    const under = this.#drawing.get(picture) ?? this.#tried((signal) => picture.draw(signal));
    this.#drawing.set(picture, under);
    return under;
  }

  async #tried(draw: (signal: AbortSignal) => Promise<Drawn | undefined>): Promise<Drawn | undefined> {
    const { signal } = this.#ending;
    try {
      const drawn = await unlessAborted(draw(signal), signal);
      return drawn !== undefined && isFit(drawn) ? drawn : undefined;
    } catch (error) {
      if (!this.#isUnwanted) this.#onFailure(error);
      return undefined;
    }
  }
}

/** Returns whether Discord accepts the file: not empty, not too large. */
function isFit({ bytes }: Drawn): boolean {
  return bytes.length > 0 && bytes.length <= LIMITS.attachmentBytes;
}

function isWhole(drawn: Drawn | undefined): boolean {
  return drawn !== undefined && drawn.redraw === undefined;
}

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
  begin(message: string, interactionId: string): PictureWait {
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
