import { type ErrorCode, isMilepostError } from "../../../base/errors.ts";
import { md } from "../../../base/markdown.ts";
import { type CharacterProgress, readProgress } from "../../../game/progress.ts";
import type { DoneState } from "../../../game/progress-quests.ts";
import { resetsFrom } from "../../../game/progress-resets.ts";
import { phaseAt } from "../../../game/times.ts";
import { whatNext } from "../../../game/what-next.ts";
import type { OwnMatter } from "../../../schedule/subject.ts";
import { mentionOf } from "../../kit/view/view-context.ts";
import {
  describeCaps,
  MOST_LISTED,
  namesOf,
  NO_NAMES,
  type OwnSubject,
  ownSubject,
} from "./describe-caps.ts";
import { type Description, type DescribeInput, isOverdue, suspendUntil, troubleOf } from "./description.ts";

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
export type OwnReading =
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
