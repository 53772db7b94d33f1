import type { Clock } from "../base/clock.ts";
import { MilepostError } from "../base/errors.ts";
import { restoreSessionJar, type SessionPlace } from "../platform/cookies.ts";
import { isForeignKeyError } from "../storage/foreign-key-error.ts";
import type { Queries } from "../storage/schema.ts";
import { notices } from "../storage/tables/notices.ts";
import { sessionUses } from "../storage/tables/session-uses.ts";
import { type RowsOf, type SessionRow, sessionRows } from "../storage/tables/sessions.ts";
import { writeTransaction } from "../storage/write-transaction.ts";
import { forgetSessions, revokeSessions, sweepSessions } from "./forget.ts";
import { keepLinked, keepRenewal, type SessionDesk } from "./keep.ts";
import { noteEndings, noteState } from "./session-notices.ts";
import { createSealer, type KeySource, type Sealer } from "./sealer.ts";
import { cookiesContext, summaryOf } from "./session-row.ts";
import type {
  Consent,
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
} from "./session.ts";
import { createSnapshotStore } from "./snapshots.ts";

export interface SessionStoreOptions {
  readonly database: SessionDatabase;
  readonly keyring: KeySource;
  readonly place: SessionPlace;
  readonly clock: Clock;
  /** A session that nobody used for this long is deleted. */
  readonly idleDays?: number;
}

/** The database, as far as sessions need it. */
export interface SessionDatabase {
  readonly queries: Queries;
  checkpoint(): Promise<boolean>;
}

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
  readonly #desk: SessionDesk;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#queries = options.database.queries;
    this.#clock = options.clock;
    this.#origin = new URL(options.place.hosts.portal).origin;
    this.#sealer = createSealer(options.keyring, this.#origin);
    const { clock } = options;
    this.#desk = { queries: this.#queries, origin: this.#origin, sealer: this.#sealer, clock };
  }

  async add(session: NewSession): Promise<SessionSummary> {
    const id = await this.#writing(() => keepLinked(this.#desk, session));
    const row = await this.#find({ discordId: session.discordId, id });
    if (row === undefined) throw new MilepostError("internal", { reason: "a linked session is gone" });
    return summaryOf(this.#sealer, row);
  }

  async list(discordId: string): Promise<readonly SessionSummary[]> {
    const rows = await sessionRows(this.#queries).list(this.#of(discordId));
    return rows.map((row) => summaryOf(this.#sealer, row));
  }

  async choose({ discordId, id }: Required<SessionOf>): Promise<boolean> {
    return writeTransaction(this.#queries, async (transaction) => {
      const rows = sessionRows(transaction);
      if ((await rows.find({ ...this.#of(discordId), id })) === undefined) return false;
      await rows.activate(this.#of(discordId), id);
      return true;
    });
  }

  async open(of: SessionOf, { isProbe = false, ...use }: UseWanted): Promise<OpenSession | undefined> {
    const row = await this.#find(of);
    if (row === undefined || (row.state === "dead" && !isProbe)) return undefined;
    if (use.isAway && row.allows_away !== 1) return undefined;
    const opened = this.#opened(row);
    const at = this.#clock.now();
    await writeTransaction(this.#queries, async (transaction) => {
      await sessionRows(transaction).update(row.id, { last_used_at: at });
      await sessionUses(transaction).add(row.id, { ...use, at }, MOST_USES);
    });
    return opened;
  }

  async renew(session: OpenSession): Promise<boolean> {
    return keepRenewal(this.#desk, session, (write) => this.#writing(write));
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
    const row = await this.#find(of);
    if (row === undefined) return false;
    await sessionRows(this.#queries).update(row.id, {
      ...(away !== undefined && { allows_away: Number(away) }),
      keeps_snapshots: snapshots === undefined ? row.keeps_snapshots : Number(snapshots),
    });
    if (snapshots === false) {
      await this.#snapshots().delete(of);
      await this.#options.database.checkpoint();
    }
    return true;
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
    const rows = await sessionRows(this.#queries).list(this.#of(discordId));
    return Promise.all(rows.map(async (row) => this.#exported(row)));
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
    return this.#queries
      .selectFrom("sessions")
      .select(["discord_id as discordId", "id"])
      .where("origin", "=", this.#origin)
      .where("allows_away", "=", 1)
      .where("state", "=", "alive")
      .orderBy("id")
      .execute();
  }

  #opened(row: SessionRow): OpenSession {
    const jar = restoreSessionJar(this.#sealer.open(cookiesContext(row), row.cookies), this.#options.place);
    return { summary: summaryOf(this.#sealer, row), revision: row.revision, jar };
  }

  /** What the export says of a session: everything but the values of its cookies. */
  async #exported(row: SessionRow): Promise<unknown> {
    const { discordId, ...summary } = summaryOf(this.#sealer, row);
    const of = { discordId, id: row.id };
    const snapshots = await this.#snapshots().list(of);
    return {
      ...summary,
      cookies: Object.fromEntries(this.#options.place.wanted.cookies.map(({ name }) => [name, "[secret]"])),
      uses: await this.uses(of),
      snapshots: snapshots.map(({ takenAt, content }) => ({
        takenAt,
        content: JSON.parse(content) as unknown,
      })),
    };
  }

  #snapshots() {
    return createSnapshotStore(this.#options);
  }

  async #find({ discordId, id }: SessionOf): Promise<SessionRow | undefined> {
    return sessionRows(this.#queries).find({ ...this.#of(discordId), ...(id !== undefined && { id }) });
  }

  #of(discordId: string): RowsOf {
    return { discordId, origin: this.#origin };
  }

  /** A key that was retired a moment ago seals no row: the newer keyring is read, and the write made again. */
  async #writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isForeignKeyError(error)) throw error;
      this.#options.keyring.refresh();
      return write();
    }
  }
}
