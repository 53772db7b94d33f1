import type { GameQuestStatus } from "../platform/resources/progression.ts";
import { toHash } from "./plain-value.ts";
import { type Objective, toObjectives } from "./progress-objectives.ts";

/**
 * - "claimable": done, and the service says that what it brings has not been taken.
 * - "unknown": the service says nothing, or reads false three times, as it also does for what was redeemed
 *   (platform.md, Progress). Never shown as open.
 */
export type DoneState = "done" | "claimable" | "open" | "unknown";

export interface Quest {
  readonly hash: number;
  /** An item, like the quest itself. */
  readonly step?: number | undefined;
  readonly state: DoneState;
  /** False where the service has no word for it: it's not worth saying that this is unknown, of quest after quest. */
  readonly isStateSaid: boolean;
  readonly isTracked: boolean;
  readonly objectives: readonly Objective[];
}

export function toQuest(record: GameQuestStatus): Quest {
  return {
    hash: record.questHash,
    step: toHash(record.stepHash),
    state: stateOfQuest(record),
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
