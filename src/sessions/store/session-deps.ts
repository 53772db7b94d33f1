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
  /** Sessions unused for this many days are deleted. */
  readonly idleDays?: number;
}

export type SessionDatabase = Pick<Database, "queries" | "checkpoint" | "rewrite" | "noteDeleted">;

export type SessionDeps = ReturnType<typeof sessionDeps>;

/** Returns what sealing and storing one platform's sessions needs. */
export function sessionDeps({ database, keyring, place, clock }: Omit<SessionStoreOptions, "idleDays">) {
  const { queries } = database;
  const { origin } = new URL(place.hosts.portal);
  return {
    queries,
    /** Of the platform's portal. */
    origin,
    sealer: createSealer(keyring, origin),
    clock,
    /** Runs a write of sealed rows, again if its key was retired meanwhile. */
    sealing: <T>(write: () => Promise<T>) => withKnownKey({ queries, keyring, clock }, write),
  };
}
