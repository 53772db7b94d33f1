import { sql } from "kysely";

import { MilepostError } from "../../base/errors.ts";
import { concurrentAdapter } from "../../storage/concurrent-adapter.ts";
import type { Lease } from "../../storage/nodes.ts";
import type { Queries } from "../../storage/schema.ts";

/** How long a row is valid after it was renewed. */
export const HELD_MS = 6_000;
/**
 * The server ends a transaction that locks the row and stays idle this long: a killed holder would keep everyone from
 * the lease.
 */
const SILENT_MS = 3_000;
/** How long its holder relies on it, so that its last request is over before anyone else holds the lease. */
const RELIED_ON_MS = 4_500;

/** An instant on two clocks: a machine that sleeps may stop either, and only one can be set. */
export interface Instant {
  readonly monotonic: number;
  readonly wall: number;
}

export function instant(): Instant {
  return { monotonic: performance.now(), wall: Date.now() };
}

/** A row of `leases` that this process holds. */
export class HeldLease implements Lease {
  readonly name: string;
  readonly term: number;
  readonly mayOverlap = true;
  readonly #ended = new AbortController();
  readonly #onRelease: (lease: HeldLease) => Promise<void>;
  #renewedAt: Instant;
  #expiry: NodeJS.Timeout | undefined;

  /** `takenAt`: before the statement that took it was sent. */
  constructor(
    { name, term, takenAt }: { readonly name: string; readonly term: number; readonly takenAt: Instant },
    onRelease: (lease: HeldLease) => Promise<void>,
  ) {
    this.name = name;
    this.term = term;
    this.#onRelease = onRelease;
    this.#renewedAt = takenAt;
    this.renewed(takenAt);
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  isHeld(): boolean {
    return !this.signal.aborted && ageOf(this.#renewedAt) < RELIED_ON_MS;
  }

  /** `startedAt`: before the statement that renewed it was sent. */
  renewed(startedAt: Instant): void {
    this.#renewedAt = startedAt;
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => this.end(), Math.max(0, HELD_MS - ageOf(startedAt))).unref();
  }

  end(): void {
    clearTimeout(this.#expiry);
    this.#ended.abort();
  }

  async transact<T>(queries: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> {
    const adapter = concurrentAdapter(queries);
    if (adapter === undefined) throw new Error("a database of one process has no leases");
    const select = sql`select set_config('idle_in_transaction_session_timeout', '${sql.raw(`${SILENT_MS}`)}', true)
      from leases where name = ${sql.lit(this.name)} and term = ${sql.lit(this.term)} and until > clock_timestamp()
      for share`;
    return adapter.transact(queries, work, { guard: { select, onLost: () => this.#lost() } });
  }

  #lost(): MilepostError {
    this.end();
    return new MilepostError("busy", { reason: `another node holds "${this.name}" by now` });
  }

  release(): Promise<void> {
    this.end();
    return this.#onRelease(this);
  }
}

/** The longer of both clocks' ages; a clock that was set back says nothing. */
function ageOf({ monotonic, wall }: Instant): number {
  return Math.max(performance.now() - monotonic, Date.now() - wall);
}
