import type { IconName } from "./icons.ts";

export type Mode = "dark" | "light";

export interface CardLook {
  readonly mode: Mode;
  /** The theme's OKLCH hue in degrees. */
  readonly hue: number;
  /** The reader's language, for forms of Han characters. The card's texts are in it already. */
  readonly locale: string;
}

/** An image's bytes; what can't be decoded is drawn as if it were missing. */
export type PictureBytes = Uint8Array | undefined;

export interface PersonCard extends CardLook {
  readonly name: string;
  /** Below the name. */
  readonly detail: string;
  readonly avatar?: PictureBytes;
  readonly banner?: PictureBytes;
}

export interface ValueContent {
  readonly value: string;
  readonly label: string;
}

export type Card =
  | CompareCard
  | EventCard
  | ProfileCard
  | ProgressCard
  | RankingCard
  | StatsCard
  | TrendingCard
  | VaultCard
  | WeekCard;

/** Several sides with the same statistics: two mirrored, three or four in columns. */
export interface CompareCard extends CardLook {
  readonly card: "compare";
  /** At least two; at most four are drawn. */
  readonly sides: readonly ComparedContent[];
  /** At most five. */
  readonly rows: readonly ComparedRow[];
}

/** The avatar is drawn for two sides only; columns are too narrow. */
export type ComparedContent = Pick<PersonCard, "name" | "detail" | "avatar">;

export interface ComparedRow {
  readonly label: string;
  /** One per side. */
  readonly values: readonly ComparedValue[];
  /** The index of the side that is ahead of all others. */
  readonly ahead?: number | undefined;
}

export interface ComparedValue {
  readonly text: string;
  /** Relative to the highest, 0 to 1. A row without any has no bars. */
  readonly share?: number | undefined;
}

/** A picture, and what is drawn without one. */
export interface Pictured {
  readonly title: string;
  readonly picture?: PictureBytes;
  /** Whether the picture is a small framed icon. */
  readonly isIcon?: boolean | undefined;
  /** Of its kind. */
  readonly icon: IconName;
}

export interface EventCard extends CardLook, Pictured {
  readonly card: "event";
  /** Its kind in one word. */
  readonly kind: string;
  readonly tagline?: string | undefined;
  /** When, and below it the zone or another detail. */
  readonly when?: string | undefined;
  readonly whenDetail?: string | undefined;
  /** Icons of its rewards; three are drawn. */
  readonly rewards: readonly PictureBytes[];
  /** "+3": those that are not drawn. */
  readonly moreRewards?: string | undefined;
}

export interface ProfileCard extends CardLook {
  readonly card: "profile";
  readonly name: string;
  /** Given by the platform. */
  readonly title?: string | undefined;
  /** The player's own words. */
  readonly status?: string | undefined;
  readonly avatar?: PictureBytes;
  readonly banner?: PictureBytes;
  /** Three are drawn. */
  readonly facts: readonly ProfileFact[];
}

export interface ProfileFact extends ValueContent {
  readonly icon?: IconName;
}

/** Someone's progress: a share of a whole, levels under way, and what waits. */
export interface ProgressCard extends PersonCard {
  readonly card: "progress";
  readonly ring?: RingContent | undefined;
  /** At most three. */
  readonly tracks: readonly TrackContent[];
  readonly waiting: ValueContent & { readonly isUrgent: boolean };
  readonly open: ValueContent;
  readonly done: ValueContent;
}

export interface RingContent {
  /** 0 to 1. */
  readonly share: number;
  readonly done: string;
  readonly total: string;
  readonly label: string;
  readonly sub: string;
}

export interface TrackContent {
  readonly name: string;
  readonly value: string;
  /** The value's label. */
  readonly unit: string;
  /** 0 to 1; undefined: unknown. */
  readonly share?: number | undefined;
  readonly detail: string;
  /** Whether nothing is left to reach. */
  readonly isHighest?: boolean;
  readonly icon?: PictureBytes;
}

/** Players by a statistic, the first one on top. */
export interface RankingCard extends CardLook {
  readonly card: "ranking";
  readonly title: string;
  /** Below the title. */
  readonly detail: string;
  /** Ten are drawn. */
  readonly rows: readonly RankedContent[];
}

interface RankedContent {
  readonly place: string;
  readonly name: string;
  readonly value: string;
  /** Relative to the highest, 0 to 1. */
  readonly share: number;
  /** Whether it rose or fell. */
  readonly direction?: "up" | "down" | undefined;
}

/** One main number, and where it comes from: over time, or beside others. */
export interface StatsCard extends PersonCard {
  readonly card: "stats";
  readonly label: string;
  readonly value: string;
  readonly trend?: { readonly direction: "up" | "down" | "level"; readonly text: string } | undefined;
  /** At most two, beside the number. */
  readonly facts: readonly ValueContent[];
  readonly chart?: ChartContent | undefined;
  /** At most six, where nothing is drawn over time. */
  readonly others: readonly ValueContent[];
}

/** Values over time, oldest first. */
export interface ChartContent {
  /** At least 0; undefined: no value. */
  readonly bars: readonly (number | undefined)[];
  /** The label of the highest one. */
  readonly peak: string;
  readonly mean?: { readonly value: number; readonly label: string } | undefined;
  /** Evenly spaced from the first to the last bar. */
  readonly ticks: readonly string[];
}

/** Trending entries: one large, four small. */
export interface TrendingCard extends CardLook {
  readonly card: "trending";
  /** The title of all of them. */
  readonly title: string | undefined;
  /** At least one; five are drawn. */
  readonly entries: readonly [TrendTile, ...TrendTile[]];
}

export interface TrendTile extends Pictured {
  /** Its kind in one word. */
  readonly kind: string;
  readonly tagline?: string | undefined;
}

export interface VaultCard extends CardLook {
  readonly card: "vault";
  readonly title: string;
  /** The account. */
  readonly detail?: string | undefined;
  readonly sections: readonly VaultSection[];
}

export interface VaultSection {
  readonly name: string;
  readonly things: readonly VaultThing[];
}

export interface VaultThing {
  readonly name: string;
  /** "× 47", for more than one. */
  readonly amount?: string | undefined;
  readonly icon?: PictureBytes;
}

/** The seven days from today. */
export interface WeekCard extends CardLook {
  readonly card: "week";
  readonly title: string;
  /** Its dates. */
  readonly range: string;
  /** The zone of the dates. */
  readonly zone: string;
  /** Seven, today first. */
  readonly days: readonly WeekDay[];
  /** How much of today has passed, 0 to 1. */
  readonly now: number;
  /** Six are drawn. */
  readonly rows: readonly WeekRow[];
}

export interface WeekDay {
  readonly weekday: string;
  readonly day: string;
}

export interface WeekRow {
  readonly name: string;
  readonly icon?: PictureBytes;
  /** Days from the start of today, with fractions; below 0 and above 7 it extends beyond the week. */
  readonly from: number;
  readonly to: number;
  /** "until Tue 17:00", where it ends within the week. */
  readonly until?: string | undefined;
  /** Without the day, for where that finds no room: the bar ends below it. */
  readonly untilTime?: string | undefined;
  readonly isUrgent?: boolean | undefined;
  /** Whether it begins anew as it ends, for longer than the week. */
  readonly returns?: boolean | undefined;
}
