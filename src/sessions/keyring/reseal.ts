import { isMilepostError } from "../../base/errors.ts";
import type { Queries } from "../../storage/schema.ts";
import { type SessionRow, sessionRows } from "../store/session-rows.ts";
import { createSealer, type KeySource, type Sealer } from "../seal/sealer.ts";
import { cookiesContext, openAccount, sealNext } from "../store/seal-session.ts";
import { resealSnapshot } from "../store/snapshot-store.ts";
import { resealTemporarySecret } from "../store/temporary-secrets.ts";

/** How many rows at once; a running bot waits no longer than these take. */
const AT_ONCE = 50;

/**
 * Seals every row again that isn't sealed with the primary key, a few at a time, and only if it has not changed since
 * it was read, so that a bot may run and a kill leaves whole rows. A damaged row doesn't stop the others. Returns how
 * many rows were sealed, and how many could not be opened and stay as they are.
 */
export async function resealAll(queries: Queries, keyring: KeySource) {
  const sealers = new Map<string, Sealer>();
  const sealerOf = (origin: string) => {
    const sealer = sealers.get(origin) ?? createSealer(keyring, origin);
    sealers.set(origin, sealer);
    return sealer;
  };
  for (let resealed = 0; ;) {
    const counts = { resealed: 0, unopenable: 0 };
    for (const pageOf of [sessionsBehind, snapshotsBehind, temporarySecretsBehind])
      await resealEach((after) => pageOf(queries, sealerOf, after), counts);
    // A bot may write rows meanwhile, so repeat until nothing is left.
    if (counts.resealed === 0) return { resealed, unopenable: counts.unopenable };
    resealed += counts.resealed;
  }
}

type SealerOf = (origin: string) => Sealer;

interface Sealed {
  readonly id: string;
  readonly reseal: () => Promise<unknown>;
}

/** Visits rows by id; `pageOf` returns some after a given one. */
async function resealEach(
  pageOf: (after: string) => Promise<readonly Sealed[]>,
  counts: { resealed: number; unopenable: number },
): Promise<void> {
  for (let page = await pageOf(""); page.length > 0; page = await pageOf(page.at(-1)?.id ?? "")) {
    for (const row of page) counts[await endOf(row)] += 1;
  }
}

async function endOf({ reseal }: Sealed): Promise<"resealed" | "unopenable"> {
  try {
    await reseal();
    return "resealed";
  } catch (error) {
    if (!isMilepostError(error, "unopenable")) throw error;
    return "unopenable";
  }
}

async function sessionsBehind(queries: Queries, sealerOf: SealerOf, after: string) {
  const rows = await queries
    .selectFrom("sessions")
    .selectAll()
    .where("key_id", "!=", sealerOf("").primaryId())
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => ({ id: row.id, reseal: () => resealSession(queries, row, sealerOf(row.origin)) }));
}

async function resealSession(queries: Queries, row: SessionRow, sealer: Sealer): Promise<void> {
  const parts = {
    cookies: sealer.open(cookiesContext(row), row.cookies),
    account: openAccount(sealer, row),
  };
  await sessionRows(queries).replace(row.id, row.revision, sealNext(sealer, row, parts));
}

async function temporarySecretsBehind(queries: Queries, sealerOf: SealerOf, after: string) {
  const rows = await queries
    .selectFrom("temporary_secrets")
    .selectAll()
    .where("key_id", "!=", sealerOf("").primaryId())
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    reseal: () => resealTemporarySecret(queries, sealerOf(row.origin), row),
  }));
}

async function snapshotsBehind(queries: Queries, sealerOf: SealerOf, after: string) {
  const rows = await queries
    .selectFrom("snapshots")
    .innerJoin("sessions", "sessions.id", "snapshots.session_id")
    .selectAll("snapshots")
    .select(["sessions.discord_id", "sessions.origin"])
    .where("snapshots.key_id", "!=", sealerOf("").primaryId())
    .where("snapshots.id", ">", after)
    .orderBy("snapshots.id")
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ discord_id: discordId, origin, ...row }) => ({
    id: row.id,
    reseal: () => resealSnapshot(queries, sealerOf(origin), row, discordId),
  }));
}
