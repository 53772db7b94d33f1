import { setTimeout as wait } from "node:timers/promises";

import type { Log } from "../base/log.ts";

/** How the log is emptied while another program reads the database. */
export interface EmptyingRules {
  /** How often it is tried before the caller is told that it takes longer. */
  readonly tries: number;
  readonly betweenMs: number;
  /** How often it is tried after that. */
  readonly laterEveryMs: number;
}

const RULES: EmptyingRules = { tries: 20, betweenMs: 100, laterEveryMs: 5_000 };

/** Empties the database's log, retrying while a reader holds it. */
export class LogEmptier {
  readonly #tryOnce: () => Promise<boolean>;
  readonly #log: Log;
  readonly #rules: EmptyingRules;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    tryOnce: () => Promise<boolean>,
    { log, rules = RULES }: { readonly log: Log; readonly rules?: EmptyingRules | undefined },
  ) {
    this.#tryOnce = tryOnce;
    this.#log = log;
    this.#rules = rules;
  }

  /**
   * Returns false when it could not be emptied yet; it is then retried in the background. Concurrent callers wait for
   * one attempt.
   */
  async empty(): Promise<boolean> {
    const tries = this.#timer === undefined ? this.#rules.tries : 1;
    for (let tried = 1; !(await this.#try()); tried += 1) {
      if (tried >= tries) return this.#later();
      await wait(this.#rules.betweenMs);
    }
    this.#done();
    return true;
  }

  /** Stops retrying, after an attempt under way. */
  async close(): Promise<void> {
    this.#done();
    await this.#running;
  }

  #later(): false {
    if (this.#timer === undefined) {
      this.#log.warn(
        "What was deleted is not overwritten yet; trying again: if it lasts, does another program read the database?",
      );
      this.#timer = setInterval(() => void this.#again(), this.#rules.laterEveryMs).unref();
    }
    return false;
  }

  async #again(): Promise<void> {
    if (!(await this.#try())) return;
    this.#done();
    this.#log.info("What was deleted is overwritten now");
  }

  /** A failure here doesn't undo the deletion, so it is not reported as one. */
  #try(): Promise<boolean> {
    const trying = this.#tryOnce().catch((error: unknown) => {
      this.#log.warn("The database's log could not be emptied", {}, error);
      return false;
    });
    this.#running = Promise.all([this.#running, trying]);
    return trying;
  }

  #done(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
