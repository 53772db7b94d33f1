import { Markdown, joinMarkdown, md, timestamp } from "../base/markdown.ts";
import { buttons, reply, section, text, thumbnail } from "../discord/build.ts";
import type { Block, Reply } from "../discord/reply.ts";
import { type Age, type Look, count, inLines, inOneLine, inPlain, small, TITLE_LENGTH } from "./look.ts";
import { lines } from "./parts.ts";
import { controlsOf } from "./reminder-post-controls.ts";

/** What one part of a post says. */
export type PostSubject =
  /** A milestone, an event or a reset; `at` is the edge the post is about. */
  | {
      readonly kind: "dated";
      readonly isReset: boolean;
      readonly edge: "start" | "end";
      readonly at?: number | undefined;
      readonly endAt?: number | undefined;
      readonly about?: string | undefined;
      readonly pictureUrl?: string | undefined;
      readonly pageUrl?: string | undefined;
      /** How the member stands to it, where they asked for that. */
      readonly own?: "open" | "unknown" | undefined;
      readonly age?: Age | undefined;
    }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "entries"; readonly entries: readonly PostEntry[]; readonly more: number }
  | {
      readonly kind: "own";
      readonly headline: Markdown;
      readonly list: readonly (string | Markdown)[];
      readonly age?: Age | undefined;
    };

export interface PostEntry {
  readonly title: string;
  /** In a word: "News". */
  readonly kindName: string;
  readonly tagline?: string | undefined;
  readonly pictureUrl?: string | undefined;
  readonly pageUrl?: string | undefined;
}

/** One thing a post reminds of. */
export interface PostPart {
  readonly reminderId: string;
  readonly slot: number;
  readonly title: string;
  readonly subject: PostSubject;
  readonly lateMs: number;
  /** It is late because it waited for quiet hours to end. */
  readonly isHeld: boolean;
  /** It is asked about again until it is done. */
  readonly repeats: boolean;
  /** The public button. */
  readonly offers: boolean;
  /** It has ended: nothing else is said of it. */
  readonly endedAt?: number;
}

/** A post the bot makes by itself. */
export interface ReminderPostView {
  readonly parts: readonly [PostPart, ...PostPart[]];
  /** A member's own, or for a channel. */
  readonly isPersonal: boolean;
  readonly deliveryId: string;
  readonly mayBeDouble: boolean;
  readonly isTest: boolean;
}

export interface ReminderPost {
  /** What a notification shows. */
  readonly lead: Markdown;
  readonly card: Reply;
}

const ABOUT_LENGTH = 300;
const NOTE_LENGTH = 500;
const MOST_PARTS = 8;
const MINUTE_MS = 60_000;

/**
 * The news in words, and the card under it. Controls are actions of `/remind` ("snooze", "done", "off") or of
 * `/announce` ("offer", "off"); the delivery's id stands in the state of one of them.
 */
export function reminderPost(view: ReminderPostView, look: Look): ReminderPost {
  const [first, ...others] = view.parts;
  return others.length === 0 ? singlePost(view, first, look) : digestPost(view, look);
}

/** The same post once what it was about has ended: no button is left on it. */
export function endedPost(
  part: Pick<PostPart, "title">,
  endedAt: number | undefined,
  look: Look,
): ReminderPost {
  const news = endedNews(part, endedAt, look);
  return { lead: news, card: reply(text(small(news))) };
}

function endedNews(part: Pick<PostPart, "title">, endedAt: number | undefined, look: Look): Markdown {
  return look.texts.posts.ended(titleOf(part), endedAt === undefined ? undefined : timestamp(endedAt, "R"));
}

function singlePost(view: ReminderPostView, part: PostPart, look: Look): ReminderPost {
  const news = newsOf(part, look);
  const body = bodyOf(part, look);
  const notes = notesOf(view, part, look);
  const picture = pictureOf(part.subject);
  const card = lines([body, ...notes]);
  return {
    lead: news,
    card: reply(
      card !== undefined &&
        section(
          card,
          picture === undefined ? undefined : thumbnail(picture, look.texts.posts.picture(part.title)),
        ),
      buttons(...controlsOf(view, part, look)),
    ),
  };
}

function digestPost(view: ReminderPostView, look: Look): ReminderPost {
  const { posts } = look.texts;
  const shown = view.parts.slice(0, MOST_PARTS);
  const rest = view.parts.slice(MOST_PARTS);
  const blocks = shown.map((part, index): Block => {
    if (part.endedAt !== undefined) return text(small(newsOf(part, look)));
    const said = lines([newsOf(part, look), bodyOf(part, look), lateOf(part, look)]);
    const [control] = controlsOf(view, part, look, index > 0).slice(-1);
    return section(said ?? md``, control);
  });
  const doubles = view.mayBeDouble ? [text(small(md`${posts.double}`))] : [];
  const others = rest.map((part) => newsOf(part, look));
  return {
    lead: md`**${posts.digest(view.parts.length)}**`,
    card: reply(blocks, others.length > 0 && text(joinMarkdown(others)), doubles),
  };
}

function titleOf({ title }: Pick<PostPart, "title">): Markdown {
  return md`${inPlain(title, TITLE_LENGTH)}`;
}

