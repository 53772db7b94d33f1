import type { GameProgression } from "../platform/resources/progression.ts";

/**
 * Something that grows by points and levels: a progression, or the standing with a faction. What the service doesn't
 * say is absent, never 0.
 */
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
    /** Absent where there is no highest level. */
    levelCap,
    /** There is no further level. */
    isAtCap,
    points: atLeastZero(record.currentProgress),
    /** Points within the level, and how many it takes. Absent where the service names none. */
    inLevel,
    /** How far within the level, 0 to 1. */
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

/** What may be earned in a week or a day. */
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
