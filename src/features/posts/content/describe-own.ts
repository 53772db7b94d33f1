import { type ErrorCode, isMilepostError } from "../../../base/errors.ts";
import { type Markdown, md, timestamp } from "../../../base/markdown.ts";
import { type CharacterProgress, readProgress } from "../../../game/progress.ts";
import type { DoneState } from "../../../game/progress-quests.ts";
import { type Resets, resetsFrom } from "../../../game/progress-resets.ts";
import { phaseAt } from "../../../game/times.ts";
import { whatNext } from "../../../game/what-next.ts";
import type { OwnMatter } from "../../../schedule/subject.ts";
import { count, mentionOf } from "../../kit/view/view-context.ts";
import { type DescribeInput, type Description, isOverdue, suspendUntil, troubleOf } from "./description.ts";
import { HOUR_MS } from "../../../base/duration.ts";
import type { Rule } from "../../../schedule/next-slot.ts";
import type { KnownDatesRow } from "../store/platform-rows.ts";
import type { Names, NameTable } from "../../../game/names.ts";
import { lookUpNames } from "../../kit/read/look-up-names.ts";
import type { Background } from "../engine/system-context.ts";
import type { PostSubject } from "../view/post-parts.ts";

/** The ledger's code for a post about the end of a session. */
export const SESSION_ENDED = "session-ended";
/** Failures that say nothing about the session: the platform can't answer now. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  "platform-maintenance",
  "platform-unavailable",
  "platform-timeout",
  "platform-throttled",
  "platform-key",
  "platform-answer",
  "platform-error",
  "busy",
]);
const JUST_NOW_MS = 60_000;

/** What a member's own session shows, read with their consent. */
type OwnReading =
  | { readonly kind: "shown"; readonly characters: readonly CharacterProgress[] }
  /** The platform hides it even from the member. */
  | { readonly kind: "hidden" }
  | Exclude<Description, { kind: "described" }>
  | { readonly kind: "ended"; readonly since: number };

export async function readOwn(describing: DescribeInput): Promise<OwnReading> {
  const { item, context, openAway } = describing;
  if (openAway === undefined) return { kind: "skip", reason: "private-off" };
  const { signal } = context;
  const { id: reference, owner_id: memberId } = item.reminder;
  try {
    const away = await openAway({ memberId, for: "reminder", reference, signal });
    if (away.state === "none") return { kind: "skip", reason: "no-session" };
    if (away.state === "no-consent") return { kind: "skip", reason: "no-consent" };
    if (away.state === "ended") return { kind: "ended", since: away.since };
    if (!away.data.hasGameAccount) return { kind: "hidden" };
    const { data, names } = await away.data.progression({ signal });
    const reading = readProgress(data, [], names);
    const refused = await withdrawnSince(describing);
    if (refused !== undefined) return refused;
    return reading.state === "shown" ? { kind: "shown", characters: reading.characters } : { kind: "hidden" };
  } catch (error) {
    return afterFailure(describing, error);
  }
}

/** Returns why nothing may be posted: the member withdrew consent or unlinked during the request. */
async function withdrawnSince({
  item,
  context,
}: DescribeInput): Promise<Extract<Description, { kind: "skip" }> | undefined> {
  if (context.linking === undefined) return undefined;
  const linked = await context.linking.sessions.store.list(item.reminder.owner_id);
  const active = linked.find(({ isActive }) => isActive);
  if (active === undefined) return { kind: "skip", reason: "no-session" };
  return active.consent.away ? undefined : { kind: "skip", reason: "no-consent" };
}

function afterFailure(describing: DescribeInput, error: unknown): OwnReading {
  if (isOverdue(error)) return suspendUntil(describing, "platform") ?? { kind: "hidden" };
  if (!isMilepostError(error) || error.code === "internal") throw error;
  if (error.code === "sign-in-needed") return { kind: "ended", since: describing.context.now - JUST_NOW_MS };
  if (!PASSING.has(error.code)) return { kind: "hidden" };
  return suspendUntil(describing, troubleOf(error)) ?? { kind: "hidden" };
}

