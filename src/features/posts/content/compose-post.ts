import type { Log } from "../../../base/log.ts";
import type {
  Composed,
  ComposeInput,
  ContentPort,
  NotComposed,
  PostItem,
  PostPort,
  PostUpdateContent,
} from "../engine/ports.ts";
import { readContent, type ReminderContent } from "../../../schedule/subject.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";
import type { Post } from "../../../discord/reply/reply.ts";
import type { PostPart } from "../view/post-parts.ts";
import type { WritePost } from "../../../discord/post/post-writer.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import { closePost } from "./close-post.ts";
import { agendaNow, isList } from "./agenda.ts";
import { SESSION_ENDED } from "./describe-own.ts";
import {
  type DescribedItem,
  firstEnd,
  guildOf,
  itemOf,
  latestOfEach,
  partOf,
  reminderPostOf,
  type ContentReader,
  type ContentReaderOptions,
  createContentReader,
} from "./content-reader.ts";
import { withReader } from "../../kit/command/command-context.ts";
import type { ReminderDestination, TestResult } from "../reminder-service.ts";

interface PostComposerDeps extends ContentReaderOptions {
  readonly write: WritePost;
  readonly log: Log;
}

/** The part of a delivery's time for reading; the rest is for posting. */
const READ_WITHIN_MS = 12_000;

interface Composing extends PostComposerDeps {
  readonly reader: ContentReader;
}

/** Composes posts from the platform's public data, or from a member's own progress with their consent. */
type PostComposer = ContentPort &
  PostUpdateContent & {
    /** Returns an announcement's next post as it will look; undefined where it can't be described now. */
    draft(reminder: ReminderRow, signal: AbortSignal): Promise<Post | undefined>;
    /** Returns the whole list of this slot as it reads now; undefined where it has none, or can't be described. */
    listed(reminder: ReminderRow, slot: number, signal: AbortSignal): Promise<PostPart | undefined>;
  };

export function createPostComposer(deps: PostComposerDeps): PostComposer {
  const parts = { ...deps, reader: createContentReader(deps) };
  return {
    compose: (input, signal) => compose(parts, input, signal),
    codeOf: (reminder, sentAt) => codeOf(parts, reminder, sentAt),
    draft: (reminder, signal) => draft(parts, reminder, signal),
    listed: (reminder, slot, signal) => listed(parts, reminder, slot, signal),
    close: (posted, signal) => closePost(parts, posted, signal),
    publishes: (reminder) => readContent(reminder).publish,
  };
}

async function compose(parts: Composing, input: ComposeInput, signal: AbortSignal): Promise<Composed> {
  const described: DescribedItem[] = [];
  const omitted = new Map<string, NotComposed>();
  const items = latestOfEach(input.items);
  for (const item of items) {
    const looking = { ...input, isAlone: items.length === 1, signal };
    const found = await describe(parts, item, looking);
    const code = found.kind === "described" ? found.described.code : undefined;
    const isRepeated = code !== undefined && described.some(({ described }) => described.code === code);
    if (found.kind !== "described") omitted.set(item.reminder.id, found);
    else if (isRepeated) omitted.set(item.reminder.id, { kind: "skip", reason: code });
    else described.push(found);
  }
  const [first, ...rest] = described;
  if (first !== undefined) return { ...(await written(parts, input, [first, ...rest], signal)), omitted };
  const [omission = { kind: "skip", reason: "nothing" } as const] = omitted.values();
  return { ...omission, omitted };
}

/** Recognizes a post about the end of a member's session. */
async function codeOf({ services }: Composing, reminder: ReminderRow, sentAt: number) {
  const { subject } = readContent(reminder);
  if (subject.kind !== "own") return undefined;
  if (subject.matter === "session") return SESSION_ENDED;
  const all = (await services.linking?.sessions.store.list(reminder.owner_id)) ?? [];
  const active = all.find(({ isActive }) => isActive);
  const hadEnded = active?.state === "dead" && active.stateSince <= sentAt + READ_WITHIN_MS;
  return hadEnded ? SESSION_ENDED : undefined;
}

async function draft({ reader, clock }: Composing, reminder: ReminderRow, signal: AbortSignal) {
  const content = readContent(reminder);
  if (content.purpose !== "announcement") return undefined;
  const slot = reminder.next_slot ?? clock.now();
  const item = itemOf(reminder, slot, slot);
  const context = withReader(reader.context(reminder, { kind: "channel", signal }), { now: slot });
  const described = await reader.describe({ item, context, mayWait: false, isSample: true });
  if (described.kind !== "described") return undefined;
  const parts = [partOf({ item, content, described })] as const;
  const shown = { parts, kind: "channel", deliveryId: "", mayBeDouble: false, isTest: false } as const;
  return reminderPostOf({ ...shown, reminders: [reminder] }, context);
}

