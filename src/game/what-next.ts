import { HOUR_MS } from "../base/duration.ts";
import { type Names, questTable } from "./names.ts";
import type { CharacterProgress } from "./progress.ts";
import type { OwnMilestone } from "./progress-milestones.ts";
import { type Objective, goalOf, shareOf } from "./progress-objectives.ts";
import type { Reset, Resets } from "./progress-resets.ts";
import type { Cap, Track } from "./progress-tracks.ts";
import { phaseAt } from "./times.ts";

/** What a suggestion is about. Quests and bounties are items. */
interface Subject {
  readonly table: "milestone" | "item" | Track["table"];
  readonly hash: number;
  /** Id of the character. */
  readonly character: string;
}

/** Why it is suggested, with what to say about it. */
export type Reason =
  /** Earned and not taken. `rewards` is 0 for a quest or a bounty to hand in. */
  | { readonly kind: "claim"; readonly rewards: number; readonly ends?: number | undefined }
  /** Begun. `share` is absent where a goal is not known. */
  | {
      readonly kind: "finish";
      readonly share?: number | undefined;
      readonly left?: Remaining | undefined;
      readonly ends?: number | undefined;
    }
  /** What is not earned before `reset` is lost; without `reset`, nobody says when that is. */
  | {
      readonly kind: "cap";
      readonly span: "week" | "day";
      readonly cap: Cap;
      readonly reset?: number | undefined;
    };

/** The one objective that still has the most to do. */
interface Remaining {
  readonly objective: number;
  readonly amount: number;
}

export interface Suggestion {
  readonly subject: Subject;
  readonly reason: Reason;
}

export interface WhatNextOptions {
  readonly now: number;
  readonly resets: Resets;
  /** For the goals of objectives. */
  readonly names: Names;
}

const ENDS_SOON_MS = 24 * HOUR_MS;
const WEEK_WASTED_SOON_MS = 48 * HOUR_MS;
const DAY_WASTED_SOON_MS = 6 * HOUR_MS;
const NEARLY_DONE = 0.8;

/** What comes first. Within a place, `order` decides, the smaller first. */
const PLACES = ["claim", "ends-soon", "wasted-soon", "nearly-done", "begun", "cap"] as const;
type Place = (typeof PLACES)[number];

interface Ranked extends Suggestion {
  readonly place: Place;
  readonly order: readonly number[];
}

const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * What is worth doing next, best first: rewards to take, what is open and ends within a day, caps about to be
 * wasted, what is nearly done, what is begun, other caps. The same answer gives the same order. What is over, and
 * what nobody knows to be open, is not in it.
 */
export function whatNext(
  characters: readonly CharacterProgress[],
  options: WhatNextOptions,
): readonly Suggestion[] {
  return characters
    .flatMap((character, index) =>
      suggestionsFor(character, options).map((one) => ({ ...one, order: [...one.order, index] })),
    )
    .sort(byRank)
    .map(({ subject, reason }) => ({ subject, reason }));
}

function suggestionsFor(character: CharacterProgress, options: WhatNextOptions): readonly Ranked[] {
  const { id } = character;
  return [
    ...character.milestones.flatMap((milestone) => forMilestone(id, milestone, options) ?? []),
    ...character.quests.flatMap((quest): readonly Ranked[] => {
      const subject = { table: questTable, hash: quest.hash, character: id } as const;
      if (quest.state === "claimable") return [claim(subject, 0)];
      if (quest.state !== "open") return [];
      return [finish(subject, quest.objectives, { options, isTracked: quest.isTracked })];
    }),
    ...character.items.flatMap(({ item, objectives }): readonly Ranked[] => {
      const subject = { table: "item", hash: item, character: id } as const;
      if (objectives.every(({ isComplete }) => isComplete)) return [claim(subject, 0)];
      const isBegun = objectives.some(({ progress, isComplete }) => isComplete || (progress ?? 0) > 0);
      return isBegun ? [finish(subject, objectives, { options, isTracked: false })] : [];
    }),
    ...[...character.progressions, ...character.factions].flatMap((track) => forTrack(id, track, options)),
  ];
}

