import { HOUR_MS } from "../../base/duration.ts";
import type { Names } from "../../game/names.ts";
import type { CharacterProgress } from "../../game/progress.ts";
import { type CharacterChanges, type SincePeriod, changesSince, sinceWhen } from "../../game/since.ts";
import type { Resets } from "../../game/progress-resets.ts";
import { readSnapshot, writeSnapshot } from "../../game/since-snapshot.ts";
import type { SinceView } from "./view/since.ts";
import { lookUpNames } from "../kit/read/look-up-names.ts";
import type { PlayerData } from "../../sessions/use/private-data.ts";
import type { CommandContext } from "../kit/own-data/own-accounts.ts";

/** The least time between two snapshots of a member. */
const KEEP_EVERY_MS = HOUR_MS;

/**
 * Stores a snapshot for a member who turned them on, at most one an hour. A failure is logged, and the reply is not
 * affected.
 */
export async function keepSnapshot(
  { now, linking, reference }: CommandContext,
  { snapshots }: PlayerData,
  characters: readonly CharacterProgress[],
): Promise<void> {
  if (!snapshots.areKept) return;
  try {
    const newest = await snapshots.since(now, isOf(characters));
    if (newest !== undefined && now - newest.takenAt < KEEP_EVERY_MS) return;
    await snapshots.put(writeSnapshot(characters));
  } catch (error) {
    linking?.sessions.log.error("A snapshot of progress could not be kept", { reference }, error);
  }
}

interface Compared {
  readonly compared: SinceView["compared"];
  readonly names: Names;
}

/** Returns what changed since then, with the names it needs. */
export async function compareSince(
  context: CommandContext,
  { snapshots }: PlayerData,
  progress: { readonly characters: readonly CharacterProgress[]; readonly resets: Resets },
  period: SincePeriod,
): Promise<Compared> {
  const { now } = context;
  if (!snapshots.areKept) return without("off");
  const wanted = sinceWhen(period, now, progress.resets);
  if (wanted === undefined) return without("no-reset");
  const kept = await snapshots.since(wanted, isOf(progress.characters));
  const before = kept && readSnapshot(kept.content);
  if (kept === undefined || before === undefined) return without("first");
  const isYounger = kept.takenAt > wanted;
  // A snapshot taken just now is no comparison.
  if (isYounger && now - kept.takenAt < KEEP_EVERY_MS) return without("first");
  const changes = changesSince(before, progress.characters);
  const names = await lookUpNames(context, hashesOfChanges(changes), progress.characters[0]?.names);
  return {
    compared: { state: "compared", takenAt: kept.takenAt, isYounger, changes },
    names,
  };
}

/**
 * Returns a check whether a snapshot belongs to the account of these characters. An account without characters has
 * none.
 */
function isOf(characters: readonly CharacterProgress[]): (content: string) => boolean {
  return (content) => {
    const kept = readSnapshot(content)?.characters;
    if (kept === undefined || kept.size === 0 || characters.length === 0) return true;
    return characters.some(({ id }) => kept.has(id));
  };
}

function without(state: "off" | "no-reset" | "first"): Compared {
  return { compared: { state }, names: { of: () => undefined } };
}

function hashesOfChanges(all: readonly CharacterChanges[]) {
  const changes = all.flatMap((one) => one.changes);
  const tracks = (table: "progression" | "faction") =>
    changes.flatMap((change) => ("table" in change && change.table === table ? [change.hash] : []));
  return {
    milestone: changes.flatMap((change) => (change.kind === "milestone" ? [change.hash] : [])),
    quest: changes.flatMap((change) => (change.kind === "quest" ? [change.hash] : [])),
    progression: tracks("progression"),
    faction: tracks("faction"),
  };
}
