import { select } from "../../../discord/reply/build.ts";
import type { Select, SelectEntry } from "../../../discord/reply/reply.ts";
import { type ViewContext, inPlain, type Age } from "../../kit/view/view-context.ts";
import { ALL_CHARACTERS } from "../../kit/view/progress-words.ts";
import { statName } from "../../kit/view/stat-words.ts";
import { statsCalls } from "./calls.ts";
import type { CallState } from "../../../discord/reply/calls.ts";
import type { PlatformId } from "../../../base/int64.ts";
import type { ModeTables, StatTable } from "../../../game/stats.ts";
import type { StatPeriod, StatPoint } from "../../../game/stats-period.ts";

const MAX_ENTRIES = 25;
const LABEL_LENGTH = 100;
/** The value of "all modes"; no mode has this name. */
export const ALL_MODES = "*";
export const ALL_STATS = "*";

/** Returns what time spans are called, as the command's option has them. */
export function periodNames({ texts }: ViewContext): Readonly<Record<StatPeriod, string>> {
  return texts.commands.stats.options.period.choices;
}

/** Returns the selects for period, statistic, mode and character; those with one entry are left out. */
export function statsSelects(
  view: StatsView,
  shown: string | undefined,
  context: ViewContext,
): readonly Select[] {
  const { stats, progress } = context.texts;
  const { period, mode, state } = view;
  const { character } = state;
  const list = (
    action: "period" | "stat" | "mode" | "character",
    placeholder: string,
    entries: readonly SelectEntry[],
  ): readonly Select[] => {
    if (entries.length < 2) return [];
    return [select(placeholder, statsCalls[action](state), entries.slice(0, MAX_ENTRIES))];
  };
  return [
    ...list(
      "period",
      stats.pickPeriod,
      view.periods.map((one) => ({ label: periodNames(context)[one], value: one, chosen: one === period })),
    ),
    ...list("stat", stats.pickStat, [
      ...(view.points === undefined
        ? [{ label: stats.title, value: ALL_STATS, chosen: shown === undefined }]
        : []),
      ...view.table.stats.map(({ id }) => ({
        label: statName(id, context),
        value: id,
        chosen: id === shown,
      })),
    ]),
    ...list("mode", stats.pickMode, [
      ...(view.hasMerged ? [{ label: stats.allModes, value: ALL_MODES, chosen: mode === undefined }] : []),
      ...view.modes.map((one) => ({
        label: statName(one.mode, context),
        value: one.mode,
        chosen: one.mode === mode,
      })),
    ]),
    ...list("character", progress.pickCharacter, [
      { label: progress.allCharacters, value: ALL_CHARACTERS, chosen: character === undefined },
      ...view.characters.map(({ id, label }, index) => ({
        label: inPlain(label ?? progress.character(String(index + 1)), LABEL_LENGTH),
        value: id,
        chosen: id === character,
      })),
    ]),
  ];
}

export interface OwnCharacter {
  readonly id: PlatformId;
  readonly label?: string | undefined;
}

/** An account's statistics, from which the view cuts its page. */
export interface StatsView {
  /** Whose statistics they are, where the platform says so. */
  readonly account: { readonly name?: string | undefined; readonly membershipId?: PlatformId | undefined };
  readonly period: StatPeriod;
  /** The state that leads back, including choices this period doesn't have. */
  readonly state: CallState<typeof statsCalls.period>;
  readonly periods: readonly StatPeriod[];
  /** The mode shown; undefined: all modes, as the platform merged them. */
  readonly mode?: string | undefined;
  readonly modes: ModeTables["modes"];
  readonly hasMerged: boolean;
  readonly characters: readonly OwnCharacter[];
  /** The typed character that doesn't exist. */
  readonly unfound?: string | undefined;
  readonly table: StatTable;
  /** Days or months, oldest first; undefined for all time. */
  readonly points?: readonly StatPoint[] | undefined;
  /** Whether we added up several characters. */
  readonly isAdded: boolean;
  readonly age?: Age | undefined;
}
