import type { Clock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import { restoreSessionJar } from "../../platform/cookies.ts";
import type { Queries } from "../../storage/schema.ts";
import { notices } from "./notice-rows.ts";
import { sessionUses } from "./session-use-rows.ts";
import { deadAway, livingAway, type RowsOf, type SessionRow, sessionRows } from "./session-rows.ts";
import { snapshotRows } from "./snapshot-rows.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import { forgetSessions, revokeSessions, sweepSessions } from "./forget-sessions.ts";
import { exportSessions, listStored } from "./list-sessions.ts";
import { keepLinked, keepRenewal } from "./save-session.ts";
import type { SessionDeps, SessionStoreOptions } from "./session-deps.ts";
import { noteEndings, noteState } from "./session-notices.ts";
import { createSealer, type Sealer } from "../seal/sealer.ts";
import { cookiesContext, summaryOf } from "./seal-session.ts";
import type {
  Consent,
  StoredSession,
  LinkOf,
  NewSession,
  Notice,
  OpenSession,
  PendingNotice,
  Removal,
  SessionOf,
  SessionState,
  SessionStore,
  SessionSummary,
  SessionUse,
  UseWanted,
} from "../session.ts";
import { createSnapshotStore } from "./snapshot-store.ts";
import { withKnownKey } from "../keyring/take-up-keys.ts";

const MOST_USES = 50;

export function createSessionStore(options: SessionStoreOptions): SessionStore {
  return new DatabaseSessionStore(options);
}

class DatabaseSessionStore implements SessionStore {
  readonly #options: SessionStoreOptions;
  readonly #queries: Queries;
  readonly #clock: Clock;
  readonly #origin: string;
  readonly #sealer: Sealer;
  readonly #deps: SessionDeps;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#queries = options.database.queries;
    this.#clock = options.clock;
    this.#origin = new URL(options.place.hosts.portal).origin;
    this.#sealer = createSealer(options.keyring, this.#origin);
    const { clock } = options;
    this.#deps = { queries: this.#queries, origin: this.#origin, sealer: this.#sealer, clock };
  }

  async add(session: NewSession): Promise<SessionSummary> {
    const id = await this.#writing(() => keepLinked(this.#deps, session));
    const row = await this.#find({ discordId: session.discordId, id });
    if (row === undefined) throw new MilepostError("internal", { reason: "a linked session is gone" });
    return summaryOf(this.#sealer, row);
  }

  async list(discordId: string): Promise<readonly SessionSummary[]> {
    const rows = await sessionRows(this.#queries).list(this.#of(discordId));
    return rows.map((row) => summaryOf(this.#sealer, row));
  }

  async listStored(discordId: string): Promise<readonly StoredSession[]> {
    return listStored(this.#deps, discordId);
  }

  async choose({ discordId, id }: Required<SessionOf>): Promise<boolean> {
    return writeTransaction(this.#queries, async (transaction) => {
      const rows = sessionRows(transaction);
      if ((await rows.find({ ...this.#of(discordId), id })) === undefined) return false;
      await rows.activate(this.#of(discordId), id);
      return true;
    });
  }

  async open(of: SessionOf, wanted: UseWanted): Promise<OpenSession | undefined> {
    if (!mayBeUsed(await this.#find(of), wanted)) return undefined;
    return writeTransaction(this.#queries, async (transaction) => {
      // It may have been unlinked, or its use forbidden, since.
      const row = await sessionRows(transaction).find(this.#which(of));
      if (row === undefined || !mayBeUsed(row, wanted)) return undefined;
      const opened = this.#opened(row);
      const { command, isAway } = wanted;
      const at = this.#clock.now();
      await sessionRows(transaction).update(row.id, { last_used_at: at });
      await sessionUses(transaction).add(row.id, { command, isAway, at }, MOST_USES);
      return opened;
    });
  }

  async renew(session: OpenSession): Promise<boolean> {
    return keepRenewal(this.#deps, session, (write) => this.#writing(write));
  }

  async mark(of: LinkOf, state: SessionState): Promise<boolean> {
    return writeTransaction(this.#queries, async (transaction) => {
      const rows = sessionRows(transaction);
      const row = await rows.find({ ...this.#of(of.discordId), id: of.id });
      if (row === undefined || row.state === state) return false;
      if (of.linkedAt !== undefined && of.linkedAt !== row.linked_at) return false;
      const at = this.#clock.now();
      await rows.update(row.id, { state, state_since: at });
      await noteState(transaction, { discordId: of.discordId, before: row.state, state, at });
      return true;
    });
  }

  async consent(of: Required<SessionOf>, { away, snapshots }: Partial<Consent>): Promise<boolean> {
    const changes = {
      ...(away !== undefined && { allows_away: Number(away) }),
      ...(snapshots !== undefined && { keeps_snapshots: Number(snapshots) }),
    };
    const isFound = await writeTransaction(this.#queries, async (transaction) => {
      const row = await sessionRows(transaction).find(this.#which(of));
      if (row === undefined) return false;
      if (Object.keys(changes).length > 0) await sessionRows(transaction).update(row.id, changes);
      if (snapshots === false) await snapshotRows(transaction).delete(row.id);
      return true;
    });
    if (isFound && snapshots === false) await this.#options.database.checkpoint();
    return isFound;
  }

  async uses(of: Required<SessionOf>): Promise<readonly SessionUse[]> {
    const row = await this.#find(of);
    return row === undefined ? [] : sessionUses(this.#queries).list(row.id);
  }

  async unlink({ discordId, id, isAll = false }: SessionOf & { readonly isAll?: boolean }): Promise<Removal> {
    const rows = await sessionRows(this.#queries).list(this.#of(discordId));
    const chosen = rows.filter((row) => isAll || (id === undefined ? row.is_active === 1 : row.id === id));
    return forgetSessions(this.#options.database, chosen);
  }

  async revokeAll({ notify }: { readonly notify: boolean }): Promise<Removal> {
    return revokeSessions(this.#options.database, notify ? this.#clock.now() : undefined);
  }

  async exportOf(discordId: string): Promise<unknown> {
    const { place } = this.#options;
    const snapshots = createSnapshotStore(this.#options);
    return exportSessions({ ...this.#deps, wanted: place.wanted, snapshots }, discordId);
  }

  async sweep(): Promise<number> {
    const { database, clock, idleDays } = this.#options;
    return sweepSessions(database, clock.now(), idleDays);
  }

  async notices(limit: number): Promise<readonly PendingNotice[]> {
    const rows = await notices(this.#queries).list(limit);
    return rows.map((row) => ({ ...row, notice: row.notice as Notice }));
  }

  async noticesOf(discordId: string): Promise<readonly PendingNotice[]> {
    const rows = await notices(this.#queries).of(discordId);
    return rows.map((row) => ({ ...row, notice: row.notice as Notice }));
  }

  async noteEndings(discordId?: string): Promise<void> {
    const at = this.#clock.now();
    return noteEndings(this.#queries, { origin: this.#origin, discordId, at });
  }

  async settleNotice(id: number): Promise<void> {
    await notices(this.#queries).remove(id);
  }

  async settleNotices(discordId: string, notice: Notice): Promise<void> {
    await notices(this.#queries).removeOf(discordId, notice);
  }

  async awaySessions(): Promise<readonly Required<SessionOf>[]> {
    return livingAway(this.#queries, this.#origin);
  }

  async deadSessions(
    of: Parameters<SessionStore["deadSessions"]>[0],
  ): Promise<readonly Required<SessionOf>[]> {
    return deadAway(this.#queries, this.#origin, of);
  }

  #opened(row: SessionRow): OpenSession {
    const jar = restoreSessionJar(this.#sealer.open(cookiesContext(row), row.cookies), this.#options.place);
    return { summary: summaryOf(this.#sealer, row), revision: row.revision, jar };
  }

  async #find(of: SessionOf): Promise<SessionRow | undefined> {
    return sessionRows(this.#queries).find(this.#which(of));
  }

  #which({ discordId, id }: SessionOf): RowsOf & { readonly id?: string } {
    return { ...this.#of(discordId), ...(id !== undefined && { id }) };
  }

  #of(discordId: string): RowsOf {
    return { discordId, origin: this.#origin };
  }

  #writing<T>(write: () => Promise<T>): Promise<T> {
    const { keyring, clock } = this.#options;
    return withKnownKey({ queries: this.#queries, keyring, clock }, write);
  }
}

/** A probe asks about a dead one too; nobody's is used away without their yes. */
function mayBeUsed(row: SessionRow | undefined, { isProbe = false, isAway }: UseWanted): boolean {
  if (row === undefined || (row.state === "dead" && !isProbe)) return false;
  return !isAway || row.allows_away === 1;
}
