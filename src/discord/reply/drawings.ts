import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { within } from "../../base/async/within.ts";
import { LIMITS } from "./limits.ts";
import type { Drawn, Picture } from "./reply.ts";

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
