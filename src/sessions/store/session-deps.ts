import type { Clock } from "../../base/clock.ts";
import type { SessionScope } from "../../platform/cookies.ts";
import type { Database } from "../../storage/database.ts";
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
export type SessionDatabase = Pick<Database, "queries" | "checkpoint" | "rewrite" | "noteDeleted">;

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
