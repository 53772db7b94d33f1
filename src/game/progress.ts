import { isHash, type OwnNames } from "../platform/resources/wire.ts";
import type { Character } from "../platform/resources/user.ts";
import type {
  CharacterProgressions,
  GameCharacterProgressionComponent,
} from "../platform/resources/progression.ts";
import { type OwnMilestone, toOwnMilestone } from "./progress-milestones.ts";
import { toObjectives } from "./progress-objectives.ts";
import { type Quest, toQuest } from "./progress-quests.ts";
import { type Track, toTrack } from "./progress-tracks.ts";
import { toName } from "./readable.ts";
import { toTime } from "./times.ts";

/** What one character has reached, with hashes for names. */
export type CharacterProgress = ReturnType<typeof readCharacter> & {
  /** The names that records of this answer carry. */
  readonly names?: OwnNames | undefined;
};

export type ItemObjectives = CharacterProgress["items"][number];

const PRIVATE = 2;

/**
 * Returns an answer's characters, in the order of `known`, which has their labels, then others. "private": the player
 * hides it from the asker; "none": no characters. Judged by the data, not the privacy setting alone.
 */
export function readProgress(
  record: CharacterProgressions,
  known: readonly Character[] = [],
  names?: OwnNames,
) {
  const data = record.data ?? {};
  const ids = Object.keys(data);
  if (ids.length === 0) return { state: record.privacy === PRIVATE ? "private" : "none" } as const;
  const order = new Map(known.map((character, index) => [character.id as string, index]));
  const rank = (id: string) => order.get(id) ?? known.length;
  const characters = ids
    .toSorted((a, b) => rank(a) - rank(b) || compare(a, b))
    .flatMap((id) => {
      const component = data[id];
      const character = known.find((one) => one.id === id);
      return component === undefined ? [] : [{ ...readCharacter(id, component, character), names }];
    });
  return { state: "shown", characters } as const;
}

/** What distinguishes a character from the player's others. */
export function labelOf(character: Character | undefined) {
  const { label, lastPlayed } = character ?? {};
  return {
    /** The platform's word for it, a class or a name. */
    label: toName(typeof label === "number" ? String(label) : label),
    lastPlayed: toTime(lastPlayed),
  };
}

function readCharacter(
  id: string,
  component: GameCharacterProgressionComponent,
  character: Character | undefined,
) {
  return {
    id,
    ...labelOf(character),
    progressions: Object.values(component.progressions ?? {})
      .map((record) => toTrack(record, "progression", record.progressionHash))
      .filter(({ hash }) => hash !== 0)
      .sort(byTrack),
    factions: Object.values(component.factions ?? {})
      .map((record) => toTrack(record, "faction", record.factionHash))
      .filter(({ hash }) => hash !== 0)
      .sort(byTrack),
    milestones: Object.values(component.milestones ?? {})
      .filter(({ milestoneHash }) => milestoneHash !== 0)
      .map(toOwnMilestone)
      .sort(byEnd),
    quests: (component.quests ?? [])
      .filter(({ questHash }) => questHash !== 0)
      .map(toQuest)
      .sort(byQuest),
    /** Objectives of carried things without an instance, such as bounties. */
    items: itemsOf(component),
  };
}

function itemsOf({ uninstancedItemObjectives }: GameCharacterProgressionComponent) {
  return Object.entries(uninstancedItemObjectives ?? {}).flatMap(([key, records]) => {
    const item = Number(key);
    const objectives = toObjectives(records);
    return item > 0 && isHash(item) && objectives.length > 0 ? [{ item, objectives }] : [];
  });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Tracks that can still grow first, the nearest to a level on top. */
function byTrack(a: Track, b: Track): number {
  return (
    Number(a.isAtCap) - Number(b.isAtCap) ||
    (b.share ?? 0) - (a.share ?? 0) ||
    (b.level ?? 0) - (a.level ?? 0) ||
    a.hash - b.hash
  );
}

/** Soonest end first; no end last. */
function byEnd(a: OwnMilestone, b: OwnMilestone): number {
  return (a.ends ?? Number.MAX_SAFE_INTEGER) - (b.ends ?? Number.MAX_SAFE_INTEGER) || a.hash - b.hash;
}

/** Tracked quests first, then those to hand in. */
function byQuest(a: Quest, b: Quest): number {
  return (
    Number(b.isTracked) - Number(a.isTracked) ||
    Number(b.state === "claimable") - Number(a.state === "claimable") ||
    a.hash - b.hash
  );
}
