import { text } from "../../discord/build.ts";
import type { Asked } from "../../discord/command.ts";
import type { Reply } from "../../discord/reply.ts";
import { toTrendChoice } from "../../game/trend-search.ts";
import { thingOf } from "../../reminders/subject.ts";
import { type PostSubject, reminderPost, withRole } from "../../views/reminder-posts.ts";
import { lookOf } from "../look.ts";
import { thingsNow } from "../remind/suggest.ts";
import type { ReminderView } from "../reminders/book.ts";
import type { Services } from "../services.ts";
import type { Here } from "./guard.ts";

type Context = Services & Asked;

interface Previewed {
  readonly here: Here;
  /** When it will be posted. */
  readonly at: number | undefined;
}

/** A post of an announcement as it will look, in the language of its readers. */
export async function previewOf(
  context: Context,
  announcement: ReminderView,
  { here, at = context.now }: Previewed,
): Promise<Reply> {
  const { id, content } = announcement;
  const readers = { ...context, locale: content.locale, now: at, isPrivate: false };
  const part = {
    reminderId: id,
    slot: at,
    title: content.title,
    subject: await subjectOf(readers, announcement, here),
    lateMs: 0,
    isHeld: false,
    repeats: false,
    offers: content.offers !== undefined,
  };
  const look = lookOf(readers);
  const post = reminderPost(
    { parts: [part], isPersonal: false, deliveryId: "", mayBeDouble: false, isTest: false },
    look,
  );
  const roleId = here.settings.arePingsOn ? content.roleId : undefined;
  return { blocks: [text(withRole(post.lead, roleId)), ...post.card.blocks] };
}

async function subjectOf(
  context: Context,
  { content, rule }: ReminderView,
  { book }: Here,
): Promise<PostSubject> {
  const { subject } = content;
  if (subject.kind === "note") return subject;
  if (subject.kind === "new-entries") return sampleOf(context, subject.of);
  const key = thingOf(subject);
  const things = key === undefined ? [] : await thingsNow(book, context);
  const { startAt, endAt } = things.find((thing) => thingOf(thing.subject) === key) ?? {};
  const edge = rule.kind === "dated" ? rule.edge : "end";
  const isReset = subject.kind === "reset";
  const at = edge === "start" ? startAt : isReset ? (endAt ?? startAt) : endAt;
  return { kind: "dated", isReset, edge, at, endAt };
}

/** Nobody knows yet what will be new. */
function sampleOf(context: Context, of: string | undefined): PostSubject {
  const messages = context.messages(context.locale);
  const kind = toTrendChoice(of);
  const kindName = messages.trending.kinds[kind ?? "other"];
  return { kind: "entries", entries: [{ title: messages.announce.panel.sample, kindName }], more: 0 };
}
