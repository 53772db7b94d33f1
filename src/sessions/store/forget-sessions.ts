import { DAY_MS } from "../../base/duration.ts";
import { notices } from "./session-notices.ts";
import { type SessionRow, sessionRows, sessionsLock } from "./session-rows.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type { Removal } from "../session.ts";
import type { SessionDatabase } from "./session-deps.ts";
import { deleteTemporarySecrets } from "./temporary-secrets.ts";

const DEAD_KEPT_MS = 7 * DAY_MS;
const SNAPSHOTS_KEPT_MS = 90 * DAY_MS;
const NOTICES_KEPT_MS = 30 * DAY_MS;
const IDLE_DAYS = 30;
/** Few enough for one statement. */
const AT_ONCE = 200;

/**
 * Deletes sessions with their uses and snapshots. The database overwrites what it deletes, and its log is emptied, so
 * that no byte of the ciphertexts is left. Another session of the member becomes active.
 */
export async function forgetSessions(
  database: SessionDatabase,
  rows: readonly SessionRow[],
): Promise<Removal> {
  if (rows.length === 0) return { count: 0, isOverwritten: true };
  database.noteDeleted(rows.map(({ id }) => id));
  const count = await writeTransaction(
    database.queries,
    async (transaction) => {
      const sessions = sessionRows(transaction);
      const deleted = await sessions.delete(rows.map(({ id }) => id));
      const members = new Map(rows.map((row) => [`${row.discord_id} ${row.origin}`, row]));
      for (const { discord_id: discordId, origin } of members.values()) {
        const left = await sessions.list({ discordId, origin });
        const latest = left.toSorted((a, b) => b.last_used_at - a.last_used_at).at(0);
        if (latest === undefined) await notices(transaction).removeOf(discordId);
        else if (!left.some((row) => row.is_active === 1))
          await sessions.activate({ discordId, origin }, latest.id);
      }
      return deleted;
    },
    ...rows.map((row) => sessionsLock(row.discord_id)),
  );
  return { count, isOverwritten: await database.rewrite() };
}

/** Deletes all sessions. With a time, members get a notice. */
export async function revokeSessions(
  database: SessionDatabase,
  notifiedAt: number | undefined,
): Promise<Removal> {
  const all = await database.queries.selectFrom("sessions").select("id").execute();
  database.noteDeleted(all.map(({ id }) => id));
  const count = await writeTransaction(database.queries, async (transaction) => {
    const members = await transaction
      .selectFrom("sessions")
      .select("discord_id")
      .distinct()
      .orderBy("discord_id")
      .execute();
    const { numDeletedRows } = await transaction.deleteFrom("sessions").executeTakeFirst();
    await deleteTemporarySecrets(transaction);
    const ids = members.map(({ discord_id: id }) => id);
    if (notifiedAt !== undefined) await notices(transaction).add(ids, "revoked", notifiedAt);
    return Number(numDeletedRows);
  });
  return { count, isOverwritten: await database.rewrite() };
}

/** Deletes what has been kept for as long as promised. Returns how many sessions. */
export async function sweepSessions(
  database: SessionDatabase,
  now: number,
  {
    idleDays = IDLE_DAYS,
    onForgotten,
  }: {
    readonly idleDays?: number | undefined;
    readonly onForgotten?: ((row: SessionRow) => void) | undefined;
  } = {},
): Promise<number> {
  const { queries } = database;
  await notices(queries).removeBefore(now - NOTICES_KEPT_MS);
  const { numDeletedRows: snapshots } = await queries
    .deleteFrom("snapshots")
    .where("taken_at", "<=", now - SNAPSHOTS_KEPT_MS)
    .executeTakeFirst();
  const over = await queries
    .selectFrom("sessions")
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row("state", "=", "dead"), row("state_since", "<=", now - DEAD_KEPT_MS)]),
        row("last_used_at", "<=", now - idleDays * DAY_MS),
      ]),
    )
    .limit(AT_ONCE)
    .execute();
  const { count } = await forgetSessions(database, over);
  for (const row of over) onForgotten?.(row);
  if (count === 0 && snapshots > 0n) await database.checkpoint();
  return count === AT_ONCE ? count + (await sweepSessions(database, now, { idleDays, onForgotten })) : count;
}
