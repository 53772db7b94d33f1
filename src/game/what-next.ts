import { HOUR_MS } from "../base/duration.ts";
import type { Names } from "./names.ts";
import type { CharacterProgress } from "./progress.ts";
import type { OwnMilestone } from "./progress-milestones.ts";
import { type Objective, goalOf, shareOf } from "./progress-objectives.ts";
import type { Resets } from "./progress-resets.ts";
import type { Cap, Track } from "./progress-tracks.ts";
import { phaseAt } from "./times.ts";

/** What a suggestion is about. Quests and bounties are items. */
interface Subject {
  readonly table: "milestone" | "quest" | "item" | Track["table"];
  readonly hash: number;
  /** The character's id. */
  readonly character: string;
}

export type Reason =
  /** Earned and not claimed. `rewards` is 0 for a quest or bounty to hand in. */
  | { readonly kind: "claim"; readonly rewards: number; readonly ends?: number | undefined }
  /** Begun. `share` is absent where a goal is unknown. */
  | {
      readonly kind: "finish";
      readonly share?: number | undefined;
      readonly left?: Remaining | undefined;
      readonly ends?: number | undefined;
    }
  /** What is not earned before `reset` is lost; absent where that is unknown. */
  | {
      readonly kind: "cap";
      readonly span: "week" | "day";
      readonly cap: Cap;
      readonly reset?: number | undefined;
    };

/** The objective with the most left to do. */
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
  /** For objectives' goals. */
  readonly names: Names;
}

const ENDS_SOON_MS = 24 * HOUR_MS;
const CAPS = [
  { span: "week", of: "weekly", wastedSoonMs: 48 * HOUR_MS },
  { span: "day", of: "daily", wastedSoonMs: 6 * HOUR_MS },
] as const;
const NEARLY_DONE = 0.8;

/** The groups in order. Within a group, the smaller `order` comes first. */
const PLACES = ["claim", "ends-soon", "wasted-soon", "nearly-done", "begun", "cap"] as const;
type Place = (typeof PLACES)[number];

interface Ranked extends Suggestion {
  readonly place: Place;
  readonly order: readonly number[];
}

const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Returns what is worth doing next, best first: rewards to claim, open things that end within a day, caps about to be
 * wasted, what is nearly done, what is begun, other caps. Deterministic. Leaves out what is over, and what is not known
 * to be open.
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
      const subject = { table: "quest", hash: quest.hash, character: id } as const;
      if (quest.state === "claimable") return [claim(subject, 0)];
      if (quest.state !== "open") return [];
      return [finish(subject, quest, options)];
    }),
    ...character.items.flatMap((thing): readonly Ranked[] => {
      const { item, objectives } = thing;
      const subject = { table: "item", hash: item, character: id } as const;
      if (objectives.every(({ isComplete }) => isComplete)) return [claim(subject, 0)];
      const isBegun = objectives.some(({ progress, isComplete }) => isComplete || (progress ?? 0) > 0);
      return isBegun ? [finish(subject, thing, options)] : [];
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
  return finish(subject, milestone, options);
}

function claim(subject: Subject, rewards: number, ends?: number): Ranked {
  const reason = { kind: "claim", rewards, ends } as const;
  return { subject, reason, place: "claim", order: [ends ?? NEVER, -rewards] };
}

function finish(
  subject: Subject,
  {
    objectives,
    isTracked,
    ends,
  }: {
    readonly objectives: readonly Objective[];
    readonly isTracked?: boolean;
    readonly ends?: number | undefined;
  },
  { now, names }: WhatNextOptions,
): Ranked {
  const share = shareOf(objectives, names);
  const reason = { kind: "finish", share, left: remainingOf(objectives, names), ends } as const;
  if (ends !== undefined && ends - now <= ENDS_SOON_MS) {
    return { subject, reason, place: "ends-soon", order: [ends, -(share ?? 0)] };
  }
  if (share !== undefined && share >= NEARLY_DONE) {
    return { subject, reason, place: "nearly-done", order: [-share, ends ?? NEVER] };
  }
  return {
    subject,
    reason,
    place: "begun",
    order: [isTracked === true ? 0 : 1, -(share ?? 0), ends ?? NEVER],
  };
}

function forTrack(character: string, track: Track, { now, resets }: WhatNextOptions): readonly Ranked[] {
  if (track.isAtCap) return [];
  const subject = { table: track.table, hash: track.hash, character };
  return CAPS.flatMap(({ span, of, wastedSoonMs }) => {
    const [cap, reset] = [track[of], resets[of]];
    if (cap === undefined || cap.left === 0) return [];
    const reason = { kind: "cap", span, cap, reset: reset?.next } as const;
    const order = [reset?.next ?? NEVER, -cap.left / cap.limit];
    const isSoon = reset !== undefined && reset.next - now <= wastedSoonMs;
    return [{ subject, reason, place: isSoon ? "wasted-soon" : "cap", order } as const];
  });
}

function remainingOf(objectives: readonly Objective[], names: Names): Remaining | undefined {
  const open = objectives.flatMap((objective) => {
    const goal = goalOf(objective, names);
    if (objective.isComplete || goal === undefined || objective.progress === undefined) return [];
    return [{ objective: objective.hash, goal, amount: goal - objective.progress }];
  });
  const [most] = open
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount / b.goal - a.amount / a.goal);
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
