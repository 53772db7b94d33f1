import { isMilepostError } from "../../base/errors.ts";
import type { Queries } from "../../storage/schema.ts";
import { type SessionRow, sessionRows } from "../store/session-rows.ts";
import { createSealer, type KeySource, type Sealer } from "../seal/sealer.ts";
import { cookiesContext, openAccount, sealNext } from "../store/seal-session.ts";
import { resealSnapshot } from "../store/snapshot-store.ts";
import { resealTemporarySecret } from "../store/temporary-secrets.ts";

/** Rows in one go: the bot beside it waits for no longer than these take. */
const AT_ONCE = 50;

/**
 * Seals every row anew that isn't sealed with the primary key, a few at a time and each only if it is still the
 * one that was read: a bot may go on beside it, and whoever is killed in the middle leaves whole rows behind.
 * One damaged row keeps no other from it. Returns how many rows were sealed anew, and how many could not be opened and
 * were left as they are.
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
    // What a bot wrote meanwhile may need it too: it is over once nothing is left to do.
    if (counts.resealed === 0) return { resealed, unopenable: counts.unopenable };
    resealed += counts.resealed;
  }
}

type SealerOf = (origin: string) => Sealer;

interface Sealed {
  readonly id: string;
  readonly reseal: () => Promise<unknown>;
}

/** Goes through rows in the order of their ids: `pageOf` gives some that come behind one. */
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
