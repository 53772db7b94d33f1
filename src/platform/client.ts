import type { OwnNames } from "./resources/own-names.ts";
import type { TrendingEntry, TrendingStub } from "./resources/trending.ts";

export interface CallOptions {
  /** Ends this caller's wait; a request that others wait for goes on. */
  readonly signal?: AbortSignal;
  /** Retries without deadline or limit, ever further apart: for work that nobody waits for. */
  readonly background?: boolean;
  /** A cached answer older than this is refreshed, and used only if that fails. */
  readonly maxAgeMs?: number;
}
/** `locale`: the platform's code or Discord's; the profile maps it. */
export interface LocalisedOptions extends CallOptions {
  readonly locale?: string;
}

export interface Dated<T> {
  readonly data: T;
  /** When the platform made the answer, in milliseconds since 1970. */
  readonly at: number;
  /** Whether it is older than the profile's "fresh" because the platform did not answer; show "as of". */
  readonly isStale: boolean;
  /** Whether the platform reported maintenance. */
  readonly isMaintenance?: boolean;
  /** The names its records carry, which mean nothing beside other answers. */
  readonly names?: OwnNames;
  /** How many unreadable entries were left out. */
  readonly unread?: number;
}

/** A page of a list. `hasMore`: by the platform's word, or a guess from a full page. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly hasMore: boolean;
  /** How many pages there are, where the platform says so. */
  readonly pages?: number;
  /** The cursor of the next page. */
  readonly next?: string;
}

/** What `trending.list` returns: details where the profile lists them, else stubs. */
export type TrendingListing =
  | ({ readonly gives: "stubs" } & Page<TrendingStub>)
  | ({ readonly gives: "details" } & Page<TrendingEntry>);

export type StatsPeriod = "daily" | "allTime" | "activity";
