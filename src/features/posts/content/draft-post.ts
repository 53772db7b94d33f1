import { isMilepostError } from "../../../base/errors.ts";
import { text } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { toTrendChoice } from "../../../game/trend-search.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import { reminderPost, withRoles } from "../view/posts.ts";
import type { PostSubject } from "../view/post-parts.ts";
import { sampleOfWatch } from "./describe-new-entries.ts";
import { createViewContext } from "../../kit/create-view-context.ts";
import { datedSubjectsNow } from "../read/suggest-reminders.ts";
import type { ReminderView } from "../reminder-service.ts";
import type { ManagedServer } from "../command/require-admin.ts";
import { type CommandContext, withReader } from "../../kit/command-context.ts";

interface Previewed {
  readonly here: ManagedServer;
  /** When it will be posted. */
  readonly at: number | undefined;
}

const DRAFTED_WITHIN_MS = 1_500;

/** Returns the announcement's next post as it will look; a plain version where reading takes too long. */
export async function draftOf(
  context: CommandContext,
  announcement: ReminderView,
  previewed: Previewed,
): Promise<Reply> {
  const soon = AbortSignal.timeout(DRAFTED_WITHIN_MS);
  const drafting = previewed.here.reminders.draft(announcement.id, AbortSignal.any([context.signal, soon]));
  const late = new Promise<undefined>((resolve) => {
    soon.addEventListener("abort", () => resolve(undefined));
  });
  const draft = await Promise.race([drafting.catch((error: unknown) => unlessOurs(error, soon)), late]);
  if (draft === undefined) return plainDraft(context, announcement, previewed);
  return { blocks: [text(draft.lead), ...draft.card.blocks] };
}

/** Rethrows bugs of ours; a failing platform or a timeout gives undefined. */
function unlessOurs(error: unknown, soon: AbortSignal): undefined {
  if (!soon.aborted && !isMilepostError(error)) throw error;
}

async function plainDraft(
  context: CommandContext,
  announcement: ReminderView,
  { here, at = context.now }: Previewed,
): Promise<Reply> {
  const { id, content } = announcement;
  const readers = withReader(context, { locale: content.locale, now: at, isPrivate: false });
  const part = {
    reminderId: id,
    slot: at,
    title: content.title,
    subject: await subjectOf(readers, announcement, here),
    lateMs: 0,
    isHeld: false,
    repeats: false,
    isOnce: false,
    offers: content.offers !== undefined,
    givesRole: content.offers?.roleId !== undefined,
  };
  const post = reminderPost(
    { parts: [part], isPersonal: false, deliveryId: "", mayBeDouble: false, isTest: false },
    createViewContext(readers),
  );
  const { roleId } = content;
  const roleIds = here.settings.arePingsOn && roleId !== undefined ? [roleId] : [];
  return { blocks: [text(withRoles(post.lead, roleIds)), ...post.card.blocks] };
}

async function subjectOf(
  context: CommandContext,
  { content, rule }: ReminderView,
  { reminders }: ManagedServer,
): Promise<PostSubject> {
  const { subject } = content;
  if (subject.kind === "note") return subject;
  if (subject.kind === "new-entries") return sampleOf(context, subject.of);
  if (subject.kind === "watch")
    return { kind: "entries", entries: [sampleOfWatch(subject, context)], more: 0 };
  if (subject.kind === "agenda") return { kind: "agenda", entries: [], more: 0 };
  const key = subjectKey(subject);
  const things = key === undefined ? [] : await datedSubjectsNow(reminders, context);
  const { startAt, endAt } = things.find((thing) => subjectKey(thing.subject) === key) ?? {};
  const edge = rule.kind === "dated" ? rule.edge : "end";
  if (subject.kind === "reset") return { kind: "reset", at: startAt, entries: [], more: 0 };
  return { kind: "dated", edge, at: edge === "start" ? startAt : endAt, endAt };
}

/** An example, since nobody knows what will be new. */
function sampleOf(context: CommandContext, of: string | undefined): PostSubject {
  const messages = context.messages(context.locale);
  const kind = toTrendChoice(of);
  const kindName = messages.trending.kinds[kind ?? "other"];
  return {
    kind: "entries",
    entries: [{ kind: "news", title: messages.announce.panel.sample, kindName }],
    more: 0,
  };
}
