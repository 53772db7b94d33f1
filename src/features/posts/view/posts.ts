import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import {
  buttons,
  fields,
  gallery,
  reply,
  section,
  text,
  thumbnail,
  toned,
} from "../../../discord/reply/build.ts";
import type { Block, Post, Reply } from "../../../discord/reply/reply.ts";
import {
  type ViewContext,
  count,
  mentionOf,
  personMention,
  roleMention,
  small,
  inOneLine,
  inPlain,
  TITLE_LENGTH,
} from "../../kit/view/view-context.ts";
import { joined, lines, notice, paragraph } from "../../kit/view/parts.ts";
import { wholeAgenda, listedOf } from "./agenda-words.ts";
import { isList, type PostPart, type PostSubject, type ReminderPostView } from "./post-parts.ts";
import { controlAmongOthers, controlsOf, listedButton } from "./post-controls.ts";
import { signUpLists } from "./sign-up.ts";
import { bodyOf, datesOf, lateOf, leadOf, newsOf, titleOf } from "./post-words.ts";
import { cardTerm, eventBlock, mosaicBlock } from "../../kit/view/entry-cards.ts";
import { weekBlock } from "../../kit/view/week-card.ts";

const MOST_PARTS = 8;

/**
 * Returns a post: the news, and the card below it. Its controls are actions of `/remind` ("snooze", "done", "off") or
 * `/announce` ("offer").
 */
export function reminderPost(view: ReminderPostView, context: ViewContext): Post {
  const [first, ...others] = view.parts;
  return others.length === 0 ? singlePost(view, first, context) : digestPost(view, context);
}

/** Returns the post after its subject has ended, without buttons. */
export function endedPost(
  part: Pick<PostPart, "title">,
  endedAt: number | undefined,
  context: ViewContext,
): Post {
  const { posts } = context.texts;
  const when = endedAt === undefined ? undefined : whenText(endedAt);
  return {
    lead: posts.ended(titleOf(part), undefined),
    card: toned("over", fields([posts.facts.ended, when])),
  };
}

function singlePost(view: ReminderPostView, part: PostPart, context: ViewContext): Post {
  if (part.endedAt !== undefined) return endedPost(part, part.endedAt, context);
  const { posts } = context.texts;
  const body = bodyOf(part, context);
  const words = lines([body, ...notesOf(view, part, context)]);
  // A channel's post is drawn once; personal ones would each need a drawing, all at the same moment.
  const drawn = view.isPersonal ? [] : postCard(part, words ?? md``, asPosted(view, part, context));
  const wide = drawn.length > 0 ? undefined : widePictureOf(part, context);
  const picture = drawn.length > 0 || wide !== undefined ? undefined : pictureOf(part, context);
  const dates = [
    ...datesOf(part, context).map(({ name, at }) => [name, whenText(at)] as const),
    ...signUpLists(part, context),
  ];
  // A channel's post without buttons is found again by its embed. No card holds notes alone.
  const isNeeded = words !== undefined || !view.isPersonal;
  const isPlain = picture === undefined && wide === undefined && drawn.length === 0;
  const isBare = body === undefined && isPlain && dates.length === 0 && isNeeded;
  return {
    lead: leadNow(view, part, context),
    card: toned(
      toneOf(part.subject),
      drawn,
      drawn.length === 0 && (words !== undefined || picture !== undefined) && section(words ?? md``, picture),
      wide !== undefined && gallery(wide),
      fileBlocks(part),
      fields(...dates, [posts.facts.when, isBare ? whenText(part.slot) : undefined]),
      isOver(part.subject) ? [] : controlsOf(view, part, context).map((row) => buttons(...row)),
    ),
  };
}

/** Returns the whole list with every reward; undefined where its content is no longer known. */
export function listedReply(part: PostPart | undefined, context: ViewContext): Reply {
  const { listGone } = context.texts.posts;
  if (part === undefined || !isList(part.subject))
    return notice({ title: listGone.title, next: listGone.next(mentionOf(context, "milestones")) });
  return reply(text(md`**${titleOf(part)}**`), paragraph(wholeAgenda(part.subject, context)));
}

function digestPost(view: ReminderPostView, context: ViewContext): Post {
  const { posts, shared } = context.texts;
  const [first] = view.parts;
  const shown = view.parts.slice(0, MOST_PARTS);
  const rest = view.parts.slice(MOST_PARTS);
  const blocks = shown.flatMap((part): readonly Block[] => {
    if (part.endedAt !== undefined) return [text(small(newsOf(part, context)))];
    const dates = datesOf(part, context).map(({ name, at }) => shared.labelled(name, timestamp(at, "F")));
    const lists = signUpLists(part, context).map(([name, list]) => shared.labelled(md`${name}`, list));
    const about = [newsOf(part, context), bodyOf(part, context), ...dates, ...lists];
    const said = joined([...about, lateOf(part, context)]);
    const listed = listedButton(part, context);
    const row = listed === undefined ? [] : [buttons(listed)];
    return [section(said, controlAmongOthers(view, part, context)), ...fileBlocks(part), ...row];
  });
  const doubles = view.mayBeDouble ? [text(small(md`${posts.double}`))] : [];
  const others = rest.map((part) => newsOf(part, context));
  return {
    lead: posts.digest(leadNow(view, first, context), count(context, view.parts.length - 1)),
    card: reply(blocks, others.length > 0 && text(joinMarkdown(others)), doubles),
  };
}

