import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { within } from "../../base/async/within.ts";
import { LIMITS } from "./limits.ts";
import type { Picture } from "./reply.ts";

/** A picture that was drawn. */
export interface Drawn {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Pictures of one message, each drawn once however often the message is rendered. */
export class Drawings {
  readonly #drawing = new Map<Picture, Promise<Drawn | undefined>>();
  /** Those that were told in words. */
  #late: readonly Picture[] = [];
  readonly #ending = new AbortController();
  #isUnwanted = false;
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Whether something was not there in time, the last time. */
  get isLate(): boolean {
    return this.#late.length > 0;
  }

  /** Returns those that are there within so long; the others go on. Throws the signal's reason once it aborts. */
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
    this.#late = pictures.filter((picture) => !found.has(picture));
    return new Map(found);
  }

  /** Resolves when nothing is late any more: whether one of those that were has come. */
  async arrived(): Promise<boolean> {
    const drawn = await Promise.all(this.#late.map((picture) => this.#draw(picture)));
    return drawn.some((one) => one !== undefined);
  }

  /** Ends what is drawn still; with a reason it has failed. */
  stop(reason?: Error): void {
    this.#isUnwanted = reason === undefined;
    this.#ending.abort(reason);
  }

  #draw(picture: Picture): Promise<Drawn | undefined> {
    const under = this.#drawing.get(picture) ?? this.#start(picture);
    this.#drawing.set(picture, under);
    return under;
  }

  async #start(picture: Picture): Promise<Drawn | undefined> {
    const { signal } = this.#ending;
    try {
      const drawn = await unlessAborted(picture.draw(signal), signal);
      return isFit(drawn) ? drawn : undefined;
    } catch (error) {
      if (!this.#isUnwanted) this.#onFailure(error);
      return undefined;
    }
  }
}

/** Discord takes neither nothing nor too much. */
function isFit({ bytes }: Drawn): boolean {
  return bytes.length > 0 && bytes.length <= LIMITS.attachmentBytes;
}
