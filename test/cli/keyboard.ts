import { EventEmitter } from "node:events";

import type { TerminalInput } from "../../src/cli/terminal.ts";

/** A terminal's input whose keys are pressed by the test. */
export class Keyboard extends EventEmitter implements TerminalInput {
  isTTY = true;
  isRaw = false;
  readonly #waiting: string[] = [];

  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }
  setEncoding(): void {}
  pause(): void {}

  resume(): void {
    queueMicrotask(() => this.#flush());
  }

  /** Pressed now, or as soon as somebody listens; what is typed to nobody waits, as at a real terminal. */
  type(...keys: readonly string[]): void {
    this.#waiting.push(...keys);
    this.#flush();
  }

  end(): void {
    this.emit("end");
  }

  #flush(): void {
    while (this.listenerCount("data") > 0 && this.#waiting.length > 0)
      this.emit("data", this.#waiting.shift());
  }
}