function fileBlocks({ file }: PostPart): readonly Block[] {
  return file === undefined ? [] : [{ type: "file", file }];
}

/** Nobody gets a notification of an edit, so it uses live timestamps. */
function leadNow({ isEdit = false }: ReminderPostView, part: PostPart, context: ViewContext): Markdown {
  return isEdit ? newsOf(part, context) : leadOf(part, context);
}

/** An edited post keeps the week it was about. */
function asPosted({ isEdit = false }: ReminderPostView, part: PostPart, context: ViewContext): ViewContext {
  return isEdit ? { ...context, now: part.slot + part.lateMs } : context;
}

/** Returns a full date and a live timestamp, on short lines. */
function whenText(at: number): Markdown {
  return md`${timestamp(at, "D")}\n${timestamp(at, "t")} · ${timestamp(at, "R")}`;
}

function toneOf(subject: PostSubject): "plain" | "good" | "notice" | "over" {
  if (isOver(subject)) return "over";
  if (subject.kind !== "dated") return "plain";
  return subject.edge === "start" ? "good" : "notice";
}

/** Returns whether every entry has ended; a reset without entries never does. */
function isOver(subject: PostSubject): boolean {
  if (!isList(subject)) return false;
  return subject.entries.length > 0 && subject.entries.every((entry) => entry.isOver);
}

/** A wide picture is worth its place; in a corner it would be a few letters high. */
function widePictureOf({ title, subject }: PostPart, { texts }: ViewContext) {
  if (subject.kind !== "dated" || subject.isBanner !== true || subject.pictureUrl === undefined)
    return undefined;
  return { url: subject.pictureUrl, description: texts.trending.picture(title) };
}

function pictureOf({ title, subject }: PostPart, { texts }: ViewContext) {
  if (isList(subject)) {
    const shown = subject.entries.find((entry) => entry.isOver !== true && entry.picture !== undefined);
    return shown?.picture === undefined
      ? undefined
      : thumbnail(shown.picture, texts.trending.picture(shown.title));
  }
  const first = subject.kind === "entries" ? subject.entries[0] : subject;
  const url = first !== undefined && "pictureUrl" in first ? first.pictureUrl : undefined;
  return url === undefined ? undefined : thumbnail(url, texts.trending.picture(title));
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
      ? small(
          age.isMaintenance === true
            ? md`${posts.maintenance}`
            : context.texts.shared.asOf(timestamp(age.at, "R")),
        )
      : undefined,
    view.isTest ? small(md`${posts.test}`) : undefined,
  ];
}

/** Adds role mentions above the news. */
export function withRoles(lead: Markdown, roleIds: readonly string[]): Markdown {
  return roleIds.reduceRight((said, id) => md`${roleMention(id)} ${said}`, lead);
}

/** Adds a member's mention above the news. */
export function withMember(lead: Markdown, memberId: string): Markdown {
  return md`${personMention(memberId)} ${lead}`;
}

/** Sets the color the admins picked, unless the post has ended: those are gray. */
export function withAccent<P extends Post>(post: P, accent: number | undefined): P {
  if (accent === undefined || post.card.tone === "over") return post;
  return { ...post, card: { ...post.card, accent } };
}

const TAGLINE_LENGTH = 100;

/**
 * Returns the picture of a post's subject, `words` being its text; nothing where there is none, or pictures are off.
 */
export function postCard(
  { title, subject }: Pick<PostPart, "title" | "subject">,
  words: Markdown,
  context: ViewContext,
): readonly Block[] {
  switch (subject.kind) {
    case "agenda":
    case "reset": {
      const left = listedOf(subject).filter(({ isOver = false }) => !isOver);
      const entries = left.map(({ title: name, starts, ends, picture }) => ({
        name: inPlain(name, TITLE_LENGTH),
        starts,
        ends,
        icon: picture,
      }));
      return weekBlock(entries, words, context);
    }
    case "dated": {
      const { pictureUrl: picture, isBanner = false, about, edge, at, endAt } = subject;
      if (picture === undefined) return [];
      const term = cardTerm({ starts: edge === "start" ? at : undefined, ends: endAt }, context);
      const kindName = context.texts.trending.kinds.event;
      const content = {
        kind: "event",
        kindName,
        title: inPlain(title, TITLE_LENGTH),
        about,
        picture,
        isIcon: !isBanner,
        ...term,
      };
      return eventBlock(content, words, context);
    }
    case "entries": {
      const tiles = subject.entries.map(
        ({ kind, kindName, tagline, pictureUrl, isIcon = false, ...entry }) => ({
          title: inOneLine(entry.title, TITLE_LENGTH),
          kind,
          kindName,
          tagline: tagline && inOneLine(tagline, TAGLINE_LENGTH),
          picture: pictureUrl,
          isIcon,
        }),
      );
      const hasPictures = tiles.some(({ picture }) => picture !== undefined);
      // What an agenda is called is up to its admins.
      const total = subject.entries.length + subject.more;
      const heading = total > 1 ? context.texts.posts.newEntries(count(context, total)) : undefined;
      return hasPictures ? mosaicBlock(heading, { tiles, twin: words }, context) : [];
    }
    case "note":
    case "own":
      return [];
  }
}
