import type { Clock } from "../base/clock.ts";

interface HeldRules {
  readonly clock: Clock;
  readonly forMs: number;
  /** How many members; the oldest goes first. */
  readonly members?: number;
}

const MEMBERS = 2_000;

/** One secret thing a member, in memory, for a while. What is over is dropped at the next look at any of them. */
export class Held<T> {
  readonly #rules: HeldRules;
  readonly #byMember = new Map<string, { readonly value: T; readonly until: number }>();

  constructor(rules: HeldRules) {
    this.#rules = rules;
  }

  put(memberId: string, value: T): void {
    this.sweep();
    this.#byMember.delete(memberId);
    this.#byMember.set(memberId, { value, until: this.#rules.clock.now() + this.#rules.forMs });
    const [oldest] = this.#byMember.keys();
    if (this.#byMember.size > (this.#rules.members ?? MEMBERS) && oldest !== undefined)
      this.#byMember.delete(oldest);
  }

  get(memberId: string): T | undefined {
    this.sweep();
    return this.#byMember.get(memberId)?.value;
  }

  /** Another value in its place, for no longer. */
  replace(memberId: string, value: T): void {
    const held = this.#byMember.get(memberId);
    if (held !== undefined) this.#byMember.set(memberId, { ...held, value });
  }

  /** Gives whether there was something. */
  drop(memberId: string): boolean {
    return this.#byMember.delete(memberId);
  }

  /** Drops what is over. They were put in the order in which they end. */
  sweep(): void {
    const now = this.#rules.clock.now();
    for (const [memberId, { until }] of this.#byMember) {
      if (until > now) return;
      this.#byMember.delete(memberId);
    }
  }
}
