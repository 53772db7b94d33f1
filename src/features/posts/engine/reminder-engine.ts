import { setImmediate as turn } from "node:timers/promises";

import type { Claim, ClaimOptions } from "../store/claim-deliveries.ts";
import type { Lease } from "../../../storage/nodes.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { PlatformTrouble } from "../content/description.ts";
import type { ClaimEnd } from "../store/settle-deliveries.ts";
import { DIGEST_AFTER_MS } from "../../../schedule/catch-up.ts";
import { deliver, type DeliverDeps } from "./deliver.ts";
import { Poller } from "../../../base/async/poller.ts";
import { type PlanningDeps, planSomeDue } from "./plan-occurrences.ts";
import { type Circuit, PostRoutes } from "./post-routes.ts";
import { SettleBatcher } from "./settling.ts";

export interface EngineDeps extends Omit<DeliverDeps, "routes">, PlanningDeps {
  /** Unique among all running workers. */
  readonly worker: string;
  /** The right to post; claims found at the start belong to earlier holders. */
  readonly lease: Pick<Lease, "transact" | "mayOverlap">;
  /** How many posts are sent at once. */
  readonly concurrency?: number;
}

const DEFAULT_CONCURRENCY = 40;
/** Others get their turn in between: a thousand at once would delay a command. */
const PLANNED_AT_ONCE = 20;
/** A timer doesn't notice when the clock is set, so the wall clock is read this often. */
const POLL_EVERY_MS = 30_000;
/** Other nodes announce what they write, but hints can get lost. */
const POLL_BESIDE_OTHERS_MS = 2_000;
const SOON_MS = 20;
/** While much is being sent, results are written together. */
const GATHER_MS = 250;
const AFTER_FAILURE_MS = 5_000;
/** Longer than a delivery's own deadlines together. */
const LEASE_MS = 120_000;
/** Longer than a request of an earlier holder can take: each has a deadline of 20 s. */
const OVERLAP_MS = 25_000;
const DRAIN_MS = 10_000;
const RETRIED_WITHIN_MS = 5_000;
/** Failures that pass for everything at once: Discord's, and the platform's. */
const DISCORD_FAILED = ["unavailable", "token-refused"] as const satisfies readonly RefusalName[];
const PLATFORM_FAILED = ["maintenance", "platform"] as const satisfies readonly PlatformTrouble[];

/** Plans what is due, claims it, posts it and writes the results, until it is stopped. */
export class ReminderEngine {
  /** The state of Discord's routes, shared with others that use them. */
  readonly routes: PostRoutes;
  /** Called when a post waits to be published. */
  readonly onPublishable = new Set<() => void>();
  readonly #parts: EngineDeps;
  readonly #most: number;
  readonly #underway = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  readonly #loop: Poller;
  readonly #settling: SettleBatcher;
  #isStopping = false;
  #hasReleased = false;
  #waking: NodeJS.Timeout | undefined;
  #lastNow = 0;

