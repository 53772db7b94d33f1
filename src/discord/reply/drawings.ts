import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { within } from "../../base/async/within.ts";
import { LIMITS } from "./limits.ts";
import type { Drawn, Picture } from "./reply.ts";

/** Pictures of one message, each drawn once however often the message is rendered. */
export class Drawings {
  readonly #drawing = new Map<Picture, Promise<Drawn | undefined>>();
  /** Those that were told in words, and those that lack something, as they were shown. */
  #late: ReadonlyMap<Picture, Drawn | undefined> = new Map();
  readonly #ending = new AbortController();
  #isUnwanted = false;
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Whether something was not there in time, the last time: a picture, or what it shows. */
  get isLate(): boolean {
    return this.#late.size > 0;
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
    const shown = new Map(found);
    const late = pictures.filter((picture) => !isWhole(shown.get(picture)));
    this.#late = new Map(late.map((picture) => [picture, shown.get(picture)]));
    return shown;
  }

  /** Resolves when nothing is late any more: whether something of what was has come. */
  async arrived(): Promise<boolean> {
    const came = await Promise.all([...this.#late].map(([picture, shown]) => this.#came(picture, shown)));
    return came.includes(true);
  }

  /** Ends what is drawn still; with a reason it has failed. */
  stop(reason?: Error): void {
    this.#isUnwanted = reason === undefined;
    this.#ending.abort(reason);
  }

  /** What was shown without something it lacks is drawn anew, once. */
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

/** Discord takes neither nothing nor too much. */
function isFit({ bytes }: Drawn): boolean {
  return bytes.length > 0 && bytes.length <= LIMITS.attachmentBytes;
}

function isWhole(drawn: Drawn | undefined): boolean {
  return drawn !== undefined && drawn.redraw === undefined;
}
