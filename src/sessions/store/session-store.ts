import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { SessionScope } from "../../platform/cookies.ts";
import { restoreCredential } from "../../platform/restore-credential.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type {
  Consent,
  DeathNotice,
  LinkOf,
  Notice,
  Removal,
  SessionOf,
  SessionState,
  SessionSummary,
  SessionUse,
  SettleLink,
  UseWanted,
} from "../session.ts";
import { forgetSessions, sweepSessions } from "./forget-sessions.ts";
import { exportSessions, listStored } from "./stored-sessions.ts";
import { keepLinked, keepRenewal, type NewSession, type OpenSession } from "./save-session.ts";
import { cookiesContext, summaryOf } from "./seal-session.ts";
import { type SessionDeps, sessionDeps, type SessionStoreOptions } from "./session-deps.ts";
import { markState, noteEndings, notices } from "./session-notices.ts";
import {
  deadAway,
  interruptedSessions,
  type RowsOf,
  type SessionRow,
  sessionRows,
  sessionsLock,
  noteUse,
  usesOf,
} from "./session-rows.ts";
import { createSnapshotStore } from "./snapshot-store.ts";

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Members' sessions on one platform. Rows of another origin can't be opened and are not listed. */
export function createSessionStore(options: SessionStoreOptions) {
  const deps = sessionDeps(options);
  return {
    ...listing(deps, options),
    ...using(deps, options),
    ...choosing(deps, options),
    ...deleting(deps, options),
    ...notifying(deps),
  };
}

function listing(deps: SessionDeps, options: SessionStoreOptions) {
  const { queries, origin, sealer } = deps;
  return {
    async list(discordId: string): Promise<readonly SessionSummary[]> {
      const rows = await sessionRows(queries).list({ discordId, origin });
      return rows.map((row) => summaryOf(sealer, row));
    },
    /** Returns rows for deletion, including those that can't be opened. */
    listStored: (discordId: string) => listStored(deps, discordId),
    /** Returns the last uses, newest first. */
    async uses(of: Required<SessionOf>): Promise<readonly SessionUse[]> {
      const row = await sessionRows(queries).find({ ...of, origin });
      return row === undefined ? [] : usesOf(queries, row.id);
    },
    /** Returns everything stored about a member, without secrets. */
    exportOf(discordId: string): Promise<unknown> {
      const { wanted } = options.place;
      return exportSessions({ ...deps, wanted, snapshots: createSnapshotStore(options) }, discordId);
    },
  };
}

function using(deps: SessionDeps, { place }: SessionStoreOptions) {
  const { queries, origin, sealer, clock, sealing } = deps;
  const findUsable = async (of: SessionOf, wanted: UseWanted, transaction = queries) => {
    const row = await sessionRows(transaction).find({ ...of, origin });
    return row !== undefined && mayBeUsed(row, wanted) ? row : undefined;
  };
  return {
    /**
     * Stores a session and makes it active. The same account linked again replaces its row. Stores nothing where
     * `settle` throws.
     */
    async add(session: NewSession, settle?: SettleLink): Promise<SessionSummary> {
      const id = await sealing(() => keepLinked(deps, session, settle));
      const row = await sessionRows(queries).find({ discordId: session.discordId, origin, id });
      if (row === undefined) throw new MilepostError("internal", { reason: "a linked session is gone" });
      return summaryOf(sealer, row);
    },
    /**
     * Opens a session and records the use. Undefined when there is none, when it is dead, or when background use is
     * off. A probe also opens a dead one.
     */
    async open(of: SessionOf, wanted: UseWanted): Promise<OpenSession | undefined> {
      if ((await findUsable(of, wanted)) === undefined) return undefined;
      return writeTransaction(
        queries,
        async (transaction) => {
          // It may have been unlinked, or background use turned off, meanwhile.
          const row = await findUsable(of, wanted, transaction);
          if (row === undefined) return undefined;
          const session = openRow(deps, place, row);
          const { command, isAway } = wanted;
          const at = clock.now();
          await sessionRows(transaction).update(row.id, { last_used_at: at });
          await noteUse(transaction, row.id, { command, isAway, at });
          return session;
        },
        sessionsLock(of.discordId),
      );
    },
    /**
     * Stores renewed cookies, merged with what another use stored meanwhile. A jar without a required cookie is not
     * stored: a probe decides about the session. Stores nothing for an account linked again meanwhile. Returns whether
     * it was stored.
     */
    renew: (session: OpenSession) => keepRenewal(deps, session),
    /**
     * Stores what a use or a probe found out. Returns whether the state is new; then notices were stored. With
     * `linkedAt`, an account linked again meanwhile is unaffected.
     */
    mark: (of: LinkOf, state: SessionState) => markState(deps, of, { state }),
    /** Stores that the platform ended it, and the reason its member is told. */
    async end(of: LinkOf, why: DeathNotice): Promise<void> {
      await markState(deps, of, { state: "dead", why });
    },
    /** Opens a session without recording a use, dead or not. Undefined when it is gone or can't be opened. */
    async reread({ discordId, id, linkedAt }: LinkOf): Promise<OpenSession | undefined> {
      const row = await sessionRows(queries).find({ discordId, origin, id });
      if (row === undefined || (linkedAt !== undefined && linkedAt !== row.linked_at)) return undefined;
      return openUnlessDamaged(deps, place, row);
    },
    /** Returns sessions whose token renewal was interrupted, not before this time. */
    interrupted: (since: number) => interruptedSessions(queries, origin, since),
  };
}

