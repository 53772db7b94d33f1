import type { GameMilestoneRewardEntry } from "../platform/resources/milestones.ts";
import type { GameMilestone, GameMilestoneQuest } from "../platform/resources/progression.ts";
import { toObjectives } from "./progress-objectives.ts";
import { type DoneState, stateOfQuest } from "./progress-quests.ts";
import { toTerm } from "./times.ts";

export type OwnMilestone = ReturnType<typeof toOwnMilestone>;

export function toOwnMilestone(record: GameMilestone) {
  const quests = record.availableQuests ?? [];
  const rewards = (record.rewards ?? []).flatMap((category) => category.entries ?? []);
  const unclaimed = rewards.filter((entry) => entry.earned === true && entry.redeemed === false).length;
  return {
    hash: record.milestoneHash,
    ...toTerm(record.startDate, record.endDate),
    state: stateOf(quests, rewards, unclaimed),
    /** Rewards that are earned and not claimed; where `redeemed` is missing, those earned. */
    unclaimed,
    objectives: toObjectives([
      ...quests.flatMap((quest) => quest.challenges?.map(({ objective }) => objective) ?? []),
      ...quests.flatMap((quest) => quest.status?.stepObjectives ?? []),
    ]),
  };
}

/** "Open" needs a sign: something begun, or, without a quest, a reward that is not earned. So does "done". */
function stateOf(
  quests: readonly GameMilestoneQuest[],
  rewards: readonly GameMilestoneRewardEntry[],
  unclaimed: number,
): DoneState {
  if (unclaimed > 0) return "claimable";
  if (rewards.length > 0 && rewards.every(hasCome)) return "done";
  const states = quests.map(stateOfMilestoneQuest);
  if (states.length > 0 && states.every((state) => state === "done")) return "done";
  if (states.includes("open")) return "open";
  const isUnearned =
    rewards.length > 0 && rewards.every((entry) => entry.earned === false && entry.redeemed !== true);
  return quests.length === 0 && isUnearned ? "open" : "unknown";
}

function hasCome({ earned, redeemed }: GameMilestoneRewardEntry): boolean {
  return redeemed ?? earned === true;
}

/** A milestone's rewards include its quest's, so that a completed quest is done. */
function stateOfMilestoneQuest(quest: GameMilestoneQuest): "done" | "open" | "unknown" {
  const own = stateOfQuest(quest.status ?? {});
  if (own === "done" || own === "claimable") return "done";
  const completions = (quest.activity?.variants ?? []).flatMap(
    (variant) => variant.completionStatus?.completed ?? [],
  );
  const challenges = (quest.challenges ?? []).flatMap(({ objective }) => objective ?? []);
  if (completions.some((isCompleted) => isCompleted)) return "done";
  if (challenges.length > 0 && challenges.every((objective) => objective.complete === true)) return "done";
  const isBegun = challenges.some(
    (objective) => (objective.progress ?? 0) > 0 && objective.complete === false,
  );
  return own === "open" || isBegun ? "open" : "unknown";
}
