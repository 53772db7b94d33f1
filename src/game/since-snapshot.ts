import { z } from "zod";

import { jsonOrNothing } from "../base/json.ts";
import type { CharacterProgress } from "./progress.ts";
import type { DoneState } from "./progress-quests.ts";
import type { Track } from "./progress-tracks.ts";

const MAX_CHARACTERS = 20;
const MAX_ENTRIES = 5_000;
const STATES = ["done", "claimable", "open", "unknown"] as const satisfies readonly DoneState[];

const hash = z.int().min(1);
const amount = z.int().min(0);
const state = z
  .int()
  .min(0)
  .max(STATES.length - 1);
const step = amount;
const tracks = z.array(z.tuple([hash, amount, amount])).max(MAX_ENTRIES);
/** Short names, since many are stored: p progressions, f factions, m milestones, q quests. */
const Character = z
  .object({
    p: tracks,
    f: tracks,
    m: z.array(z.tuple([hash, state])).max(MAX_ENTRIES),
    q: z.array(z.tuple([hash, state, step])).max(MAX_ENTRIES),
  })
  .transform(({ p, f, m, q }) => ({
    progressions: toTracks(p),
    factions: toTracks(f),
    milestones: new Map(m.map(([key, at]) => [key, STATES[at] ?? "unknown"])),
    quests: new Map(q.map(([key, at, reached]) => [key, { state: STATES[at] ?? "unknown", step: reached }])),
  }));
/** Version 1. */
const Kept = z.object({ v: z.literal(1), c: z.record(z.string().min(1).max(200), Character) });

/** What is stored of one character. */
export type KeptCharacter = z.output<typeof Character>;

/** A member's progress at one time. */
export interface ProgressSnapshot {
  readonly characters: ReadonlyMap<string, KeptCharacter>;
}

/** Returns the text to store: points and states only, no names or dates, nothing about other players. */
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

/** Returns undefined for what another version wrote, and for anything else. */
export function readSnapshot(content: string): ProgressSnapshot | undefined {
  const read = Kept.safeParse(jsonOrNothing(content));
  return read.success ? { characters: new Map(Object.entries(read.data.c)) } : undefined;
}

function keptTracks(list: readonly Track[]): [number, number, number][] {
  return list.slice(0, MAX_ENTRIES).map(({ hash, level = 0, points = 0 }) => [hash, level, points]);
}

function toTracks(list: z.output<typeof tracks>) {
  return new Map(list.map(([key, level, points]) => [key, { level, points }]));
}
