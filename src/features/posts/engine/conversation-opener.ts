import { Cooldown } from "../../../base/limit.ts";
import { ExpiringMap } from "../../../base/async/expiring-map.ts";
import { PollingWorker } from "../../../base/async/poller.ts";
import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { WorkerDeps } from "./ports.ts";
import type { Poster } from "../../../discord/post/poster.ts";
import type { ConversationRows } from "../store/member-rows.ts";

export interface ConversationOpenerOptions extends Pick<WorkerDeps, "clock" | "log"> {
  readonly rows: Pick<ConversationRows, "lackingBy">;
  readonly poster: Pick<Poster, "converse">;
}

const AHEAD_MS = HOUR_MS;
const AT_ONCE = 5;
const BETWEEN_MS = 1_000;
const POLL_EVERY_MS = MINUTE_MS;
const OPENED_WITHIN_MS = 20_000;
const REFUSED_FOR_MS = HOUR_MS;
const UNAVAILABLE_FOR_MS = MINUTE_MS;
const TOO_FAST_FOR_MS = 10 * MINUTE_MS;

/**
 * Opens DMs within the hour before their first post, a few per second: when many posts are due at once each would need
 * one more request, and Discord refuses bots that open many.
 */
export class ConversationOpener extends PollingWorker {
  readonly #parts: ConversationOpenerOptions;
  readonly #underway = new Map<string, Promise<void>>();
  readonly #refused: ExpiringMap<string>;
  readonly #pause: Cooldown;

  constructor(parts: ConversationOpenerOptions) {
    super(parts.clock);
    this.#parts = parts;
    this.#refused = new ExpiringMap({ clock: parts.clock, forMs: REFUSED_FOR_MS, max: 500 });
    this.#pause = new Cooldown(parts.clock);
  }

  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all(this.#underway.values());
  }

  protected override async next(): Promise<number> {
    return (await this.poll()) ? BETWEEN_MS : POLL_EVERY_MS;
  }

  protected override failed(error: unknown): number {
    this.#parts.log.warn("conversations could not be opened ahead; it is tried again", {}, error);
    return POLL_EVERY_MS;
  }

  /** Opens the next few in parallel. Returns whether there may be more. */
  async poll(): Promise<boolean> {
    const limit = AT_ONCE - this.#underway.size;
    if (limit <= 0 || !this.#pause.isOver()) return this.#underway.size > 0;
    const { rows, clock } = this.#parts;
    const except = [...this.#underway.keys(), ...this.#refused.values()];
    const people = await rows.lackingBy(clock.now() + AHEAD_MS, { except, limit });
    for (const person of people) {
      const opening = this.#open(person).finally(() => this.#underway.delete(person));
      this.#underway.set(person, opening);
    }
    return people.length > 0;
  }

  async #open(person: string): Promise<void> {
    const { poster, log } = this.#parts;
    try {
      const answer = await poster.converse(person, this.within(OPENED_WITHIN_MS));
      if (answer.kind === "open") return;
      if (answer.name === "too-fast") this.#pause.begin(answer.retryAfterMs ?? TOO_FAST_FOR_MS);
      else if (answer.name === "unavailable") this.#pause.begin(UNAVAILABLE_FOR_MS);
      else this.#refused.put(person, person);
    } catch (error) {
      log.warn("a conversation could not be opened ahead; its post opens it", {}, error);
      this.#refused.put(person, person);
    }
  }
}
