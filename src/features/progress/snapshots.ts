import { HOUR_MS } from "../../base/duration.ts";
import type { Names } from "../../game/names.ts";
import type { CharacterProgress } from "../../game/progress.ts";
import { type CharacterChanges, type SincePeriod, changesSince, sinceWhen } from "../../game/since.ts";
import type { Resets } from "../../game/progress-resets.ts";
import { readSnapshot, writeSnapshot } from "../../game/since-snapshot.ts";
import type { SinceView } from "./view/since.ts";
import { lookUpNames } from "../shared/look-up-names.ts";
import type { PlayerData } from "../shared/own-data/private-data.ts";
import type { CommandContext } from "../shared/command-context.ts";

/** Between two snapshots of one member. */
const KEEP_EVERY_MS = HOUR_MS;

/**
 * Keeps what was seen, where the member said yes to it and nothing was kept within the hour. A failure is logged:
 * the answer is there, and the next one keeps its own.
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

/** What changed since then, with the names it needs. */
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
  // The one that was just kept is no past.
  if (isYounger && now - kept.takenAt < KEEP_EVERY_MS) return without("first");
  const changes = changesSince(before, progress.characters);
  const names = await lookUpNames(context, hashesOfChanges(changes));
  return {
    compared: { state: "compared", takenAt: kept.takenAt, isYounger, changes },
    names,
  };
}

/** Whether a snapshot is of the account these characters belong to. An account without any has no other's. */
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
    item: changes.flatMap((change) => (change.kind === "quest" ? [change.hash] : [])),
    progression: tracks("progression"),
    faction: tracks("faction"),
  };
}
