/** A place among the runs. `started` resolves when it may run; undefined: at once. `end` gives the place back. */
export interface Slot {
  readonly started: Promise<void> | undefined;
  end(): void;
}

/** Allows `running` runs at once and `waiting` more in line, first come, first served. */
export class Semaphore {
  readonly #limits: { readonly running: number; readonly waiting: number };
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor(limits: { readonly running: number; readonly waiting: number }) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Returns a place, running or waiting; undefined when too many wait. */
  reserve(): Slot | undefined {
    if (this.#running < this.#limits.running) {
      this.#running += 1;
      return { started: undefined, end: () => this.#next() };
    }
    if (this.#line.length >= this.#limits.waiting) return undefined;
    return this.#queue();
  }

  #queue(): Slot {
    let hasStarted = false;
    const { promise, resolve } = Promise.withResolvers<void>();
    const start = () => {
      hasStarted = true;
      resolve();
    };
    this.#line.push(start);
    const end = () => {
      if (hasStarted) this.#next();
      else this.#line.splice(this.#line.indexOf(start), 1);
    };
    return { started: promise, end };
  }

  /** Passes the place to the first in line, or frees it. */
  #next(): void {
    const start = this.#line.shift();
    if (start === undefined) this.#running -= 1;
    else start();
  }
}
