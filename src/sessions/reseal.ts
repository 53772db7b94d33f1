import type { Queries } from "../storage/schema.ts";
import { type SessionRow, sessionRows } from "../storage/tables/sessions.ts";
import { replaceSnapshot } from "../storage/tables/snapshots.ts";
import { createSealer, type KeySource, type Sealer } from "./sealer.ts";
import { cookiesContext, openAccount, sealSession } from "./session-row.ts";
import { snapshotContext } from "./snapshots.ts";

/** Rows in one go: the bot beside it waits for no longer than these take. */
const AT_ONCE = 50;

/**
 * Seals every row anew that isn't sealed with the primary key, a few at a time and each only if it is still the
 * one that was read: a bot may go on beside it, and whoever is killed in the middle leaves whole rows behind.
 * Gives how many rows were sealed anew. A row that can't be opened stops it with "unopenable".
 */
export async function resealAll(queries: Queries, keyring: KeySource): Promise<number> {
  const sealers = new Map<string, Sealer>();
  const sealerOf = (origin: string) => {
    const sealer = sealers.get(origin) ?? createSealer(keyring, origin);
    sealers.set(origin, sealer);
    return sealer;
  };
  let count = 0;
  for (;;) {
    const sessions = await resealSessions(queries, sealerOf);
    const snapshots = await resealSnapshots(queries, sealerOf);
    if (sessions + snapshots === 0) return count;
    count += sessions + snapshots;
  }
}

type SealerOf = (origin: string) => Sealer;

async function resealSessions(queries: Queries, sealerOf: SealerOf): Promise<number> {
  const primary = sealerOf("").primaryId();
  const rows = await queries
    .selectFrom("sessions")
    .selectAll()
    .where("key_id", "!=", primary)
    .limit(AT_ONCE)
    .execute();
  for (const row of rows) await resealSession(queries, row, sealerOf(row.origin));
  return rows.length;
}

async function resealSession(queries: Queries, row: SessionRow, sealer: Sealer): Promise<void> {
  const parts = {
    cookies: sealer.open(cookiesContext(row), row.cookies),
    account: openAccount(sealer, row),
  };
  const bound = { ...row, revision: row.revision + 1 };
  const sealed = sealSession(sealer, bound, parts);
  await sessionRows(queries).replace(row.id, row.revision, { ...sealed, revision: bound.revision });
}

async function resealSnapshots(queries: Queries, sealerOf: SealerOf): Promise<number> {
  const primary = sealerOf("").primaryId();
  const rows = await queries
    .selectFrom("snapshots")
    .innerJoin("sessions", "sessions.id", "snapshots.session_id")
    .selectAll("snapshots")
    .select(["sessions.discord_id", "sessions.origin"])
    .where("snapshots.key_id", "!=", primary)
    .limit(AT_ONCE)
    .execute();
  for (const { discord_id: discordId, origin, ...row } of rows) {
    const sealer = sealerOf(origin);
    const text = sealer.open(snapshotContext(row, discordId), row.content);
    const bound = { ...row, revision: row.revision + 1 };
    const { keyId, records } = sealer.seal([[snapshotContext(bound, discordId), text]]);
    const [content = Buffer.alloc(0)] = records;
    await replaceSnapshot(queries, row, { revision: bound.revision, key_id: keyId, content });
  }
  return rows.length;
}
