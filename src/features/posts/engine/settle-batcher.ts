import type { ClaimEnd } from "../store/settle-deliveries.ts";
import type { ReminderStore } from "./ports.ts";

interface Pending extends PromiseWithResolvers<boolean> {
  readonly end: ClaimEnd;
}

/** Writes the ends of claims, those close together in one transaction: each write waits for the disk. */
export class SettleBatcher {
  readonly #deliveries: ReminderStore["deliveries"];
  readonly #gatherMs: () => number;
  #waiting: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `gatherMs`: how many milliseconds the first may wait for others; 0: not at all. */
  constructor(deliveries: ReminderStore["deliveries"], gatherMs: () => number) {
    this.#deliveries = deliveries;
    this.#gatherMs = gatherMs;
  }

  /** Resolves once it is on disk: whether the claim still held. */
  settle(end: ClaimEnd): Promise<boolean> {
    const pending = { end, ...Promise.withResolvers<boolean>() };
    this.#waiting.push(pending);
    const waitMs = this.#gatherMs();
    if (waitMs === 0) void this.#write();
    else this.#timer ??= setTimeout(() => void this.#write(), waitMs);
    return pending.promise;
  }

  /** Writes what waits at once. */
  hurry(): void {
    void this.#write();
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    try {
      const held = await this.#deliveries.settleAll(waiting.map(({ end }) => end));
      for (const [index, { resolve }] of waiting.entries()) resolve(held[index] ?? false);
    } catch (error) {
      await this.#writeApart(waiting, error);
    }
  }

  /** Writes each by itself, so that one that fails holds up no other. */
  async #writeApart(waiting: readonly Pending[], error: unknown): Promise<void> {
    const [only] = waiting;
    if (waiting.length === 1) return only?.reject(error);
    for (const { end, resolve, reject } of waiting) {
      await this.#deliveries.settle(end).then(resolve, reject);
    }
  }
}
