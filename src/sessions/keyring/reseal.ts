import { isMilepostError } from "../../base/errors.ts";
import type { Queries } from "../../storage/schema.ts";
import { type SessionRow, sessionRows } from "../store/session-rows.ts";
import { createSealer, type KeySource, type Sealer } from "../seal/sealer.ts";
import { cookiesContext, openAccount, sealNext } from "../store/seal-session.ts";
import { snapshotContext } from "../store/snapshot-store.ts";
import { resealTemporarySecret } from "../store/temporary-secrets.ts";

/** Rows in one go: the bot beside it waits for no longer than these take. */
const AT_ONCE = 50;

/** How many rows were sealed anew, and how many could not be opened and were left as they are. */
export interface Resealed {
  readonly resealed: number;
  readonly unopenable: number;
}

/**
 * Seals every row anew that isn't sealed with the primary key, a few at a time and each only if it is still the
 * one that was read: a bot may go on beside it, and whoever is killed in the middle leaves whole rows behind.
 * One damaged row keeps no other from it.
 */
export async function resealAll(queries: Queries, keyring: KeySource): Promise<Resealed> {
  const sealers = new Map<string, Sealer>();
  const sealerOf = (origin: string) => {
    const sealer = sealers.get(origin) ?? createSealer(keyring, origin);
    sealers.set(origin, sealer);
    return sealer;
  };
  let resealed = 0;
  for (;;) {
    const sessions = await inTurn((after) => resealSessions(queries, sealerOf, after));
    const snapshots = await inTurn((after) => resealSnapshots(queries, sealerOf, after));
    const secrets = await inTurn((after) => resealTemporarySecrets(queries, sealerOf, after));
    const all = [sessions, snapshots, secrets];
    const done = all.reduce((sum, some) => sum + some.resealed, 0);
    const unopenable = all.reduce((sum, some) => sum + some.unopenable, 0);
    // What a bot wrote meanwhile may need it too: it is over once nothing is left to do.
    if (done === 0) return { resealed, unopenable };
    resealed += done;
  }
}

type SealerOf = (origin: string) => Sealer;

/** Some rows behind this id, in the order of their ids. */
type Some = Resealed & { readonly last: string | undefined };

async function inTurn(reseal: (after: string) => Promise<Some>): Promise<Resealed> {
  let [resealed, unopenable] = [0, 0];
  for (let after: string | undefined = ""; after !== undefined;) {
    const some: Some = await reseal(after);
    resealed += some.resealed;
    unopenable += some.unopenable;
    after = some.last;
  }
  return { resealed, unopenable };
}

async function someOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  reseal: (row: Row) => Promise<void>,
): Promise<Some> {
  let unopenable = 0;
  for (const row of rows) {
    try {
      await reseal(row);
    } catch (error) {
      if (!isMilepostError(error, "unopenable")) throw error;
      unopenable += 1;
    }
  }
  return { resealed: rows.length - unopenable, unopenable, last: rows.at(-1)?.id };
}

async function resealSessions(queries: Queries, sealerOf: SealerOf, after: string): Promise<Some> {
  const primary = sealerOf("").primaryId();
  const rows = await queries
    .selectFrom("sessions")
    .selectAll()
    .where("key_id", "!=", primary)
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  return someOf(rows, (row) => resealSession(queries, row, sealerOf(row.origin)));
}

async function resealSession(queries: Queries, row: SessionRow, sealer: Sealer): Promise<void> {
  const parts = {
    cookies: sealer.open(cookiesContext(row), row.cookies),
    account: openAccount(sealer, row),
  };
  await sessionRows(queries).replace(row.id, row.revision, sealNext(sealer, row, parts));
}

async function resealTemporarySecrets(queries: Queries, sealerOf: SealerOf, after: string): Promise<Some> {
  const primary = sealerOf("").primaryId();
  const rows = await queries
    .selectFrom("temporary_secrets")
    .selectAll()
    .where("key_id", "!=", primary)
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  return someOf(rows, (row) => resealTemporarySecret(queries, sealerOf(row.origin), row));
}

async function resealSnapshots(queries: Queries, sealerOf: SealerOf, after: string): Promise<Some> {
  const primary = sealerOf("").primaryId();
  const rows = await queries
    .selectFrom("snapshots")
    .innerJoin("sessions", "sessions.id", "snapshots.session_id")
    .selectAll("snapshots")
    .select(["sessions.discord_id", "sessions.origin"])
    .where("snapshots.key_id", "!=", primary)
    .where("snapshots.id", ">", after)
    .orderBy("snapshots.id")
    .limit(AT_ONCE)
    .execute();
  return someOf(rows, async ({ discord_id: discordId, origin, ...row }) => {
    const sealer = sealerOf(origin);
    const text = sealer.open(snapshotContext(row, discordId), row.content);
    const next = { ...row, revision: row.revision + 1 };
    await queries
      .updateTable("snapshots")
      .set({ revision: next.revision, ...sealer.sealContent(snapshotContext(next, discordId), text) })
      .where("id", "=", row.id)
      .where("revision", "=", row.revision)
      .execute();
  });
}
