import type { Int64 } from "../../../base/int64.ts";
import type { ModeTables, StatTable } from "../../../game/stats.ts";
import type { StatPeriod, StatPoint } from "../../../game/stats-period.ts";
import type { Age } from "../../shared/view/view-context.ts";

export interface OwnCharacter {
  readonly id: Int64;
  readonly label?: string | undefined;
}

/** A member's own statistics, whole; the page is cut from it here. */
export interface StatsView {
  readonly account?: string | undefined;
  /** Of whose statistics they are, where the platform says that. */
  readonly membershipId?: string | undefined;
  /** The membership id of another player; undefined: the member's own. */
  readonly player?: string | undefined;
  readonly period: StatPeriod;
  /** Those there are to choose from. */
  readonly periods: readonly StatPeriod[];
  /** What was typed, or chosen. */
  readonly stat?: string | undefined;
  /** What was chosen, whether this time has it or not; undefined: no mode was. */
  readonly wishedMode?: string | undefined;
  /** The one shown. Undefined: all modes together, as the platform merged them. */
  readonly mode?: string | undefined;
  readonly modes: ModeTables["modes"];
  readonly hasMerged: boolean;
  readonly characters: readonly OwnCharacter[];
  readonly character?: string | undefined;
  readonly unfound?: string | undefined;
  readonly table: StatTable;
  /** Days or months, oldest first; undefined for all time. */
  readonly points?: readonly StatPoint[] | undefined;
  /** Added up here over several characters. */
  readonly isAdded: boolean;
  readonly age?: Age | undefined;
}
