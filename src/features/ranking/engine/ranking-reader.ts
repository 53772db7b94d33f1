import { PollingWorker } from "../../../base/async/poller.ts";
import type { Clock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import { isMilepostError } from "../../../base/errors.ts";
import type { Log } from "../../../base/log.ts";
import type { Nodes } from "../../../storage/nodes.ts";
import type { KitServices } from "../../kit/command/services.ts";
import { readPlayerStats } from "../read-player-stats.ts";
import { dayOf, type RankingRows } from "../store/ranking-rows.ts";

interface RankingReaderParts {
  readonly rows: RankingRows;
  readonly services: Pick<KitServices, "platform" | "profile">;
  readonly nodes: Nodes;
  readonly clock: Clock;
  readonly log: Log;
}

/** The hint that members of a server are to be read. */
export const RANKING_WANTED = "ranking";

const EVERY_MS = 10 * MINUTE_MS;
const PLAYER_WITHIN_MS = MINUTE_MS;

/** Reads each visible member of servers with a ranking once a day, one after the other, behind everybody who waits. */
export class RankingReader extends PollingWorker {
  readonly #parts: RankingReaderParts;
  #stopListening: (() => void) | undefined;

  constructor(parts: RankingReaderParts) {
    super(parts.clock);
    this.#parts = parts;
  }

  override start(): void {
    this.#stopListening = this.#parts.nodes.onChange(RANKING_WANTED, () => this.wake());
    super.start();
  }

  override async stop(): Promise<void> {
    this.#stopListening?.();
    await super.stop();
  }

  /** Reads everybody who is due; those who fail wait for the next poll. */
  async poll(): Promise<void> {
    const { rows, clock } = this.#parts;
    await rows.tidy(clock.now());
    const tried = new Set<string>();
    const due = async () => (await rows.due(clock.now())).filter((id) => !tried.has(id));
    for (let ids = await due(); ids.length > 0; ids = await due()) {
      for (const id of ids) {
        if (this.isStopped) return;
        tried.add(id);
        await this.#read(id);
      }
    }
  }

  async #read(id: string): Promise<void> {
    const { rows, services, clock, log } = this.#parts;
    try {
      const options = { signal: this.within(PLAYER_WITHIN_MS), background: true };
      await rows.put(id, dayOf(clock.now()), await readPlayerStats(services, id, options));
    } catch (error) {
      const isExpected = this.isStopped || isMilepostError(error);
      if (!isExpected) log.warn("A player could not be read for a ranking", {}, error);
    }
  }

  protected override async next(): Promise<number> {
    await this.poll();
    return EVERY_MS;
  }

  protected override failed(error: unknown): number {
    this.#parts.log.error("Rankings could not be read; they are tried again", {}, error);
    return EVERY_MS;
  }
}
