import type { TrendingEntry, TrendingStub } from "./resources/trending.ts";

export interface CallOptions {
  /** Ends this caller's waiting; a request that others wait for too goes on. */
  readonly signal?: AbortSignal;
  /** Nobody waits: no deadline and no limit of attempts, further and further apart. */
  readonly background?: boolean;
  /** What is kept and older is asked for anew, and only given where that fails. */
  readonly maxAgeMs?: number;
}
/** `locale` is the platform's code or Discord's; the profile maps it. */
export interface LocalisedOptions extends CallOptions {
  readonly locale?: string;
}

export interface Dated<T> {
  readonly data: T;
  /** When it left the platform, milliseconds since 1970. */
  readonly at: number;
  /** It is older than the profile calls fresh, because the platform did not answer: say "as of". */
  readonly isStale: boolean;
  /** Why it is stale, when the platform said maintenance. */
  readonly isMaintenance?: boolean;
  /** How many entries of it could not be read and were left out. */
  readonly unread?: number;
}

/** A page of a list. `hasMore` is the service's own word, or a guess from a full page. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly hasMore: boolean;
}

/** What `trending.list` holds: details where the profile lists them, else stubs. */
export type TrendingListing =
  | ({ readonly gives: "stubs" } & Page<TrendingStub>)
  | ({ readonly gives: "details" } & Page<TrendingEntry>);

export type StatsPeriod = "daily" | "allTime" | "activity";
