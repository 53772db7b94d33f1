/** Works that end one after the other. One that fails does so for whoever asked for it, and holds nobody up. */
export class SerialQueue {
  #last: Promise<unknown> | undefined;
  #waiting = 0;

  /** Whether none is under way or waits. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** Resolves or rejects as the work does, which begins when all before it have ended. */
  take<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const mine = this.#last === undefined ? work() : this.#last.then(work);
    const end = () => void (this.#waiting -= 1);
    this.#last = mine.then(end, end);
    return mine;
  }
}
