import { MINUTE_MS } from "../../../base/duration.ts";
import { type Markdown, joinMarkdown, link, md, timestamp } from "../../../base/markdown.ts";
import { type ViewContext, count, inLines, inOneLine, inPlain, small, TITLE_LENGTH } from "./view-context.ts";
import { lines } from "./parts.ts";
import type { PostPart, PostSubject } from "./post-parts.ts";

const ABOUT_LENGTH = 300;
const NOTE_LENGTH = 500;

/** What is new, in one line. */
export function newsOf(part: PostPart, context: ViewContext): Markdown {
  const { posts } = context.texts;
  const { subject, endedAt } = part;
  if (endedAt !== undefined) return endedNews(part, endedAt, context);
  switch (subject.kind) {
    case "dated":
      return datedNews(part, subject, context);
    case "note":
      return md`**${noteOf(subject).headline}**`;
    case "entries": {
      const [only, ...others] = subject.entries;
      if (only === undefined) return titleOf(part);
      const total = others.length + 1 + subject.more;
      return total === 1
        ? posts.newEntry(md`${inOneLine(only.title, TITLE_LENGTH)}`, only.kindName)
        : md`**${posts.newEntries(count(context, total))}**`;
    }
    case "own":
      return subject.headline;
  }
}

/** What it was about is over. */
export function endedNews(
  part: Pick<PostPart, "title">,
  endedAt: number | undefined,
  context: ViewContext,
): Markdown {
  return context.texts.posts.ended(
    titleOf(part),
    endedAt === undefined ? undefined : timestamp(endedAt, "R"),
  );
}

/** What stands under the news; undefined where they say it all. */
export function bodyOf({ subject }: PostPart, context: ViewContext): Markdown | undefined {
  const { posts, shared } = context.texts;
  switch (subject.kind) {
    case "dated": {
      const { own, about = "", at, edge, endAt } = subject;
      return lines([
        about === "" ? undefined : md`${inOneLine(about, ABOUT_LENGTH)}`,
        own === undefined ? undefined : md`${own === "open" ? posts.openForYou : posts.unknownForYou}`,
        at === undefined ? undefined : md`${timestamp(at, "F")}`,
        edge === "start" && endAt !== undefined && endAt > context.now
          ? shared.ends(timestamp(endAt, "f"))
          : undefined,
      ]);
    }
    case "note": {
      const { body } = noteOf(subject);
      return body === "" ? undefined : withMessageLinks(body, context);
    }
    case "entries":
      return entriesBody(subject, context);
    case "own":
      return lines(subject.list.map((one) => md`- ${one}`));
  }
}

/** How late it comes, and why. */
export function lateOf({ lateMs, isHeld }: PostPart, context: ViewContext): Markdown | undefined {
  const { posts } = context.texts;
  if (lateMs === 0) return undefined;
  return small(md`${isHeld ? posts.held : posts.late(lengthOf(lateMs, context))}`);
}

function titleOf({ title }: Pick<PostPart, "title">): Markdown {
  return md`${inPlain(title, TITLE_LENGTH)}`;
}

/** A note about a message leads to it; any other address stays text. */
const MESSAGE = /(https:\/\/discord\.com\/channels\/(?:@me|\d{1,20})\/\d{1,20}\/\d{1,20})/;

function withMessageLinks(text: string, { texts }: ViewContext): Markdown {
  const parts = text.split(MESSAGE);
  return joinMarkdown(
    parts.map((part, at) => (at % 2 === 1 ? link(texts.posts.openMessage, part) : part)),
    "",
  );
}

/** The first line is the news, what follows stands below it. */
function noteOf({ text: note }: PostSubject & { kind: "note" }) {
  const [headline = "", ...rest] = inLines(note, NOTE_LENGTH).split("\n");
  return { headline, body: rest.join("\n").trim() };
}

function datedNews(
  part: PostPart,
  { edge, at, isReset }: PostSubject & { kind: "dated" },
  context: ViewContext,
): Markdown {
  const { posts } = context.texts;
  const title = titleOf(part);
  if (at === undefined) return posts.undated(title);
  const when = timestamp(at, "R");
  const isPast = at <= context.now;
  if (isReset) return isPast ? posts.resetCame(title, when) : posts.resetComes(title, when);
  if (edge === "start") return isPast ? posts.started(title, when) : posts.starts(title, when);
  return isPast ? posts.ended(title, when) : posts.ends(title, when);
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
  return lines([
    ...rows,
    more === 0 ? undefined : small(md`${context.texts.posts.moreEntries(count(context, more))}`),
  ]);
}

function lengthOf(ms: number, context: ViewContext): string {
  const { length } = context.texts.posts;
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return length.minutes(String(minutes));
  if (hours < 24) return length.hours(String(hours), String(minutes % 60));
  return length.days(count(context, Math.floor(hours / 24)), String(hours % 24));
}
