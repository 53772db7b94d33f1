import type { Int64 } from "../base/int64.ts";
import type { Credential } from "../platform/credential.ts";
import type { Queries } from "../storage/schema.ts";

/** The platform account behind a session, as it was confirmed when it was linked. Sealed at rest. */
export interface LinkedAccount {
  /** Absent where the platform doesn't say who is signed in. */
  readonly membershipId?: Int64;
  readonly name?: string;
  readonly accounts: readonly {
    readonly membershipType: number;
    readonly id: Int64;
    readonly name?: string;
  }[];
  /** Where no game account is known: the membership types that answered for this session. */
  readonly membershipTypes?: readonly number[];
}

/**
 * - alive: the platform took it at its last use.
 * - suspect: one refusal; a confirming probe decides.
 * - dead: refused for good; deleted after 7 days.
 */
export type SessionState = "alive" | "suspect" | "dead";

interface Consent {
  /** May be used while the member is away: reminders, snapshots. */
  readonly away: boolean;
  /** Progress snapshots may be kept. */
  readonly snapshots: boolean;
}

/** A session without its cookies. Times are milliseconds since 1970. */
export interface SessionSummary {
  readonly id: string;
  readonly discordId: string;
  readonly account: LinkedAccount;
  readonly isActive: boolean;
  readonly state: SessionState;
  readonly stateSince: number;
  readonly linkedAt: number;
  readonly lastUsedAt: number;
  readonly renewedAt: number;
  /** When its cookies end, if the platform said so. */
  readonly expiresAt?: number;
  /** Dead by the platform's own word: it is asked about no more. */
  readonly isFinal: boolean;
  readonly consent: Consent;
}

export interface SessionUse {
  readonly at: number;
  /** `/progress`, or what used it in the background. */
  readonly command: string;
  readonly isAway: boolean;
}

/** A session in use. `jar` is what requests carry. Its `linkedAt` tells it from one linked anew meanwhile. */
export interface OpenSession {
  readonly summary: SessionSummary;
  readonly revision: number;
  readonly jar: Credential;
}

/** Why a member has to be told something about a session, once. */
export type Notice = "died" | "lost" | "works-again" | "revoked" | "expires-soon";
/** Why a session is dead: it ended, or it was lost because a renewal was cut off. */
export type DeathNotice = Extract<Notice, "died" | "lost">;

export interface PendingNotice {
  readonly id: number;
  readonly discordId: string;
  readonly notice: Notice;
  readonly at: number;
}

export interface NewSession {
  readonly discordId: string;
  readonly jar: Credential;
  readonly account: LinkedAccount;
  /** Absent: what its member allowed when the same account was linked before; nothing for another one. */
  readonly consent?: Consent;
}

/** What else a new link changes, in its transaction. */
export type SettleLink<T = void> = (
  transaction: Queries,
  session: Pick<SessionSummary, "id" | "consent">,
) => Promise<T>;

/** What is kept of one session, also where it can't be opened any more. */
export interface StoredSession extends Required<SessionOf> {
  /** Absent where its record is damaged, or sealed for another place. */
  readonly account?: LinkedAccount;
  /** How many were noted. */
  readonly uses: number;
  /** How many are kept. */
  readonly snapshots: number;
}

/** Which session of which member; without `id` the active one. */
export interface SessionOf {
  readonly discordId: string;
  readonly id?: string;
}

/** One of a member's sessions as it was linked then: `linkedAt` tells it from the same account linked anew. */
export type LinkOf = Required<SessionOf> & Partial<Pick<SessionSummary, "linkedAt">>;

/** How a session is to be used. A probe asks whether a dead one works again. */
export type UseWanted = Omit<SessionUse, "at"> & { readonly isProbe?: boolean };

/** What was deleted. */
export interface Removal {
  /** How many sessions. */
  readonly count: number;
  /** No byte of them is left in the database or its log. False while another program reads it: it is tried again. */
  readonly isOverwritten: boolean;
}

