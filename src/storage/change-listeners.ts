import type { Log } from "../base/log.ts";

/** `detail`: only of hints that have one. */
export type ChangeListener = (detail: string) => void;

export class ChangeListeners {
  readonly #listeners = new Map<string, Set<ChangeListener>>();
  readonly #seen = new Map<string, number>();
  readonly #log: Log;
  #hasRead = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns a function that removes the listener. */
  add(what: string, listener: ChangeListener): () => void {
    const heard: ChangeListener = (detail) => listener(detail);
    const all = this.#listeners.get(what) ?? new Set();
    this.#listeners.set(what, all.add(heard));
    return () => void all.delete(heard);
  }

  /** A listener that fails keeps none of the others from hearing it. */
  tell(what: string, detail = ""): void {
    for (const listener of this.#listeners.get(what) ?? []) {
      try {
        listener(detail);
      } catch (error) {
        this.#log.warn("What another process said could not be followed", { name: what }, error);
      }
    }
  }

  /**
   * Compares all counters with the last call and calls the listeners of those that changed; the first call only
   * remembers them.
   */
  read(counters: readonly { readonly what: string; readonly seq: number }[]): void {
    const changed = counters.filter(({ what, seq }) => this.#seen.get(what) !== seq);
    for (const { what, seq } of changed) this.#seen.set(what, seq);
    if (this.#hasRead) for (const { what } of changed) this.tell(what);
    this.#hasRead = true;
  }
}
