import type { Clock } from "../../base/clock.ts";
import { notices } from "./session-notices.ts";
import { countOf, type SessionRow, sessionRows, usesOf } from "./session-rows.ts";
import { forgetSessions, sweepSessions } from "./forget-sessions.ts";
import type { SessionDatabase, SessionDeps } from "./session-deps.ts";
import { deleteExpiredSecrets, deleteTemporarySecrets } from "./temporary-secrets.ts";
import type { WantedCookies } from "../../platform/cookie-rules.ts";
import { readStoredKey } from "../../platform/member-key.ts";
import { areTokens } from "../../platform/oauth/tokens.ts";
import { isMilepostError } from "../../base/errors.ts";
import { cookiesContext, openAccount, readAccount, summaryOf } from "./seal-session.ts";
import type { StoredSession, LinkedAccount } from "../session.ts";
import type { SnapshotStore } from "./snapshot-store.ts";

/** Returns a member's stored sessions. None has to be opened to be deleted. */
export async function listStored(
  { queries, origin, sealer }: Pick<SessionDeps, "queries" | "origin" | "sealer">,
  discordId: string,
): Promise<readonly StoredSession[]> {
  const accountOf = (row: SessionRow): LinkedAccount | undefined => {
    try {
      return readAccount(openAccount(sealer, row));
    } catch (error) {
      if (!isMilepostError(error, "unopenable")) throw error;
      return undefined;
    }
  };
  const rows = await sessionRows(queries).list({ discordId, origin });
  return Promise.all(
    rows.map(async (row) => {
      const account = accountOf(row);
      return {
        discordId,
        id: row.id,
        ...(account !== undefined && { account }),
        uses: await countOf(queries, "session_uses", row.id),
        snapshots: await countOf(queries, "snapshots", row.id),
      };
    }),
  );
}

function maskedCredential(serialised: string, { cookies }: WantedCookies) {
  if (areTokens(serialised)) return { tokens: "[secret]" };
  if (readStoredKey(serialised) !== undefined) return { key: "[secret]" };
  return { cookies: Object.fromEntries(cookies.map(({ name }) => [name, "[secret]"])) };
}

interface ExportDeps extends Pick<SessionDeps, "queries" | "origin" | "sealer"> {
  readonly wanted: WantedCookies;
  readonly snapshots: SnapshotStore;
}

/** Returns everything stored about a member's sessions except cookies, tokens and keys. */
export async function exportSessions(
  { queries, origin, sealer, wanted, snapshots }: ExportDeps,
  discordId: string,
): Promise<unknown> {
  const rows = await sessionRows(queries).list({ discordId, origin });
  return Promise.all(
    rows.map(async (row) => {
      const { discordId: _, ...summary } = summaryOf(sealer, row);
      const kept = await snapshots.list({ discordId, id: row.id });
      return {
        ...summary,
        ...maskedCredential(sealer.open(cookiesContext(row), row.cookies), wanted),
        uses: await usesOf(queries, row.id),
        snapshots: kept.map(({ takenAt, content }) => ({ takenAt, content: JSON.parse(content) as unknown })),
      };
    }),
  );
}

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
