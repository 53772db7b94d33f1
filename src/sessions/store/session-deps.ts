import type { Clock } from "../../base/clock.ts";
import type { SessionScope } from "../../platform/cookies.ts";
import type { Database } from "../../storage/database.ts";
import { withKnownKey } from "../keyring/keyring-checks.ts";
import { createSealer, type KeySource } from "../seal/sealer.ts";

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

export type SessionDeps = ReturnType<typeof sessionDeps>;

/** What sessions of one platform are sealed and kept with. */
export function sessionDeps({ database, keyring, place, clock }: Omit<SessionStoreOptions, "idleDays">) {
  const { queries } = database;
  const { origin } = new URL(place.hosts.portal);
  return {
    queries,
    /** Of the platform's portal. */
    origin,
    sealer: createSealer(keyring, origin),
    clock,
    /** Makes a write of sealed rows, once more where its key was retired meanwhile. */
    sealing: <T>(write: () => Promise<T>) => withKnownKey({ queries, keyring, clock }, write),
  };
}
