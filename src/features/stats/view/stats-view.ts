import type { CallState } from "../../../discord/reply/calls.ts";
import type { Int64 } from "../../../base/int64.ts";
import type { ModeTables, StatTable } from "../../../game/stats.ts";
import type { StatPeriod, StatPoint } from "../../../game/stats-period.ts";
import type { Age } from "../../shared/view/view-context.ts";
import type { statsCalls } from "./calls.ts";

export interface OwnCharacter {
  readonly id: Int64;
  readonly label?: string | undefined;
}

/** A member's own statistics, whole; the page is cut from it here. */
export interface StatsView {
  /** Of whose statistics they are, where the platform says that. */
  readonly account: { readonly name?: string | undefined; readonly membershipId?: Int64 | undefined };
  readonly period: StatPeriod;
  /** What a control must carry to come back: what was chosen, whether this time has it or not. */
  readonly state: CallState<typeof statsCalls.period>;
  readonly periods: readonly StatPeriod[];
  /** The one shown. Undefined: all modes together, as the platform merged them. */
  readonly mode?: string | undefined;
  readonly modes: ModeTables["modes"];
  readonly hasMerged: boolean;
  readonly characters: readonly OwnCharacter[];
  /** What was typed for a character, and fits none. */
  readonly unfound?: string | undefined;
  readonly table: StatTable;
  /** Days or months, oldest first; undefined for all time. */
  readonly points?: readonly StatPoint[] | undefined;
  /** Added up here over several characters. */
  readonly isAdded: boolean;
  readonly age?: Age | undefined;
}
