import type { Clock } from "../../../base/clock.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import { parseRule } from "../../../schedule/next-slot.ts";
import type { PostItem, ReminderStore } from "../engine/ports.ts";
import { isTimed, readContent, type SubjectOf, type ReminderContent } from "../../../schedule/subject.ts";
import { type ReminderRow, readQuietHours } from "../store/reminder-rows.ts";
import type { OpenAway } from "../../../sessions/use/private-data.ts";
import { systemContext, type Background, type BackgroundServices } from "../engine/system-context.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import type { Description, DescribeInput } from "./description.ts";
import { describeDated } from "./describe-dated.ts";
import { describeEntries, mergeNewEntries } from "./describe-new-entries.ts";
import { describeOwn, readOwn, SESSION_ENDED } from "./describe-own.ts";
import { isOtherListDue, describeAgenda, describeReset } from "./agenda.ts";
import { describeSignedUp, signUpOf } from "./describe-sign-up.ts";
import { inZone } from "../../kit/settings/member-zone.ts";
import type { KnownDatesStore } from "../engine/known-dates.ts";
import { HOUR_MS } from "../../../base/duration.ts";
import { quietUntil } from "../../../base/quiet-hours.ts";
import type { Attachment, Post } from "../../../discord/reply/reply.ts";
import { messagesFor } from "../../../messages/catalog.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";
import type { PostPart, ReminderPostView } from "../view/post-parts.ts";
import { reminderPost, withAccent, withMember, withRoles } from "../view/posts.ts";

export interface ContentReaderOptions {
  readonly services: BackgroundServices;
  readonly store: ReminderStore;
  readonly known: KnownDatesStore;
  readonly openAway?: OpenAway | undefined;
  readonly mention: InvocationContext["mention"];
  readonly clock: Clock;
}

interface Reading {
  readonly item: PostItem;
  readonly context: Background;
  readonly mayWait: boolean;
  /** Where it is posted; absent where that doesn't matter. */
  readonly target?: string;
  readonly isSample?: boolean;
}

/** Describes reminders as their readers may see them. */
export type ContentReader = ReturnType<typeof createContentReader>;

export function createContentReader(options: ContentReaderOptions) {
  const { services, clock, mention, known, openAway, store } = options;
  return {
    context(
      reminder: ReminderRow,
      { kind, signal }: { readonly kind: "channel" | "dm"; readonly signal: AbortSignal },
    ): Background {
      const isPrivate = kind === "dm";
      const guildId = isPrivate ? undefined : (reminder.guild_id ?? undefined);
      const { locale, zone } = readContent(reminder);
      const now = clock.now();
      const context = systemContext({ services, now, locale, guildId, signal, mention, isPrivate });
      return isPrivate ? { ...context, view: inZone(context.view, zone) } : context;
    },
    /** Returns what a reminder would post now, or why it posts nothing. */
    async describe({ target, isSample = false, ...reading }: Reading): Promise<Description> {
      const { item, context } = reading;
      const { reminder } = item;
      const ownerId = reminder.owner_id;
      const describing: DescribeInput = {
        ...reading,
        rule: parseRule(reminder),
        content: readContent(reminder),
        known,
        guild: guildOf(context, reminder),
        isListedElsewhere: target !== undefined && (await isOtherListDue(store, item, target)),
        isSample,
        wasTold: (since) => store.deliveries.wasSent({ ownerId, code: SESSION_ENDED, since }),
        openAway,
      };
      if (describing.content.signedUp !== undefined) return describeSignedUp(describing, store);
      const described = await describe(describing);
      if (described.kind !== "described") return described;
      const signUp = await signUpOf(item, { store, known });
      return { ...described, signUp, file: await fileOf(store, reminder) };
    },
  };
}

/** Returns the admins' own picture or file that its posts carry. */
export async function fileOf(
  { files }: Pick<ReminderStore, "files">,
  reminder: ReminderRow,
): Promise<Attachment | undefined> {
  const { file, title, locale } = readContent(reminder);
  const bytes = file && (await files.of(reminder.id));
  if (file === undefined || bytes === undefined) return undefined;
  const { name, isPicture, alt } = file;
  const unsaid = isPicture ? messagesFor(locale).trending.picture(title) : undefined;
  return { name, isPicture, bytes, description: alt ?? unsaid };
}

async function describe(describing: DescribeInput): Promise<Description> {
  const { content } = describing;
  const { subject } = content;
  if (content.skipIfDone && subject.kind === "milestone") return describeUnlessDone(describing, subject);
  if (isTimed(subject)) return describeDated(describing, subject);
  switch (subject.kind) {
    case "note":
      return { kind: "described", title: content.title, subject };
    case "new-entries":
    case "watch":
      return describeEntries(describing);
    case "agenda":
      return describeAgenda(describing, subject);
    case "own":
      return describeOwn(describing, subject.matter);
    case "reset":
      return describeReset(describing, subject);
  }
}