function forMilestone(
  character: string,
  milestone: OwnMilestone,
  options: WhatNextOptions,
): Ranked | undefined {
  const phase = phaseAt(milestone, options.now);
  if (phase === "ended" || phase === "upcoming") return undefined;
  const subject = { table: "milestone", hash: milestone.hash, character } as const;
  if (milestone.state === "claimable") return claim(subject, milestone.unclaimed, milestone.ends);
  if (milestone.state !== "open") return undefined;
  return finish(subject, milestone.objectives, { options, isTracked: false, ends: milestone.ends });
}

function claim(subject: Subject, rewards: number, ends?: number): Ranked {
  const reason = { kind: "claim", rewards, ends } as const;
  return { subject, reason, place: "claim", order: [ends ?? NEVER, -rewards] };
}

interface FinishOptions {
  readonly options: WhatNextOptions;
  readonly isTracked: boolean;
  readonly ends?: number | undefined;
}

function finish(
  subject: Subject,
  objectives: readonly Objective[],
  { options, isTracked, ends }: FinishOptions,
): Ranked {
  const { now, names } = options;
  const share = shareOf(objectives, names);
  const reason = { kind: "finish", share, left: remainingOf(objectives, names), ends } as const;
  if (ends !== undefined && ends - now <= ENDS_SOON_MS) {
    return { subject, reason, place: "ends-soon", order: [ends, -(share ?? 0)] };
  }
  if (share !== undefined && share >= NEARLY_DONE) {
    return { subject, reason, place: "nearly-done", order: [-share, ends ?? NEVER] };
  }
  return { subject, reason, place: "begun", order: [isTracked ? 0 : 1, -(share ?? 0), ends ?? NEVER] };
}

function forTrack(
  character: string,
  { table, hash, weekly, daily, isAtCap }: Track,
  { now, resets }: WhatNextOptions,
): readonly Ranked[] {
  if (isAtCap) return [];
  const subject = { table, hash, character } as const;
  return [
    ...capLeft(subject, "week", { cap: weekly, reset: resets.weekly, soonMs: WEEK_WASTED_SOON_MS, now }),
    ...capLeft(subject, "day", { cap: daily, reset: resets.daily, soonMs: DAY_WASTED_SOON_MS, now }),
  ];
}

interface CapLeft {
  readonly cap: Cap | undefined;
  readonly reset: Reset | undefined;
  readonly soonMs: number;
  readonly now: number;
}

function capLeft(
  subject: Subject,
  span: "week" | "day",
  { cap, reset, soonMs, now }: CapLeft,
): readonly Ranked[] {
  if (cap === undefined || cap.left === 0) return [];
  const reason = { kind: "cap", span, cap, reset: reset?.next } as const;
  const order = [reset?.next ?? NEVER, -cap.left / cap.limit];
  const isSoon = reset !== undefined && reset.next - now <= soonMs;
  return [{ subject, reason, place: isSoon ? "wasted-soon" : "cap", order }];
}

function remainingOf(objectives: readonly Objective[], names: Names): Remaining | undefined {
  let most: (Remaining & { readonly share: number }) | undefined;
  for (const objective of objectives) {
    const goal = goalOf(objective, names);
    if (objective.isComplete || goal === undefined || objective.progress === undefined) continue;
    const amount = goal - objective.progress;
    const share = amount / goal;
    if (amount > 0 && (most === undefined || share > most.share)) {
      most = { objective: objective.hash, amount, share };
    }
  }
  return most === undefined ? undefined : { objective: most.objective, amount: most.amount };
}

function byRank(a: Ranked, b: Ranked): number {
  const place = PLACES.indexOf(a.place) - PLACES.indexOf(b.place);
  if (place !== 0) return place;
  for (const [index, value] of a.order.entries()) {
    const apart = value - (b.order[index] ?? 0);
    if (apart !== 0) return apart;
  }
  return a.subject.hash - b.subject.hash || (a.subject.table < b.subject.table ? -1 : 1);
}
