import { type ErrorCode, isMilepostError } from "../../../base/errors.ts";
import { md } from "../../../base/markdown.ts";
import type { Names } from "../../../game/names.ts";
import { type CharacterProgress, readProgress } from "../../../game/progress.ts";
import { resetsFrom } from "../../../game/progress-resets.ts";
import { phaseAt } from "../../../game/times.ts";
import { whatNext } from "../../../game/what-next.ts";
import type { OwnMatter } from "../../shared/schedule/subject.ts";
import type { PostSubject } from "../../shared/view/post-parts.ts";
import { mentionOf } from "../../shared/view/view-context.ts";
import type { Background } from "../../shared/system-context.ts";
import { describeCaps } from "./describe-caps.ts";
import { type Description, type DescribeInput, isOverdue, suspendUntil, troubleOf } from "./description.ts";
import { nameIn, namesOf } from "./progress-names.ts";

type OwnSubject = Extract<PostSubject, { kind: "own" }>;

/** The code in the ledger of a post about the end of a session. */
export const SESSION_ENDED = "session-ended";
const MOST_LISTED = 10;
/** Failures that leave the session's state open: the platform can't be asked now. */
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
const REMINDER = "reminder";

/** What a member's own session shows, with their consent to its use while they are away. */
export type OwnReading =
  | { readonly kind: "shown"; readonly characters: readonly CharacterProgress[] }
  /** The platform does not show it even to them. */
  | { readonly kind: "hidden" }
  | Exclude<Description, { kind: "described" }>
  | SessionEnded;

export interface SessionEnded {
  readonly kind: "ended";
  readonly since: number;
}

export async function readOwn(describing: DescribeInput): Promise<OwnReading> {
  const { item, context, openAway } = describing;
  if (openAway === undefined) return { kind: "skip", reason: "private-off" };
  const { signal } = context;
  try {
    const reference = item.reminderId;
    const away = await openAway({ memberId: item.ownerId, for: REMINDER, reference, signal });
    if (away.state === "none") return { kind: "skip", reason: "no-session" };
    if (away.state === "no-consent") return { kind: "skip", reason: "no-consent" };
    if (away.state === "ended") return { kind: "ended", since: away.since };
    if (!away.data.hasGameAccount) return { kind: "hidden" };
    const reading = readProgress((await away.data.progression({ signal })).data);
    const refused = await withdrawnSince(describing);
    if (refused !== undefined) return refused;
    return reading.state === "shown" ? { kind: "shown", characters: reading.characters } : { kind: "hidden" };
  } catch (error) {
    return afterFailure(describing, error);
  }
}

/** Why nothing may be posted: the member withdrew consent, or unlinked, while the platform was asked. */
async function withdrawnSince({
  item,
  context,
}: DescribeInput): Promise<Extract<Description, { kind: "skip" }> | undefined> {
  if (context.linking === undefined) return undefined;
  const active = (await context.linking.sessions.store.list(item.ownerId)).find(({ isActive }) => isActive);
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
export async function describeSessionEnd(
  { context, content }: DescribeInput,
  wasTold: () => Promise<boolean>,
): Promise<Description> {
  if (await wasTold()) return { kind: "skip", reason: SESSION_ENDED };
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

/** Describes a member's own progress. What is unknown is called unknown, never open. */
export async function describeOwn(
  describing: DescribeInput,
  matter: Exclude<OwnMatter, "session">,
): Promise<Description | SessionEnded> {
  const reading = await readOwn(describing);
  if (reading.kind !== "shown" && reading.kind !== "hidden") return reading;
  const { content } = describing;
  const characters = reading.kind === "shown" ? reading.characters : undefined;
  const subject = await DESCRIBE_MATTER[matter](describing, characters);
  return subject === undefined
    ? { kind: "skip", reason: "nothing" }
    : { kind: "described", title: content.title, subject };
}

type DescribeMatter = (
  describing: DescribeInput,
  characters: readonly CharacterProgress[] | undefined,
) => Promise<OwnSubject | undefined>;

const DESCRIBE_MATTER: Readonly<Record<Exclude<OwnMatter, "session">, DescribeMatter>> = {
  unclaimed: describeUnclaimed,
  caps: describeCaps,
  "open-milestones": describeOpenMilestones,
};

async function describeUnclaimed(
  { context }: DescribeInput,
  characters: Parameters<DescribeMatter>[1],
): Promise<OwnSubject | undefined> {
  const { own } = context.messages(context.locale).posts;
  if (characters === undefined) return ownSubject(own.unclaimedUnknown);
  const claims = suggestionsOf(context, characters).filter(({ reason }) => reason.kind === "claim");
  if (claims.length === 0) return undefined;
  const rewards = claims.reduce(
    (sum, { reason }) => sum + (reason.kind === "claim" ? Math.max(1, reason.rewards) : 0),
    0,
  );
  const subjects = claims.slice(0, MOST_LISTED).map(({ subject }) => subject);
  const names = await namesOf(context, subjects);
  return ownSubject(own.unclaimed(rewards), distinct(subjects.map((one) => nameIn(context, names, one))));
}

async function describeOpenMilestones(
  { context }: DescribeInput,
  characters: Parameters<DescribeMatter>[1],
): Promise<OwnSubject | undefined> {
  const { own } = context.messages(context.locale).posts;
  if (characters === undefined) return ownSubject(own.milestonesUnknown);
  const now = characters
    .flatMap(({ milestones }) => milestones)
    .filter((one) => phaseAt(one, context.now) !== "ended");
  const open = distinctBy(now.filter(({ state }) => state === "open"));
  const unknown = distinctBy(now.filter(({ state }) => state === "unknown"));
  if (now.length === 0) return ownSubject(own.milestonesUnknown);
  if (open.length === 0) return unknown.length === 0 ? undefined : ownSubject(own.milestonesUnknown);
  const shown = open.slice(0, MOST_LISTED).map((hash) => ({ table: "milestone", hash }) as const);
  const names = await namesOf(context, shown);
  const rows = shown.map((one) => nameIn(context, names, one));
  return ownSubject(own.milestones, [
    ...rows,
    ...(unknown.length > 0 ? [own.alsoUnknown(String(unknown.length))] : []),
  ]);
}

function distinctBy(milestones: readonly { readonly hash: number }[]): readonly number[] {
  return [...new Set(milestones.map(({ hash }) => hash))];
}

function ownSubject(headline: string, list: readonly string[] = []): OwnSubject {
  return { kind: "own", headline: md`**${headline}**`, list };
}

const NO_NAMES: Names = { of: () => undefined };

function suggestionsOf({ now }: Background, characters: readonly CharacterProgress[]) {
  const terms = characters.flatMap(({ milestones }) => milestones);
  return whatNext(characters, { now, resets: resetsFrom(terms, now), names: NO_NAMES });
}

function distinct(list: readonly string[]): readonly string[] {
  return [...new Set(list)];
}
