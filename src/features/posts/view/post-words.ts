import { MINUTE_MS } from "../../../base/duration.ts";
import { authored, type Markdown, joinMarkdown, link, md, timestamp } from "../../../base/markdown.ts";
import {
  type ViewContext,
  count,
  inLines,
  inOneLine,
  inPlain,
  small,
  TITLE_LENGTH,
} from "../../kit/view/view-context.ts";
import { fromNowInWords } from "../../kit/view/length-in-words.ts";
import { lengthInWords } from "../../../schedule/phrase.ts";
import { lines } from "../../kit/view/parts.ts";
import { agendaHeadline, shortAgenda } from "./agenda-words.ts";
import type { AgendaList, PostPart, PostSubject } from "./post-parts.ts";

const ABOUT_LENGTH = 300;
const NOTE_LENGTH = 500;
const HALF_MINUTE_MS = MINUTE_MS / 2;

type Happening = "starts" | "started" | "ends" | "ended" | "reset";

interface Telling {
  /** Says what happens to the title when. */
  readonly says: Readonly<Record<Happening, (title: Markdown, at: number) => Markdown>>;
  /** Returns whether an instant is now for the reader; false where they may read it at any time. */
  readonly isNow: (at: number) => boolean;
}

/** Returns what says of a title when something happens, behind the label. */
function dated(label: (when: Markdown) => Markdown) {
  return (title: Markdown, at: number): Markdown => md`**${title}** · ${label(timestamp(at, "R"))}`;
}

/** Returns the news in one line, with live timestamps behind labels, which fit dates in any language. */
export function newsOf(part: PostPart, context: ViewContext): Markdown {
  const { shared } = context.texts;
  const says = {
    starts: dated(shared.starts),
    started: dated(shared.started),
    ends: dated(shared.ends),
    ended: dated(shared.ended),
    reset: (title: Markdown, at: number) => shared.labelled(md`**${title}**`, timestamp(at, "R")),
  };
  return news(part, context, { says, isNow: () => false });
}

/** Returns the news as plain text, for a notification. */
export function leadOf(part: PostPart, context: ViewContext): Markdown {
  if (part.endedAt !== undefined) return context.texts.posts.ended(titleOf(part), undefined);
  // A post at its very time says "starts now", not "starts in 0 seconds".
  const early = { ...context, now: context.now - HALF_MINUTE_MS };
  const { posts, language } = context.texts;
  const inWords = (text: (title: Markdown, when: Markdown) => Markdown) => (title: Markdown, at: number) =>
    text(title, md`${fromNowInWords(at - context.now, language)}`);
  const says = {
    starts: inWords(posts.starts),
    started: inWords(posts.started),
    ends: inWords(posts.ends),
    ended: inWords(posts.ended),
    reset: inWords(posts.reset),
  };
  return news(part, early, { says, isNow: (at) => Math.abs(at - context.now) < HALF_MINUTE_MS });
}

function news(part: PostPart, context: ViewContext, telling: Telling): Markdown {
  const { posts } = context.texts;
  const { subject, endedAt } = part;
  const { says } = telling;
  if (endedAt !== undefined) return says.ended(titleOf(part), endedAt);
  switch (subject.kind) {
    case "dated":
      return datedNews(part, subject, { context, ...telling });
    case "note":
      return noteOf(subject, context).headline;
    case "entries": {
      const [only, ...others] = subject.entries;
      if (only === undefined) return titleOf(part);
      const total = others.length + 1 + subject.more;
      return total === 1
        ? posts.newEntry(md`${inOneLine(only.title, TITLE_LENGTH)}`, only.kindName)
        : md`**${posts.newEntries(count(context, total))}**`;
    }
    case "agenda":
      return agendaNews(part, subject, context);
    case "reset":
      return subject.at === undefined ? md`**${titleOf(part)}**` : says.reset(titleOf(part), subject.at);
    case "own":
      return subject.headline;
  }
}

/** Returns the text below the news; undefined where there is nothing more to say. */
export function bodyOf({ subject }: PostPart, context: ViewContext): Markdown | undefined {
  const { posts } = context.texts;
  switch (subject.kind) {
    case "dated": {
      const { own, about = "" } = subject;
      return lines([
        about !== "" && md`${inOneLine(about, ABOUT_LENGTH)}`,
        own !== undefined && md`${own === "open" ? posts.openForYou : posts.unknownForYou}`,
      ]);
    }
    case "note":
      return noteOf(subject, context).body;
    case "entries":
      return entriesBody(subject, context);
    case "agenda":
    case "reset":
      return shortAgenda(subject, context);
    case "own":
      return lines(subject.list.map((one) => md`- ${one}`));
  }
}

interface PostDate {
  readonly name: string;
  readonly at: number;
}

