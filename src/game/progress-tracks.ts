import type { GameProgression } from "../platform/resources/progression.ts";

/** Something that grows by points and levels: a progression, or the standing with a faction. */
export interface Track {
  readonly table: "progression" | "faction";
  readonly hash: number;
  readonly level: number;
  /** Absent where there is no highest level. */
  readonly levelCap?: number | undefined;
  /** There is no further level. */
  readonly isAtCap: boolean;
  readonly points: number;
  /** Points within the level, and how many it takes. Absent where the service names none. */
  readonly inLevel?: { readonly done: number; readonly goal: number } | undefined;
  /** How far within the level, 0 to 1. */
  readonly share?: number | undefined;
  readonly weekly?: Cap | undefined;
  readonly daily?: Cap | undefined;
}

/** What may be earned in a week or a day. */
export interface Cap {
  readonly done: number;
  readonly limit: number;
  readonly left: number;
}

type Numbers = Pick<
  GameProgression,
  | "dailyProgress"
  | "dailyLimit"
  | "weeklyProgress"
  | "weeklyLimit"
  | "currentProgress"
  | "level"
  | "levelCap"
  | "progressToNextLevel"
  | "nextLevelAt"
>;

export function toTrack(record: Numbers, table: Track["table"], hash: number): Track {
  const level = atLeastZero(record.level);
  const cap = record.levelCap ?? 0;
  const levelCap = cap > 0 ? cap : undefined;
  const isAtCap = levelCap !== undefined && level >= levelCap;
  const goal = atLeastZero(record.nextLevelAt);
  const done = Math.min(goal, atLeastZero(record.progressToNextLevel));
  const isCounting = goal > 0 && !isAtCap;
  return {
    table,
    hash,
    level,
    levelCap,
    isAtCap,
    points: atLeastZero(record.currentProgress),
    inLevel: isCounting ? { done, goal } : undefined,
    share: isCounting ? done / goal : undefined,
    weekly: toCap(record.weeklyProgress, record.weeklyLimit),
    daily: toCap(record.dailyProgress, record.dailyLimit),
  };
}

/** A limit of 0, or none, is no limit. */
function toCap(progress: number | null | undefined, limit: number | null | undefined): Cap | undefined {
  const most = atLeastZero(limit);
  if (most === 0) return undefined;
  const done = Math.min(most, atLeastZero(progress));
  return { done, limit: most, left: most - done };
}

function atLeastZero(value: number | null | undefined): number {
  return Math.max(0, value ?? 0);
}
