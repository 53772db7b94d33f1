import type { Clock } from "../../base/clock.ts";
import { HOUR_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import type { Lease, Nodes } from "../../storage/nodes.ts";

interface Parts {
  readonly clock: Clock;
  readonly log: Log;
  readonly nodes: Pick<Nodes, "take">;
}

/** So many members' sessions may end by chance, one after the other. */
const MEMBERS = 5;
/** A lease of the process that told it, so that others don't. */
const TOLD = "told that all sessions ended";

/**
 * Tells the operator once where every session that is used ends: a platform that ended them all says so to nobody, and
 * each member learns it alone. Once one works again, that is said, and the next time is told anew.
 */
export class EndingWatch {
  readonly #parts: Parts;
  /** When each member's session ended, since one was last seen to work. */
  readonly #ended = new Map<string, number>();
  #isTold = false;
  #told: Lease | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async ended(discordId: string): Promise<void> {
    if (this.#isTold) return;
    const { clock, log, nodes } = this.#parts;
    const now = clock.now();
    for (const [member, at] of this.#ended) if (at <= now - HOUR_MS) this.#ended.delete(member);
    this.#ended.set(discordId, now);
    if (this.#ended.size < MEMBERS) return;
    this.#isTold = true;
    // Rather told twice than never.
    const lease = await nodes.take(TOLD).catch(() => undefined);
    if (lease !== undefined && !("term" in lease)) return;
    this.#told = lease;
    log.error(
      "Every session used within the last hour has ended: the platform may have ended them all. " +
        "Each member is told at the next use, and has to link again",
      { count: this.#ended.size },
    );
  }

  async worked(): Promise<void> {
    this.#ended.clear();
    if (!this.#isTold) return;
    this.#isTold = false;
    this.#parts.log.info("Members' sessions work again");
    await this.#told?.release();
  }
}
