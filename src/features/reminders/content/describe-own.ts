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
import { sayCaps } from "./describe-caps.ts";
import { type Described, type Describing, isOverdue, suspendUntil, troubleOf } from "./described.ts";
import { nameIn, namesOf } from "./own-names.ts";

type OwnSubject = Extract<PostSubject, { kind: "own" }>;

/** A post that tells of the end of a session has this code in the ledger. */
export const SESSION_ENDED = "session-ended";
const MOST_LISTED = 10;
/** Failures that say nothing about the session: the platform can't be asked now. */
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
  | Exclude<Described, { kind: "told" }>
  | Ended;

export interface Ended {
  readonly kind: "ended";
  readonly since: number;
}

export async function readOwn(describing: Describing): Promise<OwnReading> {
  const { item, context, openAway } = describing;
  if (openAway === undefined) return { kind: "skip", reason: "private-off" };
  const { signal } = context;
  try {
    const reference = item.reminderId;
    const away = await openAway({ memberId: item.ownerId, for: REMINDER, reference, signal });
    if (away.state === "none") return { kind: "skip", reason: "no-session" };
    if (away.state === "no-consent") return { kind: "skip", reason: "no-consent" };
    if (away.state === "ended") return { kind: "ended", since: away.since };
    const reading = readProgress((await away.data.progression({ signal })).data);
    const refused = await refusedSince(describing);
    if (refused !== undefined) return refused;
    return reading.state === "shown" ? { kind: "shown", characters: reading.characters } : { kind: "hidden" };
  } catch (error) {
    return unread(describing, error);
  }
}

/** Whoever took their yes back, or unlinked, while the platform was asked is told nothing. */
async function refusedSince({
  item,
  context,
}: Describing): Promise<Extract<Described, { kind: "skip" }> | undefined> {
  if (context.sessions === undefined) return undefined;
  const active = (await context.sessions.store.list(item.ownerId)).find(({ isActive }) => isActive);
  if (active === undefined) return { kind: "skip", reason: "no-session" };
  return active.consent.away ? undefined : { kind: "skip", reason: "no-consent" };
}

function unread(describing: Describing, error: unknown): OwnReading {
  if (isOverdue(error)) return suspendUntil(describing, "platform") ?? { kind: "hidden" };
  if (!isMilepostError(error) || error.code === "internal") throw error;
  if (error.code === "sign-in-needed") return { kind: "ended", since: describing.context.now - JUST_NOW_MS };
  if (!PASSING.has(error.code)) return { kind: "hidden" };
  return suspendUntil(describing, troubleOf(error)) ?? { kind: "hidden" };
}

/** The end of a session, said once: further reminders wait in silence until the member links again. */
export async function describeEnded(
  { context, content }: Describing,
  wasTold: () => Promise<boolean>,
): Promise<Described> {
  if (await wasTold()) return { kind: "skip", reason: SESSION_ENDED };
  const { sessionEnded } = context.messages(context.locale).posts.own;
  const link = mentionOf(context.view, "link");
  const headline = md`**${sessionEnded.title}**\n${sessionEnded.next(link)}`;
  return {
    kind: "told",
    title: content.title,
    subject: { kind: "own", headline, list: [] },
    code: SESSION_ENDED,
  };
}

/** What a member's own progress says about this. What is unknown is said to be unknown, never to be open. */
export async function describeOwn(
  describing: Describing,
  matter: Exclude<OwnMatter, "session">,
): Promise<Described | Ended> {
  const reading = await readOwn(describing);
  if (reading.kind !== "shown" && reading.kind !== "hidden") return reading;
  const { content } = describing;
  const characters = reading.kind === "shown" ? reading.characters : undefined;
  const subject = await SAY[matter](describing, characters);
  return subject === undefined
    ? { kind: "skip", reason: "nothing" }
    : { kind: "told", title: content.title, subject };
}

type Say = (
  describing: Describing,
  characters: readonly CharacterProgress[] | undefined,
) => Promise<OwnSubject | undefined>;

const SAY: Readonly<Record<Exclude<OwnMatter, "session">, Say>> = {
  unclaimed: sayUnclaimed,
  caps: sayCaps,
  "open-milestones": sayMilestones,
};

async function sayUnclaimed(
  { context }: Describing,
  characters: Parameters<Say>[1],
): Promise<OwnSubject | undefined> {
  const { own } = context.messages(context.locale).posts;
  if (characters === undefined) return saying(own.unclaimedUnknown);
  const claims = suggestionsOf(context, characters).filter(({ reason }) => reason.kind === "claim");
  if (claims.length === 0) return undefined;
  const rewards = claims.reduce(
    (sum, { reason }) => sum + (reason.kind === "claim" ? Math.max(1, reason.rewards) : 0),
    0,
  );
  const subjects = claims.slice(0, MOST_LISTED).map(({ subject }) => subject);
  const names = await namesOf(context, subjects);
  return saying(own.unclaimed(rewards), distinct(subjects.map((one) => nameIn(context, names, one))));
}

async function sayMilestones(
  { context }: Describing,
  characters: Parameters<Say>[1],
): Promise<OwnSubject | undefined> {
  const { own } = context.messages(context.locale).posts;
  if (characters === undefined) return saying(own.milestonesUnknown);
  const now = characters
    .flatMap(({ milestones }) => milestones)
    .filter((one) => phaseAt(one, context.now) !== "ended");
  const open = distinctBy(now.filter(({ state }) => state === "open"));
  const unknown = distinctBy(now.filter(({ state }) => state === "unknown"));
  if (now.length === 0) return saying(own.milestonesUnknown);
  if (open.length === 0) return unknown.length === 0 ? undefined : saying(own.milestonesUnknown);
  const shown = open.slice(0, MOST_LISTED).map((hash) => ({ table: "milestone", hash }) as const);
  const names = await namesOf(context, shown);
  const rows = shown.map((one) => nameIn(context, names, one));
  return saying(own.milestones, [
    ...rows,
    ...(unknown.length > 0 ? [own.alsoUnknown(String(unknown.length))] : []),
  ]);
}

function distinctBy(milestones: readonly { readonly hash: number }[]): readonly number[] {
  return [...new Set(milestones.map(({ hash }) => hash))];
}

function saying(headline: string, list: readonly string[] = []): OwnSubject {
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
