import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { buttons, reply, section, text, thumbnail } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, personMention, roleMention, small } from "./view-context.ts";
import { lines } from "./parts.ts";
import type { PostPart, PostSubject, ReminderPostView } from "./post-parts.ts";
import { controlsOf } from "./post-controls.ts";
import { bodyOf, endedNews, lateOf, newsOf } from "./post-words.ts";

export interface ReminderPost {
  /** What a notification shows. */
  readonly lead: Markdown;
  readonly card: Reply;
}

const MOST_PARTS = 8;

/**
 * The news in words, and the card under it. Controls are actions of `/remind` ("snooze", "done", "off") or of
 * `/announce` ("offer", "off"); the delivery's id stands in the state of one of them.
 */
export function reminderPost(view: ReminderPostView, context: ViewContext): ReminderPost {
  const [first, ...others] = view.parts;
  return others.length === 0 ? singlePost(view, first, context) : digestPost(view, context);
}

/** The same post once what it was about has ended: no button is left on it. */
export function endedPost(
  part: Pick<PostPart, "title">,
  endedAt: number | undefined,
  context: ViewContext,
): ReminderPost {
  const news = endedNews(part, endedAt, context);
  return { lead: news, card: reply(text(small(news))) };
}

function singlePost(view: ReminderPostView, part: PostPart, context: ViewContext): ReminderPost {
  if (part.endedAt !== undefined) return endedPost(part, part.endedAt, context);
  const news = newsOf(part, context);
  const body = bodyOf(part, context);
  const notes = notesOf(view, part, context);
  const picture = pictureOf(part.subject);
  const card = lines([body, ...notes]);
  return {
    lead: news,
    card: reply(
      card !== undefined &&
        section(
          card,
          picture === undefined ? undefined : thumbnail(picture, context.texts.posts.picture(part.title)),
        ),
      buttons(...controlsOf(view, part, context)),
    ),
  };
}

function digestPost(view: ReminderPostView, context: ViewContext): ReminderPost {
  const { posts } = context.texts;
  const shown = view.parts.slice(0, MOST_PARTS);
  const rest = view.parts.slice(MOST_PARTS);
  const blocks = shown.map((part, index): Block => {
    if (part.endedAt !== undefined) return text(small(newsOf(part, context)));
    const said = lines([newsOf(part, context), bodyOf(part, context), lateOf(part, context)]);
    const [control] = controlsOf(view, part, context, index > 0).slice(-1);
    return section(said ?? md``, control);
  });
  const doubles = view.mayBeDouble ? [text(small(md`${posts.double}`))] : [];
  const others = rest.map((part) => newsOf(part, context));
  return {
    lead: md`**${posts.digest(view.parts.length)}**`,
    card: reply(blocks, others.length > 0 && text(joinMarkdown(others)), doubles),
  };
}

function pictureOf(subject: PostSubject): string | undefined {
  if (subject.kind === "dated") return subject.pictureUrl;
  return subject.kind === "entries" ? subject.entries[0]?.pictureUrl : undefined;
}

function notesOf(
  view: ReminderPostView,
  part: PostPart,
  context: ViewContext,
): readonly (Markdown | undefined)[] {
  const { posts } = context.texts;
  const { subject } = part;
  const age = "age" in subject ? subject.age : undefined;
  return [
    lateOf(part, context),
    view.mayBeDouble ? small(md`${posts.double}`) : undefined,
    part.repeats ? small(md`${posts.repeats}`) : undefined,
    age?.isStale === true
      ? small(age.isMaintenance === true ? md`${posts.maintenance}` : posts.asOf(timestamp(age.at, "R")))
      : undefined,
    view.isTest ? small(md`${posts.test}`) : undefined,
  ];
}

/** Mentions of roles above the news, in a text that is not the platform's. */
export function withRoles(lead: Markdown, roleIds: readonly string[]): Markdown {
  return roleIds.reduceRight((said, id) => md`${roleMention(id)} ${said}`, lead);
}

/** The same for a member. */
export function withMember(lead: Markdown, memberId: string): Markdown {
  return md`${personMention(memberId)} ${lead}`;
}
