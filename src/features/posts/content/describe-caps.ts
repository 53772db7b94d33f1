import { HOUR_MS } from "../../../base/duration.ts";
import { type Markdown, timestamp, md } from "../../../base/markdown.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import { type Resets, resetsFrom } from "../../../game/progress-resets.ts";
import { whatNext } from "../../../game/what-next.ts";
import type { Rule } from "../../../schedule/next-slot.ts";
import { count } from "../../kit/view/view-context.ts";
import type { KnownDatesRow } from "../store/known-date-rows.ts";
import type { DescribeInput } from "./description.ts";
import type { NameTable, Names } from "../../../game/names.ts";
import { lookUpNames } from "../../kit/look-up-names.ts";
import type { Background } from "../engine/system-context.ts";
import type { PostSubject } from "../view/post-parts.ts";

type Span = "week" | "day";

const SOON_MS: Readonly<Record<Span, number>> = { week: 24 * HOUR_MS, day: 4 * HOUR_MS };

/**
 * Returns the caps that are not reached, the nearest reset first; undefined for none. A reminder before a reset covers
 * only that reset's caps, one at a time of the member's own covers all.
 */
export async function describeCaps(
  describing: DescribeInput,
  characters: readonly CharacterProgress[] | undefined,
): Promise<OwnSubject | undefined> {
  const { context, rule } = describing;
  const { own } = context.messages(context.locale).posts;
  const tracks = (characters ?? []).flatMap(({ progressions, factions }) => [...progressions, ...factions]);
  if (tracks.every(({ weekly, daily }) => weekly === undefined && daily === undefined))
    return ownSubject(own.capsUnknown);
  const resets = await resetsOf(describing, characters ?? []);
  const soonMs = soonFor(rule);
  const open = whatNext(characters ?? [], { now: context.now, resets, names: NO_NAMES })
    .flatMap(({ subject, reason }) => (reason.kind === "cap" ? [{ ...reason, subject }] : []))
    .filter(({ span, reset = Infinity }) => soonMs === undefined || reset - context.now <= soonMs[span])
    .toSorted((a, b) => (a.reset ?? Number.MAX_SAFE_INTEGER) - (b.reset ?? Number.MAX_SAFE_INTEGER));
  if (open.length === 0) return undefined;
  const shown = open.slice(0, MOST_LISTED);
  const subjects = shown.map(({ subject }) => subject);
  const names = await namesOf(context, subjects, characters);
  const rows = shown.map(({ cap, reset }, index) => {
    const [left, limit] = [count(context, cap.left), count(context, cap.limit)];
    return own.cap(names[index] ?? "", left, limit, reset === undefined ? undefined : timestamp(reset, "R"));
  });
  return ownSubject(soonMs === undefined ? own.caps : own.capsSoon, distinct(rows));
}

/** Returns how near a reset has to be, by span; undefined where that doesn't matter. */
function soonFor(rule: Rule): Readonly<Record<Span, number>> | undefined {
  // At the reset itself nothing can be wasted any more, so all caps count.
  if (rule.kind !== "dated" || rule.leadMs === 0) return undefined;
  const isDay = rule.thing === "reset:day";
  return {
    week: isDay ? SOON_MS.week : Math.max(SOON_MS.week, rule.leadMs),
    day: isDay ? Math.max(SOON_MS.day, rule.leadMs) : SOON_MS.day,
  };
}

/** Returns the resets from the member's own milestones, else from the known dates. */
async function resetsOf(
  { context: { now }, known }: DescribeInput,
  characters: readonly CharacterProgress[],
): Promise<Resets> {
  const milestones = characters.flatMap((character) => character.milestones);
  const { weekly, daily } = resetsFrom(milestones, now);
  return {
    weekly: weekly ?? nextOf(await known.find("reset:week"), now),
    daily: daily ?? nextOf(await known.find("reset:day"), now),
  };
}

function nextOf(row: KnownDatesRow | undefined, now: number): Resets["weekly"] {
  if (row === undefined || row.start_at === null || row.every_ms === null) return undefined;
  const next = row.start_at + (Math.floor((now - row.start_at) / row.every_ms) + 1) * row.every_ms;
  return { last: next - row.every_ms, next };
}

/** Several characters may have equal rows. */
function distinct(rows: readonly Markdown[]): readonly Markdown[] {
  return [...new Map(rows.map((row) => [row.toString(), row])).values()];
}

export type OwnSubject = Extract<PostSubject, { kind: "own" }>;

export const MOST_LISTED = 10;
/** For counting and sorting before names are looked up. */
export const NO_NAMES: Names = { of: () => undefined };

export function ownSubject(headline: string, list: OwnSubject["list"] = []): OwnSubject {
  return { kind: "own", headline: md`**${headline}**`, list };
}

/** Returns the names of definitions in a member's progress, in their language. */
export async function namesOf(
  context: Background,
  wanted: readonly { readonly table: NameTable; readonly hash: number }[],
  characters: readonly CharacterProgress[] | undefined,
): Promise<readonly string[]> {
  const byTable: Partial<Record<NameTable, number[]>> = {};
  for (const { table, hash } of wanted) (byTable[table] ??= []).push(hash);
  const names = await lookUpNames(context, byTable, characters?.[0]?.names);
  const { unnamed } = context.messages(context.locale).shared;
  return wanted.map(({ table, hash }) => names.of(table, hash)?.name.trim() || unnamed[table](String(hash)));
}
