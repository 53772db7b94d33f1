import type { PlatformId } from "../base/int64.ts";
import type { Queries } from "../storage/schema.ts";

/** The platform account of a session, as confirmed when it was linked. Sealed at rest. */
export interface LinkedAccount {
  /** Absent where the platform doesn't say who is signed in. */
  readonly membershipId?: PlatformId;
  readonly name?: string;
  readonly accounts: readonly {
    readonly membershipType: number;
    readonly id: PlatformId;
    readonly name?: string;
  }[];
  /** The membership types that answered, where no game account is known. */
  readonly membershipTypes?: readonly number[];
}

/**
 * - alive: the platform accepted it at its last use.
 * - suspect: one refusal; a probe decides.
 * - dead: refused for good; deleted after 7 days.
 */
export type SessionState = "alive" | "suspect" | "dead";

export interface Consent {
  /** Whether background use is on: reminders, snapshots. */
  readonly away: boolean;
  /** Whether progress snapshots are stored. */
  readonly snapshots: boolean;
}

/** A session without its credential. Times are milliseconds since 1970. */
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
  /** When its cookies expire, if the platform said so. */
  readonly expiresAt?: number;
  /** Whether it ended by the platform's own word, so that it is never probed. */
  readonly isFinal: boolean;
  readonly consent: Consent;
}

export interface SessionUse {
  readonly at: number;
  /** `/progress`, or the purpose of a background use. */
  readonly command: string;
  readonly isAway: boolean;
}

/** What a member is told about a session, once. */
export type Notice = "died" | "lost" | "works-again" | "revoked" | "expires-soon";
/** Why a session is dead: it ended, or it was lost in an interrupted renewal. */
export type DeathNotice = Extract<Notice, "died" | "lost">;

export interface PendingNotice {
  readonly id: number;
  readonly discordId: string;
  readonly notice: Notice;
  readonly at: number;
}

/** Further changes within a new link's transaction. */
export type SettleLink<T = void> = (
  transaction: Queries,
  session: Pick<SessionSummary, "id" | "consent">,
) => Promise<T>;

/** What is stored of a session, also if it can't be opened. */
export interface StoredSession extends Required<SessionOf> {
  /** Absent where its record is damaged or sealed for another place. */
  readonly account?: LinkedAccount;
  /** How many uses are recorded. */
  readonly uses: number;
  /** How many are stored. */
  readonly snapshots: number;
}

/** A session of a member; without `id` the active one. */
export interface SessionOf {
  readonly discordId: string;
  readonly id?: string;
}

/** A session as it was linked then: `linkedAt` distinguishes it from the same account linked again. */
export type LinkOf = Required<SessionOf> & Partial<Pick<SessionSummary, "linkedAt">>;

/** How a session is to be used. A probe tries whether a dead one works again. */
export type UseWanted = Omit<SessionUse, "at"> & { readonly isProbe?: boolean };

export interface Removal {
  readonly count: number;
  /**
   * Whether no byte of them is left in the database or its log. False while another program reads it: it is then
   * retried.
   */
  readonly isOverwritten: boolean;
}