/** Returns the list as posted; for one that was not stored, as in a test post, what is on now. */
async function listed(
  { reader, store, clock }: Composing,
  reminder: ReminderRow,
  slot: number,
  signal: AbortSignal,
): Promise<PostPart | undefined> {
  const content = readContent(reminder);
  if (!isList(content.subject)) return undefined;
  const now = clock.now();
  const item = itemOf(reminder, slot, now);
  const noted = agendaNow(content, await store.occurrences.noteOf(reminder.id, slot), now);
  const context = reader.context(reminder, { kind: "channel", signal });
  const described =
    noted?.described ?? (await reader.describe({ item, context, mayWait: false, isSample: true }));
  return described.kind === "described" ? partOf({ item, content, described }) : undefined;
}

/** A reminder that fails must not keep others out of the post. */
async function describe(
  { reader, store, log }: Composing,
  item: PostItem,
  input: ComposeInput & { readonly isAlone: boolean; readonly signal: AbortSignal },
): Promise<({ readonly kind: "described" } & DescribedItem) | NotComposed> {
  const { reminder, slot } = item;
  const { kind, target, isAlone, isTest = false } = input;
  try {
    const content = readContent(reminder);
    const signal = AbortSignal.any([input.signal, AbortSignal.timeout(READ_WITHIN_MS)]);
    const context = reader.context(reminder, { kind, signal });
    if (isBarred(content, input, guildOf(context, reminder)))
      return { kind: "skip", reason: "not-allowed-here" };
    const reading = { item, context, mayWait: isAlone && !isTest, target, isSample: isTest };
    const described = await reader.describe(reading);
    if (described.kind !== "described") return described;
    if (described.note !== undefined && !isTest)
      await store.occurrences.setNote(reminder.id, slot, described.note);
    return { kind: "described", item, content, described };
  } catch (error) {
    if (isAlone) throw error;
    const fields = { reference: reminder.id };
    log.error("a reminder can't be described; the others are posted without it", fields, error);
    return { kind: "suspend", reason: "internal" };
  }
}

/** Returns whether a member's own reminder must not go to its channel: admins no longer allow it, or it is private. */
function isBarred(
  { subject, skipIfDone, purpose }: ReminderContent,
  { kind, target }: ComposeInput,
  guild: GuildSettings | undefined,
): boolean {
  if (kind === "dm") return false;
  if (subject.kind === "own" || skipIfDone) return true;
  return purpose === "personal" && guild?.memberRemindersIn.includes(target) !== true;
}

async function written(
  { reader, write }: Composing,
  { deliveryId, mayBeDouble, isTest = false, kind }: ComposeInput,
  described: readonly [DescribedItem, ...DescribedItem[]],
  signal: AbortSignal,
): Promise<Extract<Composed, { kind: "post" }>> {
  const [first, ...others] = described;
  const { reminder } = first.item;
  const { purpose, locale } = first.content;
  const isPersonal = purpose === "personal";
  const reminders = [reminder, ...others.map(({ item }) => item.reminder)] as const;
  const parts = [partOf(first), ...others.map(partOf)] as const;
  const context = reader.context(reminder, { kind, signal });
  const post = { reminders, kind, parts, deliveryId, mayBeDouble, isTest };
  const { lead, card, roleIds } = reminderPostOf(post, context);
  const body = await write(card, {
    locale,
    deliveryId,
    lead,
    ...(isPersonal && { ownerId: reminder.owner_id }),
    roleIds,
    isSilent: kind === "channel" && roleIds.length === 0 && !isPersonal,
    signal,
  });
  const editAt = firstEnd(described, context.now);
  const codes = described.flatMap(({ item, described: { code } }) =>
    code === undefined ? [] : ([[item.reminder.id, code]] as const),
  );
  return {
    kind: "post",
    body,
    codes: new Map(codes),
    ...(editAt !== undefined && { editAt }),
    publishes: kind === "channel" && described.every(({ content }) => content.publish),
  };
}

interface TestPost extends ReminderDestination {
  readonly reminder: ReminderRow;
  readonly deliveryId: string;
}

/** Posts once what a reminder would post now, outside the ledger. */
export async function sendTestPost(
  content: ContentPort,
  post: PostPort,
  { reminder, ...destination }: TestPost,
  signal: AbortSignal,
): Promise<TestResult> {
  const slot = reminder.next_slot ?? reminder.changed_at;
  const item = { reminder, slot, usefulUntil: reminder.useful_until ?? slot, lateMs: 0 };
  const input = { ...destination, items: [item] as const, mayBeDouble: false, isTest: true };
  const composed = await content.compose(input, signal);
  if (composed.kind !== "post") return { kind: "nothing-to-say", reason: composed.reason };
  const answer = await post.send({ ...destination, body: composed.body }, signal);
  if (answer.kind === "refused") return { kind: "refused", reason: answer.name };
  return { kind: "sent", channelId: answer.channelId, messageId: answer.messageId ?? "" };
}
