/** Runs one task after the other. A task that fails rejects for its own caller alone; the next one runs. */
export class SerialQueue {
  #last: Promise<unknown> | undefined;
  #waiting = 0;

  /** Whether no task is running or waiting. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** Runs `work` when all before it have ended, at once where there is none. Settles as the work does. */
  take<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const mine = this.#last === undefined ? work() : this.#last.then(work);
    const end = () => void (this.#waiting -= 1);
    this.#last = mine.then(end, end);
    return mine;
  }
}