/** Returns the labeled dates. A reset that lists what is on needs none. */
export function datesOf(part: PostPart, context: ViewContext): readonly PostDate[] {
  const dates = subjectDates(part, context);
  const at = part.signUp?.startAt;
  const { start: name } = context.texts.posts.facts;
  return at === undefined || dates.some((one) => one.name === name) ? dates : [{ name, at }, ...dates];
}

function subjectDates({ subject }: PostPart, context: ViewContext): readonly PostDate[] {
  if (!("at" in subject) || subject.at === undefined) return [];
  const { facts: names } = context.texts.posts;
  if (subject.kind === "reset") {
    const isTold = subject.entries.length > 0 && subject.at <= context.now;
    return isTold ? [] : [{ name: names.reset, at: subject.at }];
  }
  const { at, edge, endAt } = subject;
  if (edge === "end") return [{ name: names.end, at }];
  const ends = endAt !== undefined && endAt > context.now ? [{ name: names.end, at: endAt }] : [];
  return [{ name: names.start, at }, ...ends];
}

/** Returns how late the post is, and why. */
export function lateOf({ lateMs, isHeld }: PostPart, context: ViewContext): Markdown | undefined {
  if (lateMs === 0) return undefined;
  return small(md`${isHeld ? context.texts.posts.held : lateWords(lateMs, context)}`);
}

/** Returns how late something is, as posts and their history say it. */
export function lateWords(lateMs: number, { texts }: ViewContext): string {
  return texts.shared.late(lengthInWords(lateMs, texts.language));
}

export function titleOf({ title }: Pick<PostPart, "title">): Markdown {
  return md`${inPlain(title, TITLE_LENGTH)}`;
}

/** A note about a message links to it; other URLs stay text. */
const MESSAGE = /(https:\/\/discord\.com\/channels\/(?:@me|\d{1,20})\/\d{1,20}\/\d{1,20})/;

function withMessageLinks(text: string, { texts }: ViewContext): Markdown {
  const parts = text.split(MESSAGE);
  return joinMarkdown(
    parts.map((part, at) => (at % 2 === 1 ? link(texts.posts.openMessage, part) : part)),
    "",
  );
}

/** The first line is the news, the rest the body; all is news where markup goes on beyond the line. */
function noteOf({ text: note, isMarkdown }: PostSubject & { kind: "note" }, context: ViewContext) {
  const whole = inLines(note, NOTE_LENGTH);
  const [headline = "", ...rest] = whole.split("\n");
  if (isMarkdown === true && PAIRED.some((mark) => headline.split(mark).length % 2 === 0))
    return { headline: authored(whole), body: undefined };
  const body = rest.join("\n").trim();
  const written = (text: string) => (isMarkdown === true ? authored(text) : withMessageLinks(text, context));
  // Markdown headings don't work behind a mention.
  const line = isMarkdown === true ? headline.replace(LINE_MARK, "") : headline;
  const isMarked = isMarkdown === true && MARKUP.test(line);
  return {
    headline: isMarked ? authored(line) : md`**${line}**`,
    body: body === "" ? undefined : written(body),
  };
}

const PAIRED = ["```", "||", "**", "__", "~~"];
const LINE_MARK = /^(?:#{1,3}|-#|>)\s+/;
const MARKUP = /[\\*_~`|<>[\]]/;

function datedNews(
  part: PostPart,
  { edge, at }: PostSubject & { kind: "dated" },
  { context, says, isNow }: Telling & { readonly context: ViewContext },
): Markdown {
  const { posts } = context.texts;
  const title = titleOf(part);
  if (at === undefined) return md`**${title}**`;
  if (isNow(at)) return edge === "start" ? posts.startsNow(title) : posts.endsNow(title);
  const isPast = at <= context.now;
  if (edge === "start") return isPast ? says.started(title, at) : says.starts(title, at);
  return isPast ? says.ended(title, at) : says.ends(title, at);
}

/** Returns an agenda's title and first entries. */
function agendaNews(part: PostPart, list: AgendaList, context: ViewContext): Markdown {
  const headline = agendaHeadline(list, context);
  return headline === undefined ? md`**${titleOf(part)}**` : md`**${titleOf(part)}:** ${headline}`;
}

function entriesBody(
  { entries, more }: PostSubject & { kind: "entries" },
  context: ViewContext,
): Markdown | undefined {
  const [only] = entries;
  if (entries.length === 1 && more === 0 && only !== undefined) {
    return only.tagline === undefined ? undefined : md`${inOneLine(only.tagline, ABOUT_LENGTH)}`;
  }
  const rows = entries.map(({ title, kindName }) => md`- ${inOneLine(title, TITLE_LENGTH)} · ${kindName}`);
  return lines([...rows, more !== 0 && small(md`${context.texts.posts.moreEntries(count(context, more))}`)]);
}