/** In one line. */
function newsOf(part: PostPart, look: Look): Markdown {
  const { posts } = look.texts;
  const { subject, endedAt } = part;
  if (endedAt !== undefined) return endedNews(part, endedAt, look);
  switch (subject.kind) {
    case "dated":
      return datedNews(part, subject, look);
    case "note":
      return md`**${noteOf(subject).headline}**`;
    case "entries": {
      const [only, ...others] = subject.entries;
      if (only === undefined) return titleOf(part);
      const total = others.length + 1 + subject.more;
      return total === 1
        ? posts.newEntry(md`${inOneLine(only.title, TITLE_LENGTH)}`, only.kindName)
        : md`**${posts.newEntries(count(look, total))}**`;
    }
    case "own":
      return subject.headline;
  }
}

/** The first line is the news, what follows stands below it. */
function noteOf({ text: note }: PostSubject & { kind: "note" }) {
  const [headline = "", ...rest] = inLines(note, NOTE_LENGTH).split("\n");
  return { headline, body: rest.join("\n").trim() };
}

function datedNews(
  part: PostPart,
  { edge, at, isReset }: PostSubject & { kind: "dated" },
  look: Look,
): Markdown {
  const { posts } = look.texts;
  const title = titleOf(part);
  if (at === undefined) return posts.undated(title);
  const when = timestamp(at, "R");
  const isPast = at <= look.now;
  if (isReset) return isPast ? posts.resetCame(title, when) : posts.resetComes(title, when);
  if (edge === "start") return isPast ? posts.started(title, when) : posts.starts(title, when);
  return isPast ? posts.ended(title, when) : posts.ends(title, when);
}

function bodyOf({ subject }: PostPart, look: Look): Markdown | undefined {
  const { posts, shared } = look.texts;
  switch (subject.kind) {
    case "dated": {
      const { own, about = "", at, edge, endAt } = subject;
      return lines([
        about === "" ? undefined : md`${inOneLine(about, ABOUT_LENGTH)}`,
        own === undefined ? undefined : md`${own === "open" ? posts.openForYou : posts.unknownForYou}`,
        at === undefined ? undefined : md`${timestamp(at, "F")}`,
        edge === "start" && endAt !== undefined && endAt > look.now
          ? shared.ends(timestamp(endAt, "f"))
          : undefined,
      ]);
    }
    case "note": {
      const { body } = noteOf(subject);
      return body === "" ? undefined : md`${body}`;
    }
    case "entries":
      return entriesBody(subject, look);
    case "own":
      return lines(subject.list.map((one) => md`- ${one}`));
  }
}

function entriesBody({ entries, more }: PostSubject & { kind: "entries" }, look: Look): Markdown | undefined {
  const [only] = entries;
  if (entries.length === 1 && more === 0 && only !== undefined) {
    return only.tagline === undefined ? undefined : md`${inOneLine(only.tagline, ABOUT_LENGTH)}`;
  }
  const rows = entries.map(({ title, kindName }) => md`- ${inOneLine(title, TITLE_LENGTH)} · ${kindName}`);
  return lines([
    ...rows,
    more === 0 ? undefined : small(md`${look.texts.posts.moreEntries(count(look, more))}`),
  ]);
}

function pictureOf(subject: PostSubject): string | undefined {
  if (subject.kind === "dated") return subject.pictureUrl;
  return subject.kind === "entries" ? subject.entries[0]?.pictureUrl : undefined;
}

function notesOf(view: ReminderPostView, part: PostPart, look: Look): readonly (Markdown | undefined)[] {
  const { posts } = look.texts;
  const { subject } = part;
  const age = "age" in subject ? subject.age : undefined;
  return [
    lateOf(part, look),
    view.mayBeDouble ? small(md`${posts.double}`) : undefined,
    part.repeats ? small(md`${posts.repeats}`) : undefined,
    age?.isStale === true
      ? small(age.isMaintenance === true ? md`${posts.maintenance}` : posts.asOf(timestamp(age.at, "R")))
      : undefined,
    view.isTest ? small(md`${posts.test}`) : undefined,
  ];
}

function lateOf({ lateMs, isHeld }: PostPart, look: Look): Markdown | undefined {
  const { posts } = look.texts;
  if (lateMs === 0) return undefined;
  return small(md`${isHeld ? posts.held : posts.late(lengthOf(lateMs, look))}`);
}

function lengthOf(ms: number, look: Look): string {
  const { length } = look.texts.posts;
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return length.minutes(String(minutes));
  if (hours < 24) return length.hours(String(hours), String(minutes % 60));
  return length.days(count(look, Math.floor(hours / 24)), String(hours % 24));
}

/** Mentions of roles above the news, in a text that is not the platform's. */
export function withRoles(lead: Markdown, roleIds: readonly string[]): Markdown {
  return roleIds.reduceRight((said, id) => md`${Markdown.trusted(`<@&${id}>`)} ${said}`, lead);
}

export function withMember(lead: Markdown, memberId: string): Markdown {
  return md`${Markdown.trusted(`<@${memberId}>`)} ${lead}`;
}
