import type { GameProgression } from "../platform/resources/progression.ts";

/** A progression or faction standing, with points and levels. Unknown values are absent, never 0. */
export type Track = ReturnType<typeof toTrack>;

export function toTrack(record: Partial<GameProgression>, table: "progression" | "faction", hash: number) {
  const level = atLeastZero(record.level);
  const cap = record.levelCap ?? 0;
  const levelCap = cap > 0 ? cap : undefined;
  const isAtCap = level !== undefined && levelCap !== undefined && level >= levelCap;
  const inLevel = isAtCap ? undefined : toInLevel(record.progressToNextLevel, record.nextLevelAt);
  return {
    table,
    hash,
    level,
    /** Absent without a highest level. */
    levelCap,
    /** Whether there is no further level. */
    isAtCap,
    points: atLeastZero(record.currentProgress),
    /** Points within the level, and how many it takes. Absent where unknown. */
    inLevel,
    /** The share of the level, 0 to 1. */
    share: inLevel && inLevel.done / inLevel.goal,
    weekly: toCap(record.weeklyProgress, record.weeklyLimit),
    daily: toCap(record.dailyProgress, record.dailyLimit),
  };
}

type Said = number | null | undefined;

function toInLevel(progress: Said, nextLevelAt: Said) {
  const goal = atLeastZero(nextLevelAt) ?? 0;
  const done = atLeastZero(progress);
  return goal === 0 || done === undefined ? undefined : { done: Math.min(goal, done), goal };
}

/** What can be earned per week or day. */
export type Cap = NonNullable<ReturnType<typeof toCap>>;

/** A limit of 0, or none, is no limit. */
function toCap(progress: Said, limit: Said) {
  const most = atLeastZero(limit) ?? 0;
  const said = atLeastZero(progress);
  if (most === 0 || said === undefined) return undefined;
  const done = Math.min(most, said);
  return { done, limit: most, left: most - done };
}

function atLeastZero(value: Said): number | undefined {
  return value === null || value === undefined ? undefined : Math.max(0, value);
}
