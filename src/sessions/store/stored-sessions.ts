import type { Clock } from "../../base/clock.ts";
import { notices } from "./notice-rows.ts";
import { countOf } from "./session-rows.ts";
import { forgetSessions, sweepSessions } from "./forget-sessions.ts";
import type { Removal } from "../session.ts";
import type { SessionDatabase } from "./session-deps.ts";
import { deleteExpiredSecrets, deleteTemporarySecrets } from "./temporary-secrets.ts";

/** A session in the database, whether or not this bot can use it now. Times are milliseconds since 1970. */
interface RemainingSession {
  /** Of the platform it was linked for. */
  readonly origin: string;
  readonly linkedAt: number;
  readonly lastUsedAt: number;
}

/**
 * Sessions of every platform there ever was, none of them opened: they are shown, deleted and swept also where the
 * platform's address has changed, or private commands are off.
 */
export interface StoredSessions {
  of(discordId: string): Promise<readonly RemainingSession[]>;
  /** Deletes all of a member's, with what has to be told of them. */
  forget(discordId: string): Promise<Removal & { readonly uses: number; readonly snapshots: number }>;
  /** Deletes what has been kept for as long as promised. Gives how many. */
  sweep(): Promise<number>;
}

export function createStoredSessions({
  database,
  clock,
  idleDays,
}: {
  readonly database: SessionDatabase;
  readonly clock: Clock;
  readonly idleDays?: number;
}): StoredSessions {
  const { queries } = database;
  const rowsOf = (discordId: string) =>
    queries.selectFrom("sessions").selectAll().where("discord_id", "=", discordId).execute();
  return {
    async of(discordId) {
      const rows = await rowsOf(discordId);
      return rows.map(({ origin, linked_at: linkedAt, last_used_at: lastUsedAt }) => ({
        origin,
        linkedAt,
        lastUsedAt,
      }));
    },
    async forget(discordId) {
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
    async sweep() {
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
