/** Runs one task after another. A failing task rejects for its own caller only. */
export class SerialQueue {
  #last: Promise<unknown> | undefined;
  #waiting = 0;

  /** Whether no task is running or waiting. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** Runs `work` after all earlier tasks. Settles as the work does. */
  take<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const mine = this.#last === undefined ? work() : this.#last.then(work);
    const end = () => void (this.#waiting -= 1);
    this.#last = mine.then(end, end);
    return mine;
  }
}
