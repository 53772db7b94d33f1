import type { Int64 } from "../../../base/int64.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { Dated, StatsPeriod } from "../../../platform/client.ts";
import type { SignedInAccount } from "../../../platform/private/client.ts";
import type { CharacterProgressions } from "../../../platform/resources/progression.ts";
import type {
  GameHistoricalStatsResults,
  GameHistoricalStatsWithMerged,
} from "../../../platform/resources/stats.ts";
import type { Character, GeneralUser } from "../../../platform/resources/user.ts";
import type { Vault } from "../../../platform/resources/vault.ts";

interface Waiting {
  readonly signal: AbortSignal;
}

/** One account of the game: what is asked of a member's own and of another player's alike. */
export interface PlayerData {
  /** The name of the account and whose profile it belongs to, where the platform says it. */
  readonly account: { readonly name?: string | undefined; readonly membershipId?: Int64 | undefined };
  readonly snapshots: KeptSnapshots;
  characters(options: Waiting): Promise<Dated<readonly Character[]>>;
  progression(options: Waiting): Promise<Dated<CharacterProgressions>>;
  statsAccount(options: Waiting): Promise<Dated<GameHistoricalStatsWithMerged>>;
  statsCharacter(
    query: {
      readonly character: Int64;
      readonly period: StatsPeriod;
      /** `YYYY-MM-DD`, at most `limits.statsDays` of the profile apart. */
      readonly from?: string;
      readonly to?: string;
    } & Waiting,
  ): Promise<Dated<GameHistoricalStatsResults>>;
}

/**
 * One member's own data: the account they chose, asked for with their own session. Nothing is cached. Failures are
 * MilepostErrors; a session that was refused is "sign-in-needed".
 */
export interface PrivateData extends PlayerData {
  /** Without one there is nothing to ask for but, where it is there, the vault. */
  readonly hasGameAccount: boolean;
  readonly hasVault: boolean;
  /** Whose session it is, as the platform says now. "not-offered" where the platform does not say it. */
  owner(options: Waiting): Promise<SignedInAccount>;
  /** A player's profile as the member sees it: with how they stand to that player. */
  user(query: { readonly membershipId: Int64 } & Waiting): Promise<Dated<GeneralUser>>;
  vault(options: Waiting): Promise<Dated<Vault>>;
}

export interface KeptSnapshot {
  /** Milliseconds since 1970. */
  readonly takenAt: number;
  readonly content: string;
}

/** Snapshots of progress, for members who said yes to them. */
export interface KeptSnapshots {
  readonly areKept: boolean;
  /**
   * The newest taken at this time or before it; where there is none, the oldest of all. Only those that `isOurs`:
   * a session may be asked for several game accounts.
   */
  since(at: number, isOurs?: (content: string) => boolean): Promise<KeptSnapshot | undefined>;
  put(content: string): Promise<void>;
}

/** Where nothing is kept. */
export const noSnapshots: KeptSnapshots = {
  areKept: false,
  since: async () => undefined,
  put: async () => {},
};

/** The data of whoever asks; undefined when no account is linked. */
export type OpenPrivateData = (asked: InvocationContext, command: string) => Promise<PrivateData | undefined>;

/** A member's own data while they are not there. */
export type Away =
  | { readonly state: "open"; readonly data: PrivateData }
  /** Nothing is linked. */
  | { readonly state: "none" }
  /** The member did not allow it. */
  | { readonly state: "no-consent" }
  | { readonly state: "ended"; readonly since: number };

export interface AwayAsked {
  readonly memberId: string;
  /** What uses it, as the member reads it among the last uses. */
  readonly for: string;
  readonly reference: string;
  readonly signal: AbortSignal;
}

/** Opens the active session of a member who said yes to its use while they are away. */
export type OpenAway = (asked: AwayAsked) => Promise<Away>;

/** Asks the platform whether that session still lives; what it says is remembered. */
export type ProbeAway = (asked: AwayAsked) => Promise<void>;

/** Sessions of members who are not there. */
export interface AwaySessions {
  readonly open: OpenAway;
  readonly probe: ProbeAway;
}
