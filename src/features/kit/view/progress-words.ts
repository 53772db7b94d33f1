import { type Markdown, md, timestamp } from "../../../base/markdown.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import { type Objective, goalOf } from "../../../game/progress-objectives.ts";
import type { Cap, Track } from "../../../game/progress-tracks.ts";
import { type NamedContext, type ViewContext, count, inPlain, small } from "./view-context.ts";
import { nameOf } from "./milestone-parts.ts";
import { facts, joined, lines } from "./parts.ts";

/** Fine enough for tenths, and half a line at 360 px. */
const BAR_CELLS = 10;
const LABEL_LENGTH = 40;
const OBJECTIVES = 4;
/** The value of "all characters" in a select. */
export const ALL_CHARACTERS = "all";

/** Returns a bar of ten blocks. Always shown beside its value in words, for screen readers. */
export function bar(share: number): string {
  const known = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  // Rounded down, so that only what is complete looks complete.
  const filled = Math.floor(known * BAR_CELLS);
  return "█".repeat(filled) + "░".repeat(BAR_CELLS - filled);
}

export function percent(context: ViewContext, share: number): string {
  return context.texts.progress.percent(String(Math.floor(Math.min(1, Math.max(0, share)) * 100)));
}

/** Returns a character's label, numbered where it has none or another has the same. */
export function characterName(
  id: string,
  characters: readonly CharacterProgress[],
  { texts }: ViewContext,
): string {
  const index = characters.findIndex((one) => one.id === id);
  const number = String(index + 1);
  const label = inPlain(characters[index]?.label ?? "", LABEL_LENGTH);
  if (label === "") return texts.progress.character(number);
  const isShared = characters.filter((one) => one.label === characters[index]?.label).length > 1;
  return isShared ? texts.progress.characterNumbered(label, number) : label;
}

export function trackText(track: Track, context: NamedContext): Markdown {
  const name = nameOf(track.table, track.hash, context);
  const caps = facts([capLine(track.weekly, "week", context), capLine(track.daily, "day", context)]);
  return joined([
    facts([md`**${name}**`, levelText(track, context)]),
    reachedText(track, context),
    caps !== undefined && small(caps),
  ]);
}

function levelText({ level, levelCap }: Track, context: ViewContext): Markdown | undefined {
  const { progress } = context.texts;
  if (level === undefined) return undefined;
  const shown = count(context, level);
  return md`${levelCap === undefined ? progress.level(shown) : progress.levelOf(shown, count(context, levelCap))}`;
}

function reachedText({ inLevel, share, isAtCap, points }: Track, context: ViewContext): Markdown | undefined {
  const { progress } = context.texts;
  if (inLevel !== undefined && share !== undefined)
    return md`${bar(share)} ${progress.of(count(context, inLevel.done), count(context, inLevel.goal))}`;
  if (isAtCap) return md`${progress.highest}`;
  return points === undefined ? undefined : md`${progress.points(count(context, points))}`;
}

function capLine(cap: Cap | undefined, span: "week" | "day", context: ViewContext): Markdown | undefined {
  if (cap === undefined) return undefined;
  const { progress } = context.texts;
  const [some, full] =
    span === "week" ? [progress.weekly, progress.weeklyFull] : [progress.daily, progress.dailyFull];
  const limit = count(context, cap.limit);
  return md`${cap.left === 0 ? full(limit) : some(count(context, cap.done), limit, count(context, cap.left))}`;
}

/** Returns at most four lines. */
export function objectiveLines(
  objectives: readonly Objective[],
  context: NamedContext,
): Markdown | undefined {
  const shown = objectives
    .slice(0, OBJECTIVES)
    .map((objective) => md`- ${objectiveText(objective, context)}`);
  const rest = objectives.length - shown.length;
  return lines([...shown, rest > 0 && small(md`${context.texts.shared.more(count(context, rest))}`)]);
}

/** Returns "done"; or bar, progress and goal; or the part that is known. */
function objectiveText(objective: Objective, context: NamedContext): Markdown {
  const { progress: texts } = context.texts;
  const name = nameOf("objective", objective.hash, context);
  if (objective.isComplete) return md`${texts.objectiveDone(name)}`;
  const goal = goalOf(objective, context.names);
  const { progress } = objective;
  if (progress === undefined)
    return md`${goal === undefined ? name : context.texts.shared.onCard.labelled(name, texts.ofUnknown(count(context, goal)))}`;
  if (goal === undefined) return md`${context.texts.shared.onCard.labelled(name, count(context, progress))}`;
  const reached = texts.of(count(context, progress), count(context, goal));
  if (goal === 1) return md`${context.texts.shared.onCard.labelled(name, reached)}`;
  return md`${context.texts.shared.onCard.labelled(name, reached)}\n  ${bar(progress / goal)}`;
}

export function lastPlayedLine(
  { lastPlayed }: CharacterProgress,
  context: ViewContext,
): Markdown | undefined {
  return lastPlayed === undefined ? undefined : context.texts.progress.lastPlayed(timestamp(lastPlayed, "R"));
}
