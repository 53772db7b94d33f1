import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { SessionScope } from "../../platform/cookies.ts";
import { restoreCredential } from "../../platform/restore-credential.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type { OpenSession, SessionOf, SessionStore, UseWanted } from "../session.ts";
import { forgetSessions, sweepSessions } from "./forget-sessions.ts";
import { exportSessions, listStored } from "./list-sessions.ts";
import { notices } from "./notice-rows.ts";
import { keepLinked, keepRenewal } from "./save-session.ts";
import { cookiesContext, summaryOf } from "./seal-session.ts";
import { type SessionDeps, sessionDeps, type SessionStoreOptions } from "./session-deps.ts";
import { markState, noteEndings } from "./session-notices.ts";
import {
  deadAway,
  interruptedSessions,
  type RowsOf,
  type SessionRow,
  sessionRows,
  sessionsLock,
} from "./session-rows.ts";
import { noteUse, usesOf } from "./session-use-rows.ts";
import { createSnapshotStore } from "./snapshot-store.ts";

export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const deps = sessionDeps(options);
  return {
    ...listing(deps, options),
    ...using(deps, options),
    ...choosing(deps, options),
    ...deleting(deps, options),
    ...notifying(deps),
  };
}

type Part<Name extends keyof SessionStore> = Pick<SessionStore, Name>;

function listing(
  deps: SessionDeps,
  options: SessionStoreOptions,
): Part<"list" | "listStored" | "uses" | "exportOf"> {
  const { queries, origin, sealer } = deps;
  return {
    async list(discordId) {
      const rows = await sessionRows(queries).list({ discordId, origin });
      return rows.map((row) => summaryOf(sealer, row));
    },
    listStored: (discordId) => listStored(deps, discordId),
    async uses(of) {
      const row = await sessionRows(queries).find({ ...of, origin });
      return row === undefined ? [] : usesOf(queries, row.id);
    },
    exportOf(discordId) {
      const { wanted } = options.place;
      return exportSessions({ ...deps, wanted, snapshots: createSnapshotStore(options) }, discordId);
    },
  };
}

type Using = Part<"add" | "open" | "renew" | "mark" | "end" | "reread" | "interrupted">;

function using(deps: SessionDeps, { place }: SessionStoreOptions): Using {
  const { queries, origin, sealer, clock, sealing } = deps;
  const findUsable = async (of: SessionOf, wanted: UseWanted, transaction = queries) => {
    const row = await sessionRows(transaction).find({ ...of, origin });
    return row !== undefined && mayBeUsed(row, wanted) ? row : undefined;
  };
  return {
    async add(session, settle) {
      const id = await sealing(() => keepLinked(deps, session, settle));
      const row = await sessionRows(queries).find({ discordId: session.discordId, origin, id });
      if (row === undefined) throw new MilepostError("internal", { reason: "a linked session is gone" });
      return summaryOf(sealer, row);
    },
    async open(of, wanted) {
      if ((await findUsable(of, wanted)) === undefined) return undefined;
      return writeTransaction(
        queries,
        async (transaction) => {
          // It may have been unlinked, or its use forbidden, since.
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
    renew: (session) => keepRenewal(deps, session),
    mark: (of, state) => markState(deps, of, { state }),
    async end(of, why) {
      await markState(deps, of, { state: "dead", why });
    },
    async reread({ discordId, id, linkedAt }) {
      const row = await sessionRows(queries).find({ discordId, origin, id });
      if (row === undefined || (linkedAt !== undefined && linkedAt !== row.linked_at)) return undefined;
      return openUnlessDamaged(deps, place, row);
    },
    interrupted: (since) => interruptedSessions(queries, origin, since),
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

/** Nobody's session is used away without their consent. */
function mayBeUsed(row: SessionRow, { isProbe = false, isAway }: UseWanted): boolean {
  return (row.state !== "dead" || (isProbe && row.is_final === 0)) && (!isAway || row.allows_away === 1);
}

function choosing(
  { queries, origin }: SessionDeps,
  { database }: SessionStoreOptions,
): Part<"choose" | "consent"> {
  return {
    async choose({ discordId, id }) {
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
    async consent(of, { away, snapshots }) {
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

function deleting(
  deps: SessionDeps,
  { database, idleDays, place }: SessionStoreOptions,
): Part<"unlink" | "sweep"> {
  const { queries, origin, clock } = deps;
  return {
    async unlink({ discordId, id, isAll = false }) {
      const rows = await sessionRows(queries).list({ discordId, origin });
      const chosen = rows.filter((row) => isAll || (id === undefined ? row.is_active === 1 : row.id === id));
      return forgetSessions(database, chosen);
    },
    sweep(onForgotten) {
      const tell = (row: SessionRow) => {
        const session = row.origin === origin ? openUnlessDamaged(deps, place, row) : undefined;
        if (session !== undefined) onForgotten?.(session);
      };
      return sweepSessions(database, clock.now(), { idleDays, onForgotten: onForgotten && tell });
    },
  };
}

function notifying(
  deps: SessionDeps,
): Part<"noticesOf" | "noteEndings" | "settleNotice" | "settleNotices" | "deadSessions"> {
  const { queries, origin } = deps;
  return {
    noticesOf: (discordId) => notices(queries).of(discordId),
    noteEndings: (discordId) => noteEndings(deps, discordId),
    settleNotice: (id) => notices(queries).remove(id),
    settleNotices: (discordId, notice) => notices(queries).removeOf(discordId, notice),
    deadSessions: (of) => deadAway(queries, origin, of),
  };
}
