import type { GameQuestStatus } from "../platform/resources/progression.ts";
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
  readonly vendor?: number | undefined;
}

export function toQuest(record: GameQuestStatus): Quest {
  const step = record.stepHash ?? 0;
  const vendor = record.vendorHash ?? 0;
  return {
    hash: record.questHash,
    step: step === 0 ? undefined : step,
    state: stateOfQuest(record),
    isTracked: record.tracked === true,
    objectives: toObjectives(record.stepObjectives),
    vendor: vendor === 0 ? undefined : vendor,
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