  constructor(parts: EngineDeps) {
    this.#parts = parts;
    this.#most = parts.concurrency ?? DEFAULT_CONCURRENCY;
    this.routes = new PostRoutes(parts);
    this.routes.onWorking.add(() => this.#retry(DISCORD_FAILED));
    this.#settling = new SettleBatcher(parts.store.deliveries, () => (this.#hasRoom() ? 0 : GATHER_MS));
    this.#loop = new Poller({
      clock: parts.clock,
      poll: () => this.#poll(),
      onFailure: (error) => {
        parts.log.error("the reminders' ledger could not be read; it is tried again", {}, error);
        return AFTER_FAILURE_MS;
      },
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Polls at once, after a change. */
  wake(): void {
    clearTimeout(this.#waking);
    this.#waking = undefined;
    this.#loop.wake();
  }

  /** Takes no more work and waits this long for posts under way; the rest is found again later. */
  async stop(withinMs = DRAIN_MS): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#waking);
    this.#settling.hurry();
    const timer = setTimeout(() => this.#abort.abort(), withinMs);
    await this.#loop.stop();
    await Promise.all(this.#underway.values());
    clearTimeout(timer);
  }

  /** Polls once: plans everything due and starts as many deliveries as may run at once. */
  async tick(): Promise<void> {
    const wasSetBack = await this.#minds();
    const next = await this.#parts.store.occurrences.nextAt();
    if (!wasSetBack && (next === undefined || next > this.#lastNow)) return;
    while (!this.#isStopping) {
      const { planned, isLate } = await planSomeDue(this.#parts, this.#parts.clock.now(), PLANNED_AT_ONCE);
      // What is late goes out as one post, once all of it is planned.
      if (planned < PLANNED_AT_ONCE || !isLate) await this.#sendDue();
      if (planned < PLANNED_AT_ONCE) return;
      await turn();
    }
  }

  /** While a route doesn't work, one post at a time tries it. */
  async #sendDue(): Promise<void> {
    const { posting, opening } = this.routes;
    if (posting.isOpen) await this.#try(posting, {});
    else if (!opening.isOpen) await this.#claim({ limit: this.#most });
    else {
      await this.#claim({ limit: this.#most, conversation: "known" });
      await this.#try(opening, { conversation: "to-be-opened" });
    }
  }

  /** Prefers what was not tried yet: it may succeed where others fail. */
  async #try(circuit: Circuit, which: Pick<ClaimOptions, "conversation">): Promise<void> {
    if (circuit.waitMs > 0) return;
    const isTried =
      (await this.#claim({ ...which, limit: 1, isFresh: true })) > 0 ||
      (await this.#claim({ ...which, limit: 1 })) > 0;
    if (isTried) circuit.beginTrial();
  }

  /** Returns how many deliveries it started. */
  async #claim(which: Pick<ClaimOptions, "limit" | "conversation" | "isFresh">): Promise<number> {
    const limit = Math.min(which.limit, this.#most - this.#underway.size);
    if (limit <= 0 || this.#isStopping) return 0;
    const { store, clock, worker, lease } = this.#parts;
    const claims = await store.deliveries.claim({
      ...which,
      limit,
      now: clock.now(),
      worker,
      lease,
      leaseMs: LEASE_MS,
      digestAfterMs: DIGEST_AFTER_MS,
      busy: [...this.#underway.keys()],
    });
    for (const claim of claims) this.#send(claim);
    return claims.length;
  }

  /** Resolves when no delivery is under way. */
  async idle(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway.values());
  }

  async #poll(): Promise<number> {
    if (!this.#hasReleased) await this.#takeOver();
    this.#hasReleased = true;
    await this.tick();
    return this.#waitMs();
  }

  /** Killed attempts made waits longer: a new start retries everything that failed, soon. */
  async #takeOver(): Promise<void> {
    const { store, clock, random, lease } = this.#parts;
    const now = clock.now();
    await store.deliveries.release(lease.mayOverlap ? now + OVERLAP_MS : now);
    await store.deliveries.retryFailed(now + Math.floor(random() * RETRIED_WITHIN_MS));
  }

  /**
   * Returns the milliseconds until something is due. The end of a delivery wakes what waits for its destination, or for
   * room.
   */
  async #waitMs(): Promise<number> {
    const { store, clock } = this.#parts;
    const next = await store.occurrences.nextAt();
    const longest = this.#parts.lease.mayOverlap ? POLL_BESIDE_OTHERS_MS : POLL_EVERY_MS;
    if (next === undefined) return longest;
    const ms = next - clock.now();
    if (ms > 0) return Math.min(ms, longest);
    const { posting, opening } = this.routes;
    const trialMs = Math.max(posting.waitMs, opening.waitMs);
    if (trialMs === 0 && this.#underway.size === 0) return SOON_MS;
    // What came due since this poll began was not planned by it.
    const later = (await store.occurrences.nextAfter(this.#lastNow)) ?? Number.POSITIVE_INFINITY;
    return Math.min(Math.max(later - clock.now(), 0), trialMs === 0 ? longest : trialMs);
  }

  #hasRoom(): boolean {
    return this.#isStopping || this.#underway.size * 2 < this.#most;
  }

  /** While much is being sent, several are claimed at a time: each claim is a write to disk. */
  #wakeForRoom(): void {
    if (this.#hasRoom()) this.wake();
    else this.#waking ??= setTimeout(() => this.wake(), GATHER_MS);
  }

  /** Returns whether the clock was set back, which would prolong the waits of what failed. */
  async #minds(): Promise<boolean> {
    const now = this.#parts.clock.now();
    const wasSetBack = now < this.#lastNow;
    if (wasSetBack) await this.#parts.store.deliveries.retryNow(now);
    this.#lastNow = now;
    return wasSetBack;
  }

  #send(claim: Claim): void {
    const { target } = claim.rows[0];
    const { log } = this.#parts;
    const settle = (end: ClaimEnd) => this.#settle(end);
    const underway = deliver({ ...this.#parts, routes: this.routes, settle }, claim, this.#abort.signal)
      .catch((error: unknown) => {
        log.error("a delivery could not be written down; it is looked for later", {}, error);
      })
      .finally(() => {
        this.#underway.delete(target);
        this.#wakeForRoom();
      });
    this.#underway.set(target, underway);
  }

  /** The first success wakes everything that failed for the same reason. */
  async #settle(end: ClaimEnd): Promise<boolean> {
    const isHeld = await this.#settling.settle(end);
    const { code } = end.claim.rows[0];
    const failures = [DISCORD_FAILED, PLATFORM_FAILED].find((codes) => codes.some((one) => one === code));
    if (!isHeld || end.settled.state !== "sent") return isHeld;
    if (failures !== undefined) this.#retry(failures);
    if (end.settled.publishAt !== undefined) for (const tell of this.onPublishable) tell();
    return isHeld;
  }

  #retry(codes: readonly string[]): void {
    const { store, clock, log } = this.#parts;
    this.routes.forgive();
    void store.deliveries
      .retryFailed(clock.now(), codes)
      .then(() => this.wake())
      .catch((error: unknown) => log.warn("what failed could not be woken; it comes later", {}, error));
  }
}
