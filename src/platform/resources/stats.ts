import { z } from "zod";

import {
  boolean,
  dateTime,
  dictionary,
  dictionaryOf,
  enumOf,
  essential,
  int64,
  listOf,
  maybe,
  number,
  record,
  uint32,
} from "./wire.ts";

export const units = [
  "milliseconds",
  "seconds",
  "minutes",
  "hours",
  "percent",
  "share",
  "metres",
  "kilometres",
] as const;
export type Unit = (typeof units)[number];

/** The number and its text in the reader's language. */
const GameHistoricalStatsValuePair = record("GameHistoricalStatsValuePair", {
  value: maybe(number),
  displayValue: maybe(z.string()),
});

/** GameHistoricalStatsValue. `pga` is per game. */
export type GameHistoricalStatsValue = z.output<typeof GameHistoricalStatsValue>;
export const GameHistoricalStatsValue = record("GameHistoricalStatsValue", {
  statId: maybe(z.string()),
  basic: maybe(GameHistoricalStatsValuePair),
  pga: maybe(GameHistoricalStatsValuePair),
  weighted: maybe(GameHistoricalStatsValuePair),
  activityId: maybe(int64),
});

/** GameHistoricalStatsActivity, whose fields the contract leaves open. */
const GameHistoricalStatsActivity = record("GameHistoricalStatsActivity", {
  referenceId: maybe(uint32),
  directorActivityHash: maybe(uint32),
  instanceId: maybe(int64),
  mode: maybe(enumOf("ActivityMode")),
  modes: listOf(enumOf("ActivityMode")),
  isPrivate: maybe(boolean),
});

/** GameHistoricalStatsPeriodGroup: one day, month or activity. */
export type GameHistoricalStatsPeriodGroup = z.output<typeof GameHistoricalStatsPeriodGroup>;
export const GameHistoricalStatsPeriodGroup = record("GameHistoricalStatsPeriodGroup", {
  period: dateTime,
  activityDetails: maybe(GameHistoricalStatsActivity),
  values: dictionaryOf(GameHistoricalStatsValue),
});

export type GameHistoricalStatsByPeriod = z.output<typeof GameHistoricalStatsByPeriod>;
export const GameHistoricalStatsByPeriod = record("GameHistoricalStatsByPeriod", {
  allTime: dictionaryOf(GameHistoricalStatsValue),
  allTimeTier1: dictionaryOf(GameHistoricalStatsValue),
  allTimeTier2: dictionaryOf(GameHistoricalStatsValue),
  allTimeTier3: dictionaryOf(GameHistoricalStatsValue),
  daily: listOf(GameHistoricalStatsPeriodGroup),
  monthly: listOf(GameHistoricalStatsPeriodGroup),
});

/** GameHistoricalStatsResults: bare, by mode; an empty month is `{"control":{}}`. */
export type GameHistoricalStatsResults = z.output<typeof GameHistoricalStatsResults>;
export const GameHistoricalStatsResults = dictionary(GameHistoricalStatsByPeriod);

/** GameHistoricalStatsWithMerged: by mode, and all of it merged. */
export type GameHistoricalStatsWithMerged = z.output<typeof GameHistoricalStatsWithMerged>;
export const GameHistoricalStatsWithMerged = record("GameHistoricalStatsWithMerged", {
  results: essential(dictionaryOf(GameHistoricalStatsByPeriod)),
  merged: maybe(GameHistoricalStatsByPeriod),
});
