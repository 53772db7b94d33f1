import type { Clock } from "../../base/clock.ts";
import { notices } from "./notice-rows.ts";
import { countOf } from "./session-rows.ts";
import { forgetSessions, sweepSessions } from "./forget-sessions.ts";
import type { SessionDatabase } from "./session-deps.ts";
import { deleteExpiredSecrets, deleteTemporarySecrets } from "./temporary-secrets.ts";

export type StoredSessions = ReturnType<typeof createStoredSessions>;

/**
 * The sessions of every platform, unopened: they can be listed, deleted and swept even if the platform's address
 * changed or private commands are off.
 */
export function createStoredSessions({
  database,
  clock,
  idleDays,
}: {
  readonly database: SessionDatabase;
  readonly clock: Clock;
  readonly idleDays?: number;
}) {
  const { queries } = database;
  const rowsOf = (discordId: string) =>
    queries.selectFrom("sessions").selectAll().where("discord_id", "=", discordId).execute();
  return {
    async of(discordId: string) {
      const rows = await rowsOf(discordId);
      return rows.map(({ origin, linked_at: linkedAt, last_used_at: lastUsedAt }) => ({
        origin,
        linkedAt,
        lastUsedAt,
      }));
    },
    /** Deletes all sessions of a member, with their notices. */
    async forget(discordId: string) {
      await deleteTemporarySecrets(queries, discordId);
      const rows = await rowsOf(discordId);
      const [uses, snapshots] = await Promise.all([
        sumOf(rows.map(({ id }) => countOf(queries, "session_uses", id))),
        sumOf(rows.map(({ id }) => countOf(queries, "snapshots", id))),
      ]);
      const removal = await forgetSessions(database, rows);
      await notices(queries).removeOf(discordId);
      return { ...removal, uses, snapshots };
    },
    /** Deletes what has been kept for as long as promised. Returns how many. */
    async sweep(): Promise<number> {
      const isAny = (await deleteExpiredSecrets(queries, clock.now())) > 0;
      const count = await sweepSessions(database, clock.now(), { idleDays });
      if (isAny && count === 0) await database.rewrite();
      return count;
    },
  };
}

async function sumOf(counts: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
