import type { Int64 } from "../base/int64.ts";
import type { ContentItemPublicContract } from "./resources/content.ts";
import type { Definition, DefinitionManifest, DefinitionTable } from "./resources/definitions.ts";
import type { GameMilestoneContent, PublicMilestones } from "./resources/milestones.ts";
import type { CharacterProgressions } from "./resources/progression.ts";
import type { GameHistoricalStatsResults, GameHistoricalStatsWithMerged } from "./resources/stats.ts";
import type { TrendingEntry, TrendingStub } from "./resources/trending.ts";
import type { Character, GameAccount, GeneralUser } from "./resources/user.ts";

/** What every call takes. */
export interface CallOptions {
  /** Ends this caller's waiting; a request that others wait for too goes on. */
  readonly signal?: AbortSignal;
  /** Nobody waits: no deadline and no limit of attempts, further and further apart. */
  readonly background?: boolean;
  /** What is kept and older is asked for anew, and only given where that fails. */
  readonly maxAgeMs?: number;
}
/** `locale` is the platform's code or Discord's; the profile maps it. */
export interface LocalisedOptions extends CallOptions {
  readonly locale?: string;
}

/** Public data with its age. */
export interface Dated<T> {
  readonly data: T;
  /** When it left the platform, milliseconds since 1970. */
  readonly at: number;
  /** It is older than the profile calls fresh, because the platform did not answer: say "as of". */
  readonly isStale: boolean;
  /** Why it is stale, when the platform said maintenance. */
  readonly isMaintenance?: boolean;
  /** How many entries of it could not be read and were left out. */
  readonly unread?: number;
}

/** A page of a list. `hasMore` is the service's own word, or a guess from a full page. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly hasMore: boolean;
}

/** What `trending.list` holds: details where the profile lists them, else stubs. */
export type TrendingListing =
  | ({ readonly gives: "stubs" } & Page<TrendingStub>)
  | ({ readonly gives: "details" } & Page<TrendingEntry>);

export type StatsPeriod = "daily" | "allTime" | "activity";

type PlayerQuery = { readonly membershipType: number; readonly id: Int64 };

/** What can be asked about a player, with a session or without. */
export interface PlayerClient<Options> {
  userById(query: { readonly membershipId: Int64 } & Options): Promise<Dated<GeneralUser>>;
  characters(query: PlayerQuery & Options): Promise<Dated<readonly Character[]>>;
  progression(query: PlayerQuery & Options): Promise<Dated<CharacterProgressions>>;
  statsAccount(query: PlayerQuery & Options): Promise<Dated<GameHistoricalStatsWithMerged>>;
  statsCharacter(
    query: PlayerQuery & {
      readonly character: Int64;
      readonly mode?: number;
      readonly period: StatsPeriod;
      /** `YYYY-MM-DD`; at most the profile's `limits.statsDays` apart. */
      readonly from?: string;
      readonly to?: string;
    } & Options,
  ): Promise<Dated<GameHistoricalStatsResults>>;
}

/** The platform's public operations (platform.md, "The operations"). Failures are MilepostErrors. */
export interface PlatformClient extends PlayerClient<CallOptions> {
  trendingList(
    query: { readonly category?: string; readonly page?: number } & LocalisedOptions,
  ): Promise<Dated<TrendingListing>>;
  trendingEntry(
    query: { readonly type: number; readonly identifier: string } & LocalisedOptions,
  ): Promise<Dated<TrendingEntry>>;
  contentById(query: { readonly id: Int64 } & LocalisedOptions): Promise<Dated<ContentItemPublicContract>>;
  contentSearch(
    query: { readonly text: string; readonly page?: number } & LocalisedOptions,
  ): Promise<Dated<Page<ContentItemPublicContract>>>;
  userSearch(
    query: { readonly name: string; readonly page?: number } & CallOptions,
  ): Promise<Dated<Page<GeneralUser>>>;
  accountsOf(query: { readonly membershipId: Int64 } & CallOptions): Promise<Dated<readonly GameAccount[]>>;
  milestonesPublic(query: LocalisedOptions): Promise<Dated<PublicMilestones>>;
  milestonesContent(
    query: { readonly hash: number } & LocalisedOptions,
  ): Promise<Dated<GameMilestoneContent>>;
  definitionsManifest(query: LocalisedOptions): Promise<Dated<DefinitionManifest>>;
  definitionsOne(
    query: { readonly table: DefinitionTable; readonly hash: number } & LocalisedOptions,
  ): Promise<Dated<Definition>>;
  /** A file of the manifest: every definition of a table, by hash as text. Not cached. */
  definitionsFile(
    query: { readonly address: string } & CallOptions,
  ): Promise<Readonly<Record<string, Definition>>>;
  /** Whether the profile has the operation. */
  offers(operation: string): boolean;
  /** The whole address of a picture the platform names by path; undefined when it leads off the allow-list. */
  imageUrl(path: string | null | undefined): string | undefined;
  close(): Promise<void>;
}
