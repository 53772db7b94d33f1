import type { Clock } from "../../base/clock.ts";
import type { SessionScope } from "../../platform/cookies.ts";
import type { Queries } from "../../storage/schema.ts";
import { withKnownKey } from "../keyring/keyring-checks.ts";
import { createSealer, type KeySource, type Sealer } from "../seal/sealer.ts";

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
  /** The same, and what SQLite left behind where it moved rows is gone too. */
  rewrite(): Promise<boolean>;
  /** Notes that sessions of these ids are deleted for good, also where an older copy is restored. */
  noteDeleted(ids: readonly string[]): void;
}

/** What sessions of one platform are sealed and kept with. */
export interface SessionDeps {
  readonly queries: Queries;
  /** Of the platform's portal. */
  readonly origin: string;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** Makes a write of sealed rows, once more where its key was retired meanwhile. */
  readonly sealing: <T>(write: () => Promise<T>) => Promise<T>;
}

export function sessionDeps({
  database: { queries },
  keyring,
  place,
  clock,
}: Omit<SessionStoreOptions, "idleDays">): SessionDeps {
  const { origin } = new URL(place.hosts.portal);
  return {
    queries,
    origin,
    sealer: createSealer(keyring, origin),
    clock,
    sealing: (write) => withKnownKey({ queries, keyring, clock }, write),
  };
}
