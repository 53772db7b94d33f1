import type { GameQuestStatus } from "../platform/resources/progression.ts";
import { toHash } from "./plain-value.ts";
import { type Objective, toObjectives } from "./progress-objectives.ts";

/**
 * - "claimable": done, and what it brings has not been taken.
 * - "unknown": the service says nothing, or reads false three times, as it also does for what was redeemed
 *   (platform.md, Progress). Never shown as open.
 */
export type DoneState = "done" | "claimable" | "open" | "unknown";

export interface Quest {
  readonly hash: number;
  /** An item, like the quest itself. */
  readonly step?: number | undefined;
  readonly state: DoneState;
  readonly isTracked: boolean;
  readonly objectives: readonly Objective[];
}

export function toQuest(record: GameQuestStatus): Quest {
  return {
    hash: record.questHash,
    step: toHash(record.stepHash),
    state: stateOfQuest(record),
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
  if (completed === true) return "claimable";
  return started === true ? "open" : "unknown";
}
