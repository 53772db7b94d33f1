import { z } from "zod";

import type { CharacterProgress } from "./progress.ts";
import type { DoneState } from "./progress-quests.ts";
import type { Track } from "./progress-tracks.ts";

/** What is remembered of one character. */
export interface KeptCharacter {
  readonly progressions: ReadonlyMap<number, KeptTrack>;
  readonly factions: ReadonlyMap<number, KeptTrack>;
  readonly milestones: ReadonlyMap<number, DoneState>;
  readonly quests: ReadonlyMap<number, { readonly state: DoneState; readonly step: number }>;
}
interface KeptTrack {
  readonly level: number;
  readonly points: number;
}

/** What was seen of a member's progress at one time. */
export interface ProgressSnapshot {
  readonly characters: ReadonlyMap<string, KeptCharacter>;
}

const MAX_CHARACTERS = 20;
const MAX_ENTRIES = 5_000;
const STATES = ["done", "claimable", "open", "unknown"] as const satisfies readonly DoneState[];

const hash = z.int().min(1).max(0xffff_ffff);
const amount = z.int().min(0);
const state = z
  .int()
  .min(0)
  .max(STATES.length - 1);
const tracks = z.array(z.tuple([hash, amount, amount])).max(MAX_ENTRIES);
/** Version 1. Short member names, because many are kept: p progressions, f factions, m milestones, q quests. */
const Kept = z.object({
  v: z.literal(1),
  c: z.record(
    z.string().regex(/^\d{1,20}$/),
    z.object({
      p: tracks,
      f: tracks,
      m: z.array(z.tuple([hash, state])).max(MAX_ENTRIES),
      q: z.array(z.tuple([hash, state, z.int().min(0).max(0xffff_ffff)])).max(MAX_ENTRIES),
    }),
  ),
});

/** Text to keep. Points and states only: no names, no dates, nothing of other players. */
export function writeSnapshot(characters: readonly CharacterProgress[]): string {
  const kept: z.input<typeof Kept> = {
    v: 1,
    c: Object.fromEntries(
      characters.slice(0, MAX_CHARACTERS).map((character) => [
        character.id,
        {
          p: keptTracks(character.progressions),
          f: keptTracks(character.factions),
          m: character.milestones.slice(0, MAX_ENTRIES).map((one) => [one.hash, STATES.indexOf(one.state)]),
          q: character.quests
            .slice(0, MAX_ENTRIES)
            .map((quest) => [quest.hash, STATES.indexOf(quest.state), quest.step ?? 0]),
        },
      ]),
    ),
  };
  return JSON.stringify(kept);
}

/** Undefined for what another version wrote, and for anything else. */
export function readSnapshot(content: string): ProgressSnapshot | undefined {
  const read = Kept.safeParse(parsed(content));
  if (!read.success) return undefined;
  const characters = Object.entries(read.data.c).map(([id, { p, f, m, q }]): [string, KeptCharacter] => [
    id,
    {
      progressions: toTracks(p),
      factions: toTracks(f),
      milestones: new Map(m.map(([hash, state]) => [hash, STATES[state] ?? "unknown"])),
      quests: new Map(q.map(([hash, state, step]) => [hash, { state: STATES[state] ?? "unknown", step }])),
    },
  ]);
  return { characters: new Map(characters) };
}

function keptTracks(list: readonly Track[]): [number, number, number][] {
  return list.slice(0, MAX_ENTRIES).map(({ hash, level, points }) => [hash, level, points]);
}

function toTracks(list: z.output<typeof tracks>): ReadonlyMap<number, KeptTrack> {
  return new Map(list.map(([hash, level, points]) => [hash, { level, points }]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
