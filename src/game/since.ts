import { DAY_MS } from "../base/duration.ts";
import type { CharacterProgress } from "./progress.ts";
import type { DoneState } from "./progress-quests.ts";
import type { Resets } from "./progress-resets.ts";
import type { Track } from "./progress-tracks.ts";
import type { KeptCharacter, ProgressSnapshot } from "./since-snapshot.ts";

/** The times to compare with. */
export const sincePeriods = ["reset", "yesterday", "week"] as const;
export type SincePeriod = (typeof sincePeriods)[number];

export function isSincePeriod(value: unknown): value is SincePeriod {
  return sincePeriods.some((period) => period === value);
}

/** Returns the time to compare with; undefined where the reset is unknown. */
export function sinceWhen(period: SincePeriod, now: number, resets: Resets): number | undefined {
  if (period === "reset") return resets.weekly?.last;
  return now - (period === "yesterday" ? DAY_MS : 7 * DAY_MS);
}

export type Change =
  /** `levels` may be 0. */
  | {
      readonly kind: "grew";
      readonly table: Track["table"];
      readonly hash: number;
      readonly levels: number;
      readonly level: number;
      readonly points: number;
    }
  /** Level or points are lower than before: a season restarted. */
  | { readonly kind: "restarted"; readonly table: Track["table"]; readonly hash: number }
  /** Changed to this state from another or an unknown one. */
  | { readonly kind: "milestone"; readonly hash: number; readonly state: "done" | "claimable" }
  | {
      readonly kind: "quest";
      readonly hash: number;
      readonly change: "begun" | "advanced" | "claimable" | "done";
    };

export interface CharacterChanges {
  readonly character: string;
  readonly changes: readonly Change[];
}

/**
 * Returns what changed for each character. What is missing on either side is no change: an answer may leave a milestone
 * out once.
 */
export function changesSince(
  before: ProgressSnapshot,
  characters: readonly CharacterProgress[],
): readonly CharacterChanges[] {
  return characters.map((character) => {
    const kept = before.characters.get(character.id);
    return { character: character.id, changes: kept === undefined ? [] : changesOf(kept, character) };
  });
}

function changesOf(kept: KeptCharacter, now: CharacterProgress): readonly Change[] {
  return [
    ...now.milestones.flatMap((milestone): readonly Change[] => {
      const was = kept.milestones.get(milestone.hash);
      const { state } = milestone;
      const isNews = was !== undefined && was !== state && (state === "done" || state === "claimable");
      return isNews && was !== "done" ? [{ kind: "milestone", hash: milestone.hash, state }] : [];
    }),
    ...now.quests.flatMap((quest): readonly Change[] => {
      const was = kept.quests.get(quest.hash);
      const change = questChange(was, quest);
      return change === undefined ? [] : [{ kind: "quest", hash: quest.hash, change }];
    }),
    ...now.factions.flatMap((track) => trackChange(kept.factions.get(track.hash), track)),
    ...now.progressions.flatMap((track) => trackChange(kept.progressions.get(track.hash), track)),
  ];
}

function questChange(
  was: { readonly state: DoneState; readonly step: number } | undefined,
  { state, step = 0 }: { readonly state: DoneState; readonly step?: number | undefined },
): (Change & { kind: "quest" })["change"] | undefined {
  if (state === "unknown") return undefined;
  if (was === undefined) return state === "open" ? "begun" : undefined;
  if (was.state !== state && was.state !== "done" && state !== "open") return state;
  return state === "open" && was.step !== 0 && step !== 0 && was.step !== step ? "advanced" : undefined;
}

function trackChange(
  was: { readonly level: number; readonly points: number } | undefined,
  track: Track,
): readonly Change[] {
  if (was === undefined) return [];
  // What the platform no longer says has not changed.
  const { table, hash, level = was.level, points = was.points } = track;
  if (level < was.level || points < was.points) return [{ kind: "restarted", table, hash }];
  if (level === was.level && points === was.points) return [];
  return [{ kind: "grew", table, hash, level, levels: level - was.level, points: points - was.points }];
}