/** Describes the end of a session, once: other reminders are skipped until the member links again. */
async function describeSessionEnd(
  { context, content, wasTold }: DescribeInput,
  since: number,
): Promise<Description> {
  if (await wasTold(since)) return { kind: "skip", reason: SESSION_ENDED };
  const { sessionEnded } = context.messages(context.locale).posts.own;
  const link = mentionOf(context.view, "link");
  const headline = md`**${sessionEnded.title}**\n${sessionEnded.next(link)}`;
  return {
    kind: "described",
    title: content.title,
    subject: { kind: "own", headline, list: [] },
    code: SESSION_ENDED,
  };
}

/** Describes a member's own progress. Unknown is called unknown, never open. */
export async function describeOwn(describing: DescribeInput, matter: OwnMatter): Promise<Description> {
  const { item, content } = describing;
  if (matter === "session") return describeSessionEnd(describing, item.slot);
  const reading = await readOwn(describing);
  if (reading.kind === "ended") return describeSessionEnd(describing, reading.since);
  if (reading.kind !== "shown" && reading.kind !== "hidden") return reading;
  const characters = reading.kind === "shown" ? reading.characters : undefined;
  const subject = await DESCRIBE_MATTER[matter](describing, characters);
  if (subject === undefined) return { kind: "skip", reason: "nothing" };
  return { kind: "described", title: content.title, subject };
}

type DescribeMatter = (
  describing: DescribeInput,
  characters: readonly CharacterProgress[] | undefined,
) => Promise<OwnSubject | undefined>;

const DESCRIBE_MATTER: Readonly<Record<Exclude<OwnMatter, "session">, DescribeMatter>> = {
  caps: describeCaps,
  async unclaimed({ context }, characters) {
    const { own } = context.messages(context.locale).posts;
    if (characters === undefined) return ownSubject(own.unclaimedUnknown);
    const { now } = context;
    const milestones = characters.flatMap((character) => character.milestones);
    const all = whatNext(characters, { now, resets: resetsFrom(milestones, now), names: NO_NAMES });
    const claims = all.flatMap(({ subject, reason }) =>
      reason.kind === "claim" ? [{ subject, reason }] : [],
    );
    if (claims.length === 0) return undefined;
    const rewards = claims.reduce((sum, { reason }) => sum + Math.max(1, reason.rewards), 0);
    const subjects = claims.slice(0, MOST_LISTED).map(({ subject }) => subject);
    return ownSubject(own.unclaimed(rewards), [...new Set(await namesOf(context, subjects, characters))]);
  },
  async "open-milestones"({ context }, characters) {
    const { own } = context.messages(context.locale).posts;
    const now = (characters ?? [])
      .flatMap(({ milestones }) => milestones)
      .filter((one) => phaseAt(one, context.now) !== "ended");
    const hashesIn = (wanted: DoneState) => [
      ...new Set(now.filter(({ state }) => state === wanted).map(({ hash }) => hash)),
    ];
    const [open, unknown] = [hashesIn("open"), hashesIn("unknown")];
    const areAllDone = now.length > 0 && unknown.length === 0;
    if (open.length === 0) return areAllDone ? undefined : ownSubject(own.milestonesUnknown);
    const shown = open.slice(0, MOST_LISTED).map((hash) => ({ table: "milestone", hash }) as const);
    const rows = await namesOf(context, shown, characters);
    const alsoUnknown = unknown.length > 0 ? [own.alsoUnknown(String(unknown.length))] : [];
    return ownSubject(own.milestones, [...rows, ...alsoUnknown]);
  },
};

type Span = "week" | "day";

const SOON_MS: Readonly<Record<Span, number>> = { week: 24 * HOUR_MS, day: 4 * HOUR_MS };

/**
 * Returns the caps that are not reached, the nearest reset first; undefined for none. A reminder before a reset covers
 * only that reset's caps, one at a time of the member's own covers all.
 */
async function describeCaps(
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

type OwnSubject = Extract<PostSubject, { kind: "own" }>;

const MOST_LISTED = 10;
/** For counting and sorting before names are looked up. */
const NO_NAMES: Names = { of: () => undefined };

function ownSubject(headline: string, list: OwnSubject["list"] = []): OwnSubject {
  return { kind: "own", headline: md`**${headline}**`, list };
}

/** Returns the names of definitions in a member's progress, in their language. */
async function namesOf(
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
