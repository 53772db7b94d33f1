import type { Clock } from "../../base/clock.ts";
import type { SessionScope } from "../../platform/cookies.ts";
import type { Queries } from "../../storage/schema.ts";
import type { KeySource, Sealer } from "../seal/sealer.ts";

export interface SessionStoreOptions {
  readonly database: SessionDatabase;
  readonly keyring: KeySource;
  readonly place: SessionScope;
  readonly clock: Clock;
  /** A session that nobody used for this long is deleted. */
  readonly idleDays?: number;
}

/** The database, as far as sessions need it. */
export interface SessionDatabase {
  readonly queries: Queries;
  checkpoint(): Promise<boolean>;
}

/** What sessions of one platform are sealed and kept with. */
export interface SessionDeps {
  readonly queries: Queries;
  /** Of the platform's portal. */
  readonly origin: string;
  readonly sealer: Sealer;
  readonly clock: Clock;
}
