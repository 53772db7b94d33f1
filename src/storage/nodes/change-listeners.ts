/** `detail`: of a hint that has one. */
export type ChangeListener = (detail: string) => void;

/** Who wants to know of which change. */
export class ChangeListeners {
  readonly #listeners = new Map<string, Set<ChangeListener>>();
  readonly #seen = new Map<string, number>();
  #hasRead = false;

  /** Returns what removes the listener. */
  add(what: string, listener: ChangeListener): () => void {
    const heard: ChangeListener = (detail) => listener(detail);
    const all = this.#listeners.get(what) ?? new Set();
    this.#listeners.set(what, all.add(heard));
    return () => void all.delete(heard);
  }

  tell(what: string, detail = ""): void {
    for (const listener of this.#listeners.get(what) ?? []) listener(detail);
  }

  /** Takes all counters of changes: whose differs from the last time is told. The first time nothing is. */
  read(counters: readonly { readonly what: string; readonly seq: number }[]): void {
    const changed = counters.filter(({ what, seq }) => this.#seen.get(what) !== seq);
    for (const { what, seq } of changed) this.#seen.set(what, seq);
    if (this.#hasRead) for (const { what } of changed) this.tell(what);
    this.#hasRead = true;
  }
}
