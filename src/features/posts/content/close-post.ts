import type { PostBody, WritePost } from "../../../discord/post/post-writer.ts";
import type { Closing, Posted, PostItem } from "../engine/ports.ts";
import { parseRule } from "../../../schedule/next-slot.ts";
import { readContent } from "../../../schedule/subject.ts";
import { endedPost } from "../view/posts.ts";
import type { PostPart, ReminderPostView } from "../view/post-parts.ts";
import { endedAt } from "./describe-dated.ts";
import { agendaNow, isList } from "./agenda.ts";
import {
  fileOf,
  itemOf,
  latestOfEach,
  partOf,
  reminderPostOf,
  type ContentReader,
  type ContentReaderOptions,
} from "./content-reader.ts";

interface CloseDeps extends Pick<ContentReaderOptions, "known" | "clock" | "store"> {
  readonly reader: ContentReader;
  readonly write: WritePost;
}

/**
 * Returns what becomes of a post once its subject has ended, judged by the known dates: an answer of the platform
 * without the subject ends nothing.
 */
export function closePost(parts: CloseDeps, posted: Posted, signal: AbortSignal): Promise<Closing> {
  const usefulUntil = parts.clock.now();
  const items = latestOfEach(posted.items.map((item) => ({ ...item, usefulUntil })));
  const [only = { ...posted.items[0], usefulUntil }, ...others] = items;
  return others.length === 0 && !isList(readContent(only.reminder).subject)
    ? closeSingle(parts, { ...posted, items: [only] }, signal)
    : closeDigest(parts, { ...posted, items: [only, ...others] }, signal);
}

async function closeSingle(
  parts: CloseDeps,
  single: Digest & { readonly items: readonly [PostItem] },
  signal: AbortSignal,
): Promise<Closing> {
  const { reader, known, clock, write } = parts;
  const { kind, isV2 } = single;
  const [{ reminder, slot }] = single.items;
  const content = readContent(reminder);
  const now = clock.now();
  const ended = await endedAt({ reminder, slot }, now, known);
  if (ended === undefined)
    return content.offers?.signUp === undefined ? { kind: "nothing" } : closeDigest(parts, single, signal);
  // Before its end it is looked at only because dates changed.
  if (ended > now)
    return content.skipIfDone ? { kind: "later", at: ended } : closeDigest(parts, single, signal);
  const context = reader.context(reminder, { kind, signal });
  const item = itemOf(reminder, slot, now);
  // The member's session is not used for a name alone.
  const described = content.skipIfDone ? undefined : await reader.describe({ item, context, mayWait: false });
  const title = described?.kind === "described" ? described.title : content.title;
  const { lead, card } = endedPost({ title }, ended, context.view);
  const body = await write(card, { locale: content.locale, lead, edits: { isV2 }, signal });
  return { kind: "edit", body };
}

interface Digest extends Omit<Posted, "items"> {
  readonly items: readonly [PostItem, ...PostItem[]];
}

/** Marks the parts that have ended, and corrects ends that moved; the others stay as posted. */
async function closeDigest(parts: CloseDeps, digest: Digest, signal: AbortSignal): Promise<Closing> {
  const now = parts.clock.now();
  const seen: PartNow[] = [];
  for (const item of digest.items) {
    const content = readContent(item.reminder);
    // The member's session is not used again for an edit.
    if (content.subject.kind === "own" || content.skipIfDone) return { kind: "nothing" };
    const part = await partNow(parts, item, { ...digest, signal });
    if (part !== undefined) seen.push(part);
  }
  const [first, ...others] = seen.map(({ part }) => part);
  const next = Math.min(...seen.map(({ end = now }) => (end > now ? end : Number.POSITIVE_INFINITY)));
  const isLater = Number.isFinite(next);
  if (first === undefined) return { kind: "nothing" };
  if (!seen.some(({ isChanged }) => isChanged))
    return isLater ? { kind: "later", at: next } : { kind: "nothing" };
  const body = await digestBody(parts, { ...digest, parts: [first, ...others] }, signal);
  return { kind: "edit", body, ...(isLater && { again: next }) };
}

async function digestBody(
  { reader, write }: CloseDeps,
  { items, kind, deliveryId, isV2, parts }: Digest & Pick<ReminderPostView, "parts">,
  signal: AbortSignal,
): Promise<PostBody> {
  const [{ reminder }, ...others] = items;
  const reminders = [reminder, ...others.map((item) => item.reminder)] as const;
  const post = { reminders, kind, parts, deliveryId, mayBeDouble: false, isTest: false, isEdit: true };
  const { lead, card } = reminderPostOf(post, reader.context(reminder, { kind, signal }));
  const { locale, purpose } = readContent(reminder);
  const owner = purpose === "personal" && { ownerId: reminder.owner_id };
  return write(card, { locale, lead, ...owner, edits: { isV2 }, signal });
}

interface PartNow {
  readonly part: PostPart;
  /** When it ends or ended; for a list, when its next entry does. */
  readonly end: number | undefined;
  readonly isChanged: boolean;
}

/** Returns a part as it reads now; undefined where there is nothing left to post about it. */
async function partNow(
  { reader, known, clock, store }: CloseDeps,
  item: PostItem,
  { target, ...readers }: Pick<Posted, "kind" | "target"> & { readonly signal: AbortSignal },
): Promise<PartNow | undefined> {
  const { reminder, slot, note } = item;
  const now = clock.now();
  const content = readContent(reminder);
  const list = agendaNow(content, note, now);
  if (list !== undefined) {
    const { isChanged } = list;
    const described = { ...list.described, file: await fileOf(store, reminder) };
    return { part: partOf({ item, content, described }), end: described.endAt, isChanged };
  }
  const context = reader.context(reminder, readers);
  const described = await reader.describe({ item, context, mayWait: false, target });
  if (described.kind !== "described") return undefined;
  const part = partOf({ item, content, described });
  if (content.subject.kind === "reset") {
    if (described.note !== undefined) await store.occurrences.setNote(reminder.id, slot, described.note);
    return { part, end: described.endAt, isChanged: described.note !== undefined };
  }
  const end = await endedAt(item, now, known);
  const isOver = end !== undefined && end <= now;
  const isChanged = isOver || part.signUp !== undefined || hasMoved(item, end);
  const soonest = [end ?? now, part.signUp?.startAt ?? now].filter((at) => at > now);
  return {
    part: isOver ? { ...part, endedAt: end } : part,
    end: soonest.length === 0 ? end : Math.min(...soonest),
    isChanged,
  };
}

/** Returns whether a post names another end than the known one. One about a start is not known to name any. */
function hasMoved({ reminder, slot }: PostItem, end: number | undefined): boolean {
  const rule = parseRule(reminder);
  return rule.kind === "dated" && rule.edge === "end" && end !== undefined && end !== slot + rule.leadMs;
}
