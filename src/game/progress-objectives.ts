import type { GameObjectiveProgress } from "../platform/resources/progression.ts";
import type { Names } from "./names.ts";

/** Something to count up. */
export type Objective = ReturnType<typeof toObjective>;

export function toObjective(record: GameObjectiveProgress) {
  const goal = record.completionValue ?? 0;
  return {
    hash: record.objectiveHash,
    /** Absent: the platform doesn't say. */
    progress: record.progress ?? undefined,
    /** From the record; without it, `goalOf` asks the definition. */
    goal: goal > 0 ? goal : undefined,
    isComplete: record.complete === true,
  };
}

/** Removes duplicates: a milestone's quest and challenge may be the same. */
export function toObjectives(
  records: readonly (GameObjectiveProgress | null | undefined)[] | null | undefined,
): readonly Objective[] {
  const found = new Map<number, Objective>();
  for (const record of records ?? []) {
    if (record === null || record === undefined || record.objectiveHash === 0) continue;
    if (!found.has(record.objectiveHash)) found.set(record.objectiveHash, toObjective(record));
  }
  return [...found.values()];
}

/** Returns the goal from the record, else from the definition; undefined for neither. */
export function goalOf(objective: Objective, names: Names): number | undefined {
  if (objective.goal !== undefined) return objective.goal;
  const goal = names.of("objective", objective.hash)?.goal ?? 0;
  return goal > 0 && Number.isFinite(goal) ? goal : undefined;
}

/** Returns the overall share of the objectives, 0 to 1, each counting equally; undefined where one is unknown. */
export function shareOf(objectives: readonly Objective[], names: Names): number | undefined {
  if (objectives.length === 0) return undefined;
  let sum = 0;
  for (const objective of objectives) {
    const goal = goalOf(objective, names);
    if (objective.isComplete) {
      sum += 1;
    } else if (goal === undefined || objective.progress === undefined) {
      return undefined;
    } else {
      sum += Math.min(1, Math.max(0, objective.progress / goal));
    }
  }
  return sum / objectives.length;
}