/** Skips what the member has done; unknown counts as not done. */
async function describeUnlessDone(
  describing: DescribeInput,
  subject: SubjectOf<"milestone">,
): Promise<Description> {
  const reading = await readOwn(describing);
  if (reading.kind === "suspend") return reading;
  const own = reading.kind === "shown" ? combinedState(reading.characters, subject.hash) : "unknown";
  if (own === "done") return { kind: "skip", reason: "done" };
  const described = await describeDated(describing, subject);
  if (described.kind !== "described" || described.subject.kind !== "dated") return described;
  return { ...described, subject: { ...described.subject, own } };
}

/** Done means done by every character that has the milestone. */
function combinedState(characters: readonly CharacterProgress[], hash: number): "done" | "open" | "unknown" {
  const milestones = characters.flatMap((character) => character.milestones);
  const states = milestones.filter((one) => one.hash === hash).map(({ state }) => state);
  if (states.includes("open")) return "open";
  return states.length === 0 || states.includes("unknown") ? "unknown" : "done";
}

export interface DescribedItem {
  readonly item: PostItem;
  readonly content: ReminderContent;
  readonly described: Extract<Description, { kind: "described" }>;
}

/** Returns the settings of a reminder's server. */
export function guildOf({ guilds }: Background, { guild_id: id }: ReminderRow): GuildSettings | undefined {
  return id === null ? undefined : guilds.of(id);
}

/**
 * Returns when the first subject ends or sign-up closes, for the edit; undefined for posts with private parts, which can't be read again.
 */
export function firstEnd(items: readonly DescribedItem[], now: number): number | undefined {
  const isPrivate = items.some(({ content }) => content.subject.kind === "own" || content.skipIfDone);
  if (items.length > 1 && isPrivate) return undefined;
  const ends = items
    .flatMap(({ described: { endAt, signUp } }) => [endAt ?? now, signUp?.startAt ?? now])
    .filter((at) => at > now);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

export function partOf({ item, content, described }: DescribedItem): PostPart {
  const { reminder, slot, lateMs } = item;
  const quiet = readQuietHours(reminder);
  const isOpen = described.signUp !== undefined;
  const quietEnd = quiet && quietUntil(quiet, slot);
  return {
    reminderId: reminder.id,
    slot,
    title: described.title,
    subject: described.subject,
    lateMs,
    isHeld: quietEnd !== undefined && slot + lateMs <= quietEnd + HOUR_MS,
    repeats: reminder.repeat_ms !== null,
    isOnce: parseRule(reminder).kind === "once",
    offers: content.offers !== undefined && (content.offers.signUp === undefined || isOpen),
    givesRole: content.offers?.roleId !== undefined,
    signUp: described.signUp,
    file: described.file,
  };
}

/** Merges several slots of one reminder: the latest, with everything that was new. */
export function latestOfEach(items: readonly PostItem[]): readonly PostItem[] {
  const byReminder = Map.groupBy(items, ({ reminder }) => reminder.id);
  return [...byReminder.values()].flatMap((same) => {
    const latest = same.toSorted((a, b) => a.slot - b.slot).at(-1);
    if (latest === undefined) return [];
    const isNews = latest.note !== undefined && latest.reminder.watch !== null && same.length > 1;
    return [isNews ? { ...latest, note: mergeNewEntries(same.map(({ note }) => note)) } : latest];
  });
}

export function itemOf(reminder: ReminderRow, slot: number, now: number): PostItem {
  return { reminder, slot, usefulUntil: now, lateMs: 0 };
}

interface ReminderPost extends Omit<ReminderPostView, "isPersonal"> {
  /** The first one decides on language and colors. */
  readonly reminders: readonly [ReminderRow, ...ReminderRow[]];
  readonly kind: "channel" | "dm";
}

/** Returns a post with its mentions and the color its server picked. */
export function reminderPostOf(
  { reminders, kind, ...view }: ReminderPost,
  context: Background,
): Post & { readonly roleIds: readonly string[] } {
  const [first] = reminders;
  const { purpose, accent } = readContent(first);
  const isPersonal = purpose === "personal";
  const guild = guildOf(context, first);
  const edge = isPersonal ? undefined : (accent ?? guild?.accent);
  const { lead, card } = withAccent(reminderPost({ ...view, isPersonal }, context.view), edge);
  const isSilent = guild?.arePingsOn === false || view.isTest;
  const roles = isSilent ? [] : reminders.flatMap((reminder) => readContent(reminder).roleId ?? []);
  const roleIds = [...new Set(roles)];
  if (!isPersonal || kind === "dm") return { lead: withRoles(lead, roleIds), card, roleIds };
  return { lead: withMember(lead, first.owner_id), card, roleIds };
}
