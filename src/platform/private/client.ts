import type { Int64 } from "../../base/int64.ts";
import type { MilepostError } from "../../base/errors.ts";
import type { Dated, StatsPeriod } from "../client.ts";
import type { SessionHeaders } from "../http/request.ts";
import type { CharacterProgressions } from "../resources/progression.ts";
import type { GameHistoricalStatsResults, GameHistoricalStatsWithMerged } from "../resources/stats.ts";
import type { Character, GameAccount, GeneralUser } from "../resources/user.ts";
import type { Vault } from "../resources/vault.ts";

/** What every private call takes: whose session, and until when the caller waits. */
export interface PrivateOptions {
  /** Told by `take` of every cookie the platform renews. */
  readonly session: SessionHeaders;
  readonly signal?: AbortSignal;
  /** Nobody waits: passing failures are tried again, further and further apart. A refusal never is. */
  readonly background?: boolean;
}
type PlayerQuery = { readonly membershipType: number; readonly id: Int64 } & PrivateOptions;

/** Who a session belongs to. */
export type SignedInAccount =
  | {
      readonly isKnown: true;
      /**
       * Where it is known from: the service's own word, or the session's account cookie, which whoever pasted it
       * could have changed. The private data is the session's either way.
       */
      readonly source: "service" | "cookie";
      readonly membershipId: Int64;
      readonly name: string | undefined;
      readonly accounts: readonly GameAccount[];
    }
  /** Proved by E5 alone: these membership types answered. */
  | {
      readonly isKnown: false;
      readonly membershipTypes: readonly number[];
      readonly membershipId?: undefined;
    };

/** Whose session it is; undefined where nobody says. */
export interface SessionOwner {
  readonly membershipId?: Int64 | undefined;
}

/**
 * What E1 and one private call said of a session. `account` is absent where the profile has no operation that
 * could prove it. Everything but "valid", "ended" and "not-registered" says nothing about the session.
 */
export type SessionCheck =
  | { readonly outcome: "valid"; readonly account: SignedInAccount | undefined }
  /** Rule 2: it would have to sign in again. */
  | { readonly outcome: "ended" }
  /** Rule 4. */
  | { readonly outcome: "not-registered" }
  | {
      readonly outcome: "maintenance" | "unavailable" | "loop" | "strayed";
      readonly error: MilepostError;
    };

/**
 * The operations of one's own account (interface.md, Authentication). Nothing is cached or shared; a refusal is
 * never tried again. Failures are MilepostErrors; "sign-in-needed" means that the session was refused.
 */
export interface PrivateClient {
  /** E1 with the session's cookies, then one private call as proof. Throws only when `signal` aborts. */
  checkSession(options: PrivateOptions): Promise<SessionCheck>;
  /** account.current, or what stands in for it (platform.md, after the table of operations). */
  accountCurrent(options: PrivateOptions): Promise<SignedInAccount>;
  /** A user's profile, with how the signed-in member stands to it. */
  userById(query: { readonly membershipId: Int64 } & PrivateOptions): Promise<Dated<GeneralUser>>;
  /**
   * Whose session it is, by as few calls as prove it: one, as a rule. Undefined: there is no private operation to
   * ask by. `likelyType` is a membership type the account is known to have.
   */
  owner(
    options: PrivateOptions & { readonly likelyType?: number | undefined },
  ): Promise<SessionOwner | undefined>;
  /** E5. */
  vault(query: { readonly membershipType: number } & PrivateOptions): Promise<Dated<Vault>>;
  characters(query: PlayerQuery): Promise<Dated<readonly Character[]>>;
  progression(query: PlayerQuery): Promise<Dated<CharacterProgressions>>;
  statsAccount(query: PlayerQuery): Promise<Dated<GameHistoricalStatsWithMerged>>;
  statsCharacter(
    query: PlayerQuery & {
      readonly character: Int64;
      readonly mode?: number;
      readonly period: StatsPeriod;
      /** `YYYY-MM-DD`; at most the profile's `limits.statsDays` apart. */
      readonly from?: string;
      readonly to?: string;
    },
  ): Promise<Dated<GameHistoricalStatsResults>>;
}

/** Whether a session still belongs to the account it was linked for. */
export function compareAccounts(
  linked: { readonly membershipId?: Int64 },
  found: SessionOwner | SignedInAccount,
): "same" | "other" | "unknown" {
  if (linked.membershipId === undefined || found.membershipId === undefined) return "unknown";
  return linked.membershipId === found.membershipId ? "same" : "other";
}
