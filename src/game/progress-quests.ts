import type { GameQuestStatus } from "../platform/resources/progression.ts";
import { toHash } from "./plain-value.ts";
import { toObjectives } from "./progress-objectives.ts";

/**
 * - "claimable": done, with a reward not yet claimed.
 * - "unknown": the platform says nothing, or false three times, which it also does for redeemed ones. Never shown as open.
 */
export type DoneState = "done" | "claimable" | "open" | "unknown";

export type Quest = ReturnType<typeof toQuest>;

export function toQuest(record: GameQuestStatus) {
  return {
    hash: record.questHash,
    /** An item, like the quest itself. */
    step: toHash(record.stepHash),
    state: stateOfQuest(record),
    /** False where the platform never says: not worth repeating for every quest. */
    isStateSaid: [record.started, record.completed, record.redeemed].some(
      (flag) => typeof flag === "boolean",
    ),
    isTracked: record.tracked === true,
    objectives: toObjectives(record.stepObjectives),
  };
}

export function stateOfQuest({
  started,
  completed,
  redeemed,
}: Pick<GameQuestStatus, "started" | "completed" | "redeemed">): DoneState {
  if (redeemed === true) return "done";
  if (completed === true) return redeemed === false ? "claimable" : "done";
  return started === true ? "open" : "unknown";
}
