import type { GameMilestoneContent, GamePublicMilestone } from "../platform/resources/milestones.ts";
import type { HashesByTable } from "./names.ts";
import { toHash, toHashes, toText } from "./plain-value.ts";
import { type Phase, phaseAt, toTerm } from "./times.ts";

export type PublicMilestone = ReturnType<typeof toMilestone>;

export function toMilestone(record: GamePublicMilestone) {
  const vendors = new Map(
    toHashes(record.vendorHashes).map((hash) => [hash, undefined as number | undefined]),
  );
  for (const vendor of record.vendors ?? []) {
    if (vendor.vendorHash !== 0) vendors.set(vendor.vendorHash, toHash(vendor.previewItemHash));
  }
  return {
    hash: record.milestoneHash,
    ...toTerm(record.startDate, record.endDate),
    quests: (record.availableQuests ?? []).map((quest) => ({
      item: quest.questItemHash,
      activity: toHash(quest.activity?.activityHash),
      challenges: toHashes(quest.challenges?.map((challenge) => challenge.objectiveHash)),
      modifiers: toHashes(quest.activity?.modifierHashes),
    })),
    /** Activities without a quest of their own. */
    activities: (record.activities ?? []).map((activity) => ({
      hash: activity.activityHash,
      challenges: toHashes(activity.challengeObjectiveHashes),
      modifiers: toHashes(activity.modifierHashes),
    })),
    /** `preview`: an item the vendor shows. */
    vendors: [...vendors].map(([hash, preview]) => ({ hash, preview })),
    order: record.order ?? 0,
  };
}

/** The platform's texts about a milestone. They may be HTML. */
export type MilestoneContent = ReturnType<typeof toMilestoneContent>;

export function toMilestoneContent(record: GameMilestoneContent) {
  return {
    about: toText(record.about),
    status: toText(record.status),
    tips: (record.tips ?? []).flatMap((tip) => toText(tip) ?? []),
    rewards: (record.itemCategories ?? [])
      .map((category) => ({ title: toText(category.title), items: toHashes(category.itemHashes) }))
      .filter((category) => category.items.length > 0),
  };
}

const PHASE_ORDER: Readonly<Record<Phase, number>> = { on: 0, always: 1, upcoming: 2, ended: 3 };

/**
 * Sorts what is on before what is upcoming before what has ended; within what is on, soonest end first, no end last.
 */
export function sortMilestones(
  milestones: readonly PublicMilestone[],
  now: number,
): readonly PublicMilestone[] {
  return [...milestones].sort((a, b) => {
    const phase = phaseAt(a, now);
    const apart = PHASE_ORDER[phase] - PHASE_ORDER[phaseAt(b, now)];
    return apart !== 0 ? apart : whenOf(a, phase) - whenOf(b, phase) || a.order - b.order || a.hash - b.hash;
  });
}

/** Returns the time that matters in a phase; larger sorts later. */
function whenOf(milestone: PublicMilestone, phase: Phase): number {
  if (phase === "upcoming") return milestone.starts ?? 0;
  if (phase === "ended") return -(milestone.ends ?? 0);
  return milestone.ends ?? Number.MAX_SAFE_INTEGER;
}

export function hashesOf(milestone: PublicMilestone): HashesByTable {
  const places = [...milestone.quests, ...milestone.activities];
  return {
    quest: toHashes(milestone.quests.map((quest) => quest.item)),
    item: toHashes(milestone.vendors.map((vendor) => vendor.preview)),
    activity: toHashes([
      ...milestone.quests.map((quest) => quest.activity),
      ...milestone.activities.map((activity) => activity.hash),
    ]),
    objective: toHashes(places.flatMap((place) => place.challenges)),
    modifier: toHashes(places.flatMap((place) => place.modifiers)),
    vendor: toHashes(milestone.vendors.map((vendor) => vendor.hash)),
  };
}
