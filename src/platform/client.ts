import type { PlatformId } from "../base/int64.ts";
import type { ContentItemPublicContract } from "./resources/content.ts";
import type {
  Definition,
  DefinitionManifest,
  DefinitionName,
  DefinitionTable,
} from "./resources/definitions.ts";
import type { GameMilestoneContent, PublicMilestones } from "./resources/milestones.ts";
import type { CharacterProgressions } from "./resources/progression.ts";
import type { GameHistoricalStatsResults, GameHistoricalStatsWithMerged } from "./resources/stats.ts";
import type { OwnNames } from "./resources/wire.ts";
import type { TrendingEntry, TrendingStub } from "./resources/trending.ts";
import type { Character, GameAccount, GeneralUser } from "./resources/user.ts";

export interface CallOptions {
  /** Ends this caller's wait; a request that others wait for goes on. */
  readonly signal?: AbortSignal;
  /** Retries without deadline or limit, ever further apart: for work that nobody waits for. */
  readonly background?: boolean;
  /** A cached answer older than this is refreshed, and used only if that fails. */
  readonly maxAgeMs?: number;
}
/** `locale`: the platform's code or Discord's; the profile maps it. */
export interface LocalisedOptions extends CallOptions {
  readonly locale?: string;
}

export interface Dated<T> {
  readonly data: T;
  /** When the platform made the answer, in milliseconds since 1970. */
  readonly at: number;
  /** Whether it is older than the profile's "fresh" because the platform did not answer; show "as of". */
  readonly isStale: boolean;
  /** Whether the platform reported maintenance. */
  readonly isMaintenance?: boolean;
  /** The names its records carry, which mean nothing beside other answers. */
  readonly names?: OwnNames;
  /** How many unreadable entries were left out. */
  readonly unread?: number;
}

/** A page of a list. `hasMore`: by the platform's word, or a guess from a full page. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly hasMore: boolean;
  /** How many pages there are, where the platform says so. */
  readonly pages?: number;
  /** The cursor of the next page. */
  readonly next?: string;
}

/** What `trending.list` returns: details where the profile lists them, else stubs. */
export type TrendingListing =
  | ({ readonly gives: "stubs" } & Page<TrendingStub>)
  | ({ readonly gives: "details" } & Page<TrendingEntry>);

export type StatsPeriod = "daily" | "allTime" | "activity";

export interface PlayerQuery {
  readonly membershipType: number;
  readonly id: PlatformId;
}

interface StatsQuery extends PlayerQuery {
  readonly character: PlatformId;
  readonly mode?: number;
  readonly period: StatsPeriod;
  /** `YYYY-MM-DD`; at most the profile's `limits.statsDays` apart. */
  readonly from?: string;
  readonly to?: string;
}

/** Operations about a player, with or without a session. */
export interface PlayerClient<Options> {
  userById(query: { readonly membershipId: PlatformId } & Options): Promise<Dated<GeneralUser>>;
  characters(query: PlayerQuery & Options): Promise<Dated<readonly Character[]>>;
  progression(query: PlayerQuery & Options): Promise<Dated<CharacterProgressions>>;
  statsAccount(query: PlayerQuery & Options): Promise<Dated<GameHistoricalStatsWithMerged>>;
  statsCharacter(query: StatsQuery & Options): Promise<Dated<GameHistoricalStatsResults>>;
}

export type DefinitionFile = Readonly<Record<string, Definition>>;

/** The platform's public operations. Failures are MilepostErrors. */
export interface PlatformClient extends PlayerClient<CallOptions> {
  trendingList(
    query: { readonly category?: string; readonly page?: number } & LocalisedOptions,
  ): Promise<Dated<TrendingListing>>;
  trendingEntry(
    query: { readonly type: number; readonly identifier: string } & LocalisedOptions,
  ): Promise<Dated<TrendingEntry>>;
  contentById(
    query: { readonly id: PlatformId } & LocalisedOptions,
  ): Promise<Dated<ContentItemPublicContract>>;
  contentSearch(
    query: { readonly text: string; readonly page?: number } & LocalisedOptions,
  ): Promise<Dated<Page<ContentItemPublicContract>>>;
  userSearch(
    query: { readonly name: string; readonly page?: number } & CallOptions,
  ): Promise<Dated<Page<GeneralUser>>>;
  accountsOf(
    query: { readonly membershipId: PlatformId } & CallOptions,
  ): Promise<Dated<readonly GameAccount[]>>;
  milestonesPublic(query: LocalisedOptions): Promise<Dated<PublicMilestones>>;
  /**
   * Returns the name a record carries: one of these, else of what is the same for everybody, in the reader's language or
   * the platform's own. Undefined where none was read lately.
   */
  ownName(
    which: { readonly table: DefinitionTable; readonly hash: number },
    locale: string,
    names?: OwnNames,
  ): DefinitionName | undefined;
  milestonesContent(
    query: { readonly hash: number } & LocalisedOptions,
  ): Promise<Dated<GameMilestoneContent>>;
  definitionsManifest(query: LocalisedOptions): Promise<Dated<DefinitionManifest>>;
  definitionsOne(
    query: { readonly table: DefinitionTable; readonly hash: number } & LocalisedOptions,
  ): Promise<Dated<Definition>>;
  /** Reads a manifest's file: every definition of a table, by hash. Not cached. */
  definitionsFile(query: { readonly address: string } & CallOptions): Promise<DefinitionFile>;
  offers(operation: string): boolean;
  /** Returns the absolute URL of an image; undefined outside the allow-list. */
  imageUrl(path: string | null | undefined): string | undefined;
  /** Closes the connection for everyone who shares it; opens none afterwards. */
  close(): Promise<void>;
}