function openRow({ sealer }: SessionDeps, place: SessionScope, row: SessionRow): OpenSession {
  const jar = restoreCredential(sealer.open(cookiesContext(row), row.cookies), place);
  return { summary: summaryOf(sealer, row), revision: row.revision, jar };
}

function openUnlessDamaged(deps: SessionDeps, place: SessionScope, row: SessionRow): OpenSession | undefined {
  try {
    return openRow(deps, place, row);
  } catch (error) {
    if (isMilepostError(error, "unopenable")) return undefined;
    throw error;
  }
}

/** Background use needs consent. */
function mayBeUsed(row: SessionRow, { isProbe = false, isAway }: UseWanted): boolean {
  return (row.state !== "dead" || (isProbe && row.is_final === 0)) && (!isAway || row.allows_away === 1);
}

function choosing({ queries, origin }: SessionDeps, { database }: SessionStoreOptions) {
  return {
    /** Makes it the active one. Returns false when there is no such session. */
    async choose({ discordId, id }: Required<SessionOf>): Promise<boolean> {
      const of: RowsOf = { discordId, origin };
      return writeTransaction(
        queries,
        async (transaction) => {
          const rows = sessionRows(transaction);
          if ((await rows.find({ ...of, id })) === undefined) return false;
          await rows.activate(of, id);
          return true;
        },
        sessionsLock(discordId),
      );
    },
    async consent(of: Required<SessionOf>, { away, snapshots }: Partial<Consent>): Promise<boolean> {
      const changes = {
        ...(away !== undefined && { allows_away: Number(away) }),
        ...(snapshots !== undefined && { keeps_snapshots: Number(snapshots) }),
      };
      const withdrawn = [away === false && `away ${of.id}`, snapshots === false && `snapshots ${of.id}`];
      database.noteDeleted(withdrawn.filter((id) => id !== false));
      const isFound = await writeTransaction(
        queries,
        async (transaction) => {
          const row = await sessionRows(transaction).find({ ...of, origin });
          if (row === undefined) return false;
          if (Object.keys(changes).length > 0) await sessionRows(transaction).update(row.id, changes);
          if (snapshots === false)
            await transaction.deleteFrom("snapshots").where("session_id", "=", row.id).execute();
          return true;
        },
        sessionsLock(of.discordId),
      );
      if (isFound && snapshots === false) await database.checkpoint();
      return isFound;
    },
  };
}

function deleting(deps: SessionDeps, { database, idleDays, place }: SessionStoreOptions) {
  const { queries, origin, clock } = deps;
  return {
    /** Deletes these sessions of a member, or the active one, with uses and snapshots. */
    async unlink({
      discordId,
      id,
      ids = id === undefined ? undefined : [id],
    }: SessionOf & { readonly ids?: readonly string[] }): Promise<Removal> {
      const rows = await sessionRows(queries).list({ discordId, origin });
      const chosen = rows.filter((row) => ids?.includes(row.id) ?? row.is_active === 1);
      return forgetSessions(database, chosen);
    },
    /**
     * Deletes dead and idle sessions, old snapshots and old notices. Returns how many sessions, and reports each that
     * could be opened.
     */
    sweep(onForgotten?: (session: OpenSession) => void): Promise<number> {
      const tell = (row: SessionRow) => {
        const session = openUnlessDamaged(deps, place, row);
        if (session !== undefined) onForgotten?.(session);
      };
      return sweepSessions(database, clock.now(), { idleDays, onForgotten: onForgotten && tell });
    },
  };
}

function notifying(deps: SessionDeps) {
  const { queries, origin } = deps;
  return {
    /** Oldest first. */
    noticesOf: (discordId: string) => notices(queries).of(discordId),
    /** Stores "expires-soon", once per expiry, for active sessions of one member or all. */
    noteEndings: (discordId?: string) => noteEndings(deps, discordId),
    settleNotice: (id: number) => notices(queries).remove(id),
    /** Deletes a member's notice of this kind. */
    settleNotices: (discordId: string, notice: Notice) => notices(queries).removeOf(discordId, notice),
    /** Returns members' active sessions that are dead, with background use on, untouched since this time, longest first. */
    deadSessions: (of: { readonly untouchedSince: number; readonly limit: number }) =>
      deadAway(queries, origin, of),
  };
}
