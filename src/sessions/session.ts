import type { Int64 } from "../base/int64.ts";
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

export interface Consent {
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
