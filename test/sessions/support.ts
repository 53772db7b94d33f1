import { int64 } from "../../src/base/int64.ts";
import { Secret } from "../../src/base/secret.ts";
import { createCookieCredential, type SessionScope } from "../../src/platform/cookies.ts";
import { wantedCookies } from "../../src/platform/cookie-rules.ts";
import { resolveHosts } from "../../src/platform/profile/hosts.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { createMemoryKeyring } from "../../src/sessions/keyring/keyring.ts";
import type { LinkedAccount } from "../../src/sessions/session.ts";
import type { NewSession } from "../../src/sessions/store/save-session.ts";
import type { KeySource } from "../../src/sessions/seal/sealer.ts";
import { createSessionStore, type SessionStore } from "../../src/sessions/store/session-store.ts";
import type { Database } from "../../src/storage/database.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { ManualClock } from "../support/manual-clock.ts";

export const NOW = 1_800_000_000_000;
export const CANARY = "CANARYcookieCANARY";
export const API = new URL("https://portal.example/Platform/Game/1/");

export const ALICE = "100000000000000001";
export const BOB = "100000000000000002";

/** One whose file has no key that is asked for, and can't be read again. */
export const unreadKeyring: KeySource = {
  keys: () => [],
  refresh() {
    throw new Error("no keyring to read");
  },
};

export interface Bench {
  readonly clock: ManualClock;
  readonly place: SessionScope;
  readonly keyring: KeySource;
  readonly store: SessionStore;
}

/** A store on a database, for the neutral profile or the same at another address. */
export async function benchOn(database: Database, baseUrl?: string, given?: KeySource): Promise<Bench> {
  const clock = new ManualClock(NOW);
  const profile = loadProfile("neutral", { baseUrl });
  const hosts = resolveHosts(profile);
  const wanted = wantedCookies(profile, hosts);
  if (wanted === undefined) throw new Error("the neutral profile names cookies");
  const place = { wanted, hosts, clock };
  const keyring = given ?? (await createMemoryKeyring(keyringChecks(database.queries), clock));
  return { clock, place, keyring, store: createSessionStore({ database, keyring, place, clock }) };
}

export function accountOf(id: string, name = `Player ${id}`): LinkedAccount {
  return { membershipId: int64(id), name, accounts: [{ membershipType: 1, id: int64(`4611686018${id}`) }] };
}

export function sessionOf(
  place: SessionScope,
  discordId: string,
  options: Partial<Pick<NewSession, "account" | "consent">> & { readonly value?: string } = {},
): NewSession {
  const { account = accountOf("77"), consent, value = CANARY } = options;
  const cookies = { portald: "123", portalatk: value, portaldid: "d" };
  const secrets = new Map(Object.entries(cookies).map(([name, text]) => [name, new Secret(text)]));
  return { discordId, jar: createCookieCredential(secrets, place), account, ...(consent && { consent }) };
}
