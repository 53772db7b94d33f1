import type { PlatformId } from "../../base/int64.ts";
import type { Dated, StatsPeriod } from "../../platform/client.ts";
import type { SignedInAccount } from "../../platform/private/client.ts";
import type { CharacterProgressions } from "../../platform/resources/progression.ts";
import type {
  GameHistoricalStatsResults,
  GameHistoricalStatsWithMerged,
} from "../../platform/resources/stats.ts";
import type { Character, GeneralUser } from "../../platform/resources/user.ts";
import type { Vault } from "../../platform/resources/vault.ts";

interface Waiting {
  readonly signal: AbortSignal;
}

/** The data of one game account, a member's own or another player's. */
export interface PlayerData {
  /** The account's name and the profile it belongs to, where the platform says so. */
  readonly account: { readonly name?: string | undefined; readonly membershipId?: PlatformId | undefined };
  readonly snapshots: KeptSnapshots;
  characters(options: Waiting): Promise<Dated<readonly Character[]>>;
  progression(options: Waiting): Promise<Dated<CharacterProgressions>>;
  statsAccount(options: Waiting): Promise<Dated<GameHistoricalStatsWithMerged>>;
  statsCharacter(
    query: {
      readonly character: PlatformId;
      readonly period: StatsPeriod;
      /** `YYYY-MM-DD`, at most the profile's `limits.statsDays` apart. */
      readonly from?: string;
      readonly to?: string;
    } & Waiting,
  ): Promise<Dated<GameHistoricalStatsResults>>;
}

/**
 * The data of the account a member picked, read with their own session and never cached. Failures are MilepostErrors; a
 * refused session is "sign-in-needed".
 */
export interface PrivateData extends PlayerData {
  /** Without a game account only the vault can be read, where the platform has one. */
  readonly hasGameAccount: boolean;
  readonly hasVault: boolean;
  /** Returns whose session it is; throws "not-offered" where the platform doesn't say. */
  owner(options: Waiting): Promise<SignedInAccount>;
  /** Returns a player's profile as the member sees it, with what is between the two. */
  user(query: { readonly membershipId: PlatformId } & Waiting): Promise<Dated<GeneralUser>>;
  vault(options: Waiting): Promise<Dated<Vault>>;
}

export interface KeptSnapshot {
  /** Milliseconds since 1970. */
  readonly takenAt: number;
  readonly content: string;
}

/** Snapshots of progress, for members who turned them on. */
export interface KeptSnapshots {
  readonly areKept: boolean;
  /**
   * Returns the newest snapshot taken by this time, else the oldest, of those that `isOurs` accepts: one session may
   * have several game accounts.
   */
  since(at: number, isOurs?: (content: string) => boolean): Promise<KeptSnapshot | undefined>;
  put(content: string): Promise<void>;
}

/** For members without snapshots. */
export const noSnapshots: KeptSnapshots = {
  areKept: false,
  since: async () => undefined,
  put: async () => {},
};

interface Opening extends Waiting {
  readonly member: { readonly id: string };
  /** Of the run's failures in the log. */
  readonly reference?: string;
}

/** Returns the member's data; undefined when no account is linked. */
export type OpenPrivateData = (opening: Opening, command: string) => Promise<PrivateData | undefined>;

/** A member's own data while they are away. */
export type Away =
  | { readonly state: "open"; readonly data: PrivateData }
  | { readonly state: "none" }
  /** Background use is off. */
  | { readonly state: "no-consent" }
  | { readonly state: "ended"; readonly since: number };

export interface AwayAsked {
  readonly memberId: string;
  /** What it is used for, as shown under the member's last uses. */
  readonly for: string;
  readonly reference: string;
  readonly signal: AbortSignal;
}

/** Opens the active session of a member whose background use is on. */
export type OpenAway = (asked: AwayAsked) => Promise<Away>;

/** Asks the platform whether the session is still valid, and stores the result. */
export type ProbeAway = (asked: AwayAsked) => Promise<void>;

/** Sessions of members who are away. */
export interface AwaySessions {
  readonly open: OpenAway;
  readonly probe: ProbeAway;
}
