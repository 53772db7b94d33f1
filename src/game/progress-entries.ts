import type { HashesByTable, NameTable } from "./names.ts";
import type { CharacterProgress, ItemObjectives } from "./progress.ts";
import type { OwnMilestone } from "./progress-milestones.ts";
import type { Objective } from "./progress-objectives.ts";
import type { DoneState, Quest } from "./progress-quests.ts";
import type { Track } from "./progress-tracks.ts";
import { type Term, phaseAt } from "./times.ts";
import { type Suggestion, type WhatNextOptions, whatNext } from "./what-next.ts";

export const progressViews = ["next", "overview", "factions", "milestones", "quests", "objectives"] as const;
export type ProgressViewName = (typeof progressViews)[number];

export function toProgressView(value: unknown): ProgressViewName {
  return progressViews.find((view) => view === value) ?? "next";
}

/** One row of a view. `key` identifies it in a later answer and is short enough for a control's state. */
export type ProgressEntry = { readonly key: string } & (
  | { readonly kind: "suggestion"; readonly suggestion: Suggestion }
  | { readonly kind: "character"; readonly character: CharacterProgress }
  | { readonly kind: "track"; readonly track: Track }
  | { readonly kind: "milestone"; readonly milestone: OwnMilestone }
  | { readonly kind: "quest"; readonly quest: Quest }
  | { readonly kind: "item"; readonly item: ItemObjectives }
);

/**
 * Returns the rows of a view. "What next?" covers all picked characters; the overview of several has a row for each;
 * every other view is about the first.
 */
export function entriesOf(
  view: ProgressViewName,
  chosen: readonly CharacterProgress[],
  options: WhatNextOptions,
): readonly ProgressEntry[] {
  const [first] = chosen;
  if (first === undefined) return [];
  switch (view) {
    case "next":
      return whatNext(chosen, options).map((suggestion) => ({
        key: suggestionKey(suggestion, chosen),
        kind: "suggestion",
        suggestion,
      }));
    case "overview":
      return [
        ...chosen.map((character) => ({ key: `c${character.id}`, kind: "character", character }) as const),
        ...(chosen.length > 1 ? [] : tracksOf("p", first.progressions)),
      ];
    case "factions":
      return tracksOf("f", first.factions);
    case "milestones":
      return first.milestones.map((milestone) => ({
        key: `m${short(milestone.hash)}`,
        kind: "milestone",
        milestone,
      }));
    case "quests":
      return first.quests.map((quest) => ({ key: `q${short(quest.hash)}`, kind: "quest", quest }));
    case "objectives":
      return first.items.map((item) => ({ key: `i${short(item.item)}`, kind: "item", item }));
  }
}

function tracksOf(letter: string, tracks: readonly Track[]): readonly ProgressEntry[] {
  return tracks.map((track) => ({ key: `${letter}${short(track.hash)}`, kind: "track", track }));
}

function suggestionKey({ subject, reason }: Suggestion, chosen: readonly CharacterProgress[]): string {
  const index = chosen.findIndex(({ id }) => id === subject.character);
  const span = reason.kind === "cap" ? reason.span.charAt(0) : "";
  return `n${subject.table.charAt(0)}${short(subject.hash)}${span}.${String(index)}`;
}

/** Encodes a hash in few letters: a uint32 in at most seven. */
function short(hash: number): string {
  return hash.toString(36);
}

/** How many are in each state; what is over doesn't count. */
export type StateCounts = Readonly<Record<DoneState, number>>;

export function countStates(
  list: readonly ({ readonly state: DoneState } & Term)[],
  now: number,
): StateCounts {
  const counts = { done: 0, claimable: 0, open: 0, unknown: 0 };
  for (const one of list) {
    if (phaseAt(one, now) !== "ended") counts[one.state] += 1;
  }
  return counts;
}

/** Returns the hashes that rows need names for. */
export function hashesOfEntries(entries: readonly ProgressEntry[]): HashesByTable {
  const wanted: Partial<Record<NameTable, number[]>> = {};
  const add = (table: NameTable, ...hashes: readonly (number | undefined)[]) => {
    for (const hash of hashes) if (hash !== undefined) (wanted[table] ??= []).push(hash);
  };
  const addObjectives = (objectives: readonly Objective[]) => {
    for (const { hash } of objectives) add("objective", hash);
  };
  for (const entry of entries) {
    switch (entry.kind) {
      case "suggestion": {
        const { subject, reason } = entry.suggestion;
        add(subject.table, subject.hash);
        if (reason.kind === "finish") add("objective", reason.left?.objective);
        break;
      }
      case "track":
        add(entry.track.table, entry.track.hash);
        break;
      case "milestone":
        add("milestone", entry.milestone.hash);
        addObjectives(entry.milestone.objectives);
        break;
      case "quest":
        add("quest", entry.quest.hash, entry.quest.step);
        addObjectives(entry.quest.objectives);
        break;
      case "item":
        add("item", entry.item.item);
        addObjectives(entry.item.objectives);
        break;
      case "character":
        break;
    }
  }
  return wanted;
}

/** Returns the objectives whose goal is only in their definitions, of everything that could be suggested. */
export function goallessObjectives(characters: readonly CharacterProgress[]): readonly number[] {
  const all = characters.flatMap(({ milestones, quests, items }) => [...milestones, ...quests, ...items]);
  const goalless = all
    .flatMap(({ objectives }) => objectives)
    .filter(({ goal, isComplete }) => goal === undefined && !isComplete);
  return [...new Set(goalless.map(({ hash }) => hash))];
}