/** The members' sessions on one platform. Rows of another origin can't be opened and are not listed. */
export interface SessionStore {
  /**
   * Keeps a session and makes it the active one. The same account linked again replaces its row. Nothing is kept where
   * `settle` throws.
   */
  add(session: NewSession, settle?: SettleLink): Promise<SessionSummary>;
  list(discordId: string): Promise<readonly SessionSummary[]>;
  /** The same rows to delete: one that can't be opened is among them and keeps none of the others back. */
  listStored(discordId: string): Promise<readonly StoredSession[]>;
  /** Makes it the active one. False when there is no such session. */
  choose(of: Required<SessionOf>): Promise<boolean>;
  /**
   * Opens a session and notes the use. Undefined when there is none, when it is dead, or when it would be used
   * away without consent. A probe opens a dead one too.
   */
  open(of: SessionOf, use: UseWanted): Promise<OpenSession | undefined>;
  /**
   * Keeps what Set-Cookie changed, merged with what another use kept meanwhile. A jar that lost a required cookie
   * is not kept: a probe decides about the session. Nothing is kept for an account that was linked anew meanwhile.
   * Gives whether it was kept.
   */
  renew(session: OpenSession): Promise<boolean>;
  /** Opens a session anew without noting a use, dead or not. Undefined when it is gone or can't be opened. */
  reread(of: LinkOf): Promise<OpenSession | undefined>;
  /** Sessions whose tokens were being renewed when nobody noted the end, not before this time. */
  interrupted(since: number): Promise<readonly Required<SessionOf>[]>;
  /** Notes that the platform's own word ended it, and for which reason its member is told so. */
  end(of: LinkOf, why: DeathNotice): Promise<void>;
  /**
   * Follows what a use or a probe learnt. Gives whether the state is new; then `notice`s were noted. With `linkedAt`
   * nothing is learnt of an account that was linked anew meanwhile.
   */
  mark(of: LinkOf, state: SessionState): Promise<boolean>;
  consent(of: Required<SessionOf>, consent: Partial<Consent>): Promise<boolean>;
  /** The last uses, newest first. */
  uses(of: Required<SessionOf>): Promise<readonly SessionUse[]>;
  /** Deletes one session, or all of a member's, with uses and snapshots. */
  unlink(of: SessionOf & { readonly isAll?: boolean }): Promise<Removal>;
  /** Everything kept about a member, cookies masked. */
  exportOf(discordId: string): Promise<unknown>;
  /**
   * Deletes dead and idle sessions, old snapshots and old notices. Gives how many sessions, and tells of each that
   * could be opened.
   */
  sweep(onForgotten?: (session: OpenSession) => void): Promise<number>;
  /** Oldest first. */
  noticesOf(discordId: string): Promise<readonly PendingNotice[]>;
  /** Notes "expires-soon", once for each end, of active sessions whose cookies end soon; of one member, or of all. */
  noteEndings(discordId?: string): Promise<void>;
  settleNotice(id: number): Promise<void>;
  /** Settles what was noted of this kind for a member. */
  settleNotices(discordId: string, notice: Notice): Promise<void>;
  /**
   * Dead sessions that may be used away, active ones of each member, for which nothing was done since this time;
   * whoever waited longest first.
   */
  deadSessions(of: {
    readonly untouchedSince: number;
    readonly limit: number;
  }): Promise<readonly Required<SessionOf>[]>;
}

/** What was seen of a member's progress, to show what changed since. */
interface Snapshot {
  readonly takenAt: number;
  /** JSON text. */
  readonly content: string;
}

/** Progress snapshots, sealed, kept for 90 days. */
export interface SnapshotStore {
  /** Undefined when the session is gone or the member doesn't keep snapshots. */
  put(of: Required<SessionOf>, content: string): Promise<string | undefined>;
  /** Newest first. */
  list(
    of: Required<SessionOf>,
    options?: { readonly before?: number; readonly limit?: number },
  ): Promise<readonly Snapshot[]>;
}
