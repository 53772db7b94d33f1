import { joinMarkdown, Markdown, md, timestamp } from "../../../base/markdown.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import { clip } from "../../../base/text.ts";
import { type Term, phaseAt } from "../../../game/times.ts";
import { actionButton, linkButton, type MaybeBlock, text, toned } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall, Block, Button, Reply, Emoji } from "../../../discord/reply/reply.ts";
import { type Age, type ViewContext, count, small, type WithIcon } from "./view-context.ts";
import type { TrendKind } from "../../../game/trend-kinds.ts";
import type { TrendTile } from "../../../pictures/card.ts";

const BUTTON_LABEL_LENGTH = 80;

/** Returns a short notice: a title, what to do next, and `more` below. */
export function notice(
  said: { readonly title: string; readonly next: string | Markdown },
  ...more: readonly MaybeBlock[]
): Reply {
  return toned("notice", text(md`**${said.title}**\n${said.next}`), more);
}

/** Accepted wherever words are; `undefined` and `false` are left out. */
type MaybeWords = Markdown | string | undefined | false;

/** Joins the given lines; undefined when there are none. */
export function lines(parts: readonly MaybeWords[], separator = "\n"): Markdown | undefined {
  const known = parts.filter((part) => part !== undefined && part !== false);
  return known.length === 0 ? undefined : joinMarkdown(known, separator);
}

/** Joins the given lines; empty when there are none. */
export function joined(parts: readonly MaybeWords[]): Markdown {
  return lines(parts) ?? md``;
}

/** Returns a text block of these lines. */
export function paragraph(...parts: readonly MaybeWords[]): Block {
  return text(joined(parts));
}

/** Returns a code block of our own words: backticks are left out, and nothing else is escaped. */
export function codeBlock(code: string, language = ""): Markdown {
  return Markdown.trusted(`\`\`\`${language}\n${code.replaceAll("`", "")}\n\`\`\``);
}

/** Joins facts in one line, with a dot between them. */
export function facts(parts: readonly MaybeWords[]): Markdown | undefined {
  return lines(parts, " · ");
}

/** Some platforms answer with data of minutes or hours ago. */
const OLD_MS = 5 * MINUTE_MS;

/**
 * Returns "as of" for stale and old data, how many entries were unreadable, and the data's language if it isn't the reader's.
 */
export function ageLine(context: ViewContext, age: Age | undefined): Markdown | undefined {
  if (age === undefined) return undefined;
  const { shared } = context.texts;
  const when = timestamp(age.at, "R");
  const { isStale, isMaintenance = false, unread = 0 } = age;
  const isOld = context.now - age.at >= OLD_MS;
  return lines([
    isStale ? small(isMaintenance ? shared.asOfMaintenance(when) : shared.asOf(when)) : undefined,
    !isStale && isOld ? small(context.texts.board.asOf(when)) : undefined,
    unread > 0 ? small(md`${shared.unread(unread)}`) : undefined,
    context.foreign === undefined ? undefined : small(md`${shared.foreign(context.foreign)}`),
  ]);
}

/** Returns the one date that matters now; undefined where there is none. */
export function termLine(context: ViewContext, term: Term): Markdown | undefined {
  const { shared } = context.texts;
  const phase = phaseAt(term, context.now);
  if (phase === "upcoming" && term.starts !== undefined) return shared.starts(timestamp(term.starts, "R"));
  if (term.ends === undefined) return undefined;
  return phase === "ended" ? shared.ended(timestamp(term.ends, "R")) : shared.ends(timestamp(term.ends, "R"));
}

/** Returns "always" for something without dates; undefined where a date can't be read. */
export function alwaysLine(context: ViewContext, { hasUnreadDate }: Term): Markdown | undefined {
  return hasUnreadDate === true ? undefined : md`${context.texts.shared.always}`;
}

/** Returns start and end in full, one per line; for past ones the day only. */
export function termLines(context: ViewContext, { starts, ends }: Term): Markdown | undefined {
  const { shared } = context.texts;
  return lines([
    starts === undefined
      ? undefined
      : starts > context.now
        ? shared.starts(inFull(context, starts))
        : shared.started(timestamp(starts, "D")),
    ends === undefined
      ? undefined
      : ends > context.now
        ? shared.ends(inFull(context, ends))
        : shared.ended(inFull(context, ends)),
  ]);
}

function inFull({ texts }: ViewContext, at: number): Markdown {
  return texts.shared.inFull(timestamp(at, "R"), timestamp(at, "f"));
}

/** Returns a date and how far off it is, in the language's order. */
export function dateAndLength({ texts }: ViewContext, at: number): Markdown {
  return texts.announce.firings.at(timestamp(at, "f"), timestamp(at, "R"));
}

/** Returns Report behind More, and Hide where others see the reply, for content made by players. */
export function playerContentButtons(
  context: ViewContext,
  { report, hide }: { readonly report: ActionCall; readonly hide: ActionCall },
): readonly ActionButton[] {
  const { shared } = context.texts;
  const aside = { isAside: true };
  const hiding = context.isShared ? [actionButton(shared.hide, hide, aside)] : [];
  return [actionButton(shared.report, report, aside), ...hiding];
}

/** Returns a button to a web page, labeled with its host; undefined outside the allow-list. */
export function pageLinkButton(context: ViewContext, url: string | undefined): Button | undefined {
  const parsed = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !context.mayLink(parsed) || parsed.href.length > 512) return undefined;
  const label = clip(context.texts.shared.openPage(parsed.host), BUTTON_LABEL_LENGTH);
  return linkButton(label, parsed.href);
}

export function buttonRow(buttons: readonly (Button | undefined | false)[]): readonly Block[] {
  const known = buttons.filter((button) => button !== undefined && button !== false);
  return known.length === 0 ? [] : [{ type: "buttons", buttons: known }];
}

/** Returns a heading and a list of at most `max` lines; nothing for an empty list. */
export function bulletList(
  context: ViewContext,
  heading: string,
  entries: readonly (string | Markdown)[],
  max: number,
): Markdown | undefined {
  if (entries.length === 0) return undefined;
  const shown = entries.slice(0, max).map((entry) => md`- ${entry}`);
  const rest = entries.length - shown.length;
  const more = rest > 0 ? [md`-# ${context.texts.shared.more(count(context, rest))}`] : [];
  return joinMarkdown([md`**${heading}**`, ...shown, ...more]);
}

/** Returns a heading and names in one line. */
export function inlineList(
  context: ViewContext,
  heading: string,
  entries: readonly string[],
  max: number,
): Markdown | undefined {
  if (entries.length === 0) return undefined;
  const rest = entries.length - max;
  const shown = [
    ...entries.slice(0, max),
    ...(rest > 0 ? [context.texts.shared.more(count(context, rest))] : []),
  ];
  return md`**${heading}**\n${joinMarkdown(shown, " · ")}`;
}

/** Returns the text with its icon before it, if there is one; the text must make sense without. */
export function withIcon(context: ViewContext, shown: WithIcon | undefined, text: Markdown): Markdown {
  const emoji = context.icon?.(shown);
  return emoji === undefined ? text : md`${Markdown.trusted(`<:${emoji.name}:${emoji.id}>`)} ${text}`;
}

/** Returns a short list with icons, or without any if one is missing. */
export function withIcons(
  context: ViewContext,
  things: readonly { readonly shown: WithIcon | undefined; readonly text: Markdown }[],
): readonly Markdown[] {
  const drawn = things.map(({ shown, text }) => withIcon(context, shown, text));
  const haveAll = drawn.every((one, index) => one !== things[index]?.text);
  return haveAll ? drawn : things.map(({ text }) => text);
}

/** Returns the icon of a select's entry. */
export function iconEntry(context: ViewContext, shown: WithIcon | undefined): { readonly emoji?: Emoji } {
  const emoji = context.icon?.(shown);
  return emoji === undefined ? {} : { emoji };
}

/** The icon of each kind of entry, on cards. */
const KIND_ICONS: Readonly<Record<TrendKind, TrendTile["icon"]>> = {
  news: "newspaper",
  help: "circle-question-mark",
  item: "gem",
  activity: "swords",
  event: "calendar-days",
  creation: "palette",
  stream: "radio",
  update: "wrench",
  link: "link",
  topic: "message-square",
  collection: "layers",
  release: "star",
  other: "star",
};

/** Returns a kind's icon; a star for an unknown kind. */
export function iconOf(kind: string): TrendTile["icon"] {
  const known: Readonly<Record<string, TrendTile["icon"]>> = KIND_ICONS;
  return known[kind] ?? KIND_ICONS.other;
}

/** The hues of kinds, so that cards differ at a glance. */
export const KIND_HUES: Readonly<Record<string, number | undefined>> = {
  event: 300,
  news: 220,
  creation: 350,
  activity: 190,
  stream: 275,
  item: 85,
};

/** Languages whose full stop is full-width, with no space after it. */
const FULL_WIDTH: ReadonlySet<string> = new Set(["ja", "zh-CN", "zh-TW"]);

/** Joins sentences as the language does; undefined ones are left out. */
export function sentences(language: string, ...parts: readonly (Markdown | string | undefined)[]): Markdown {
  return joinMarkdown(
    parts.flatMap((part) => (part === undefined ? [] : [md`${part}`])),
    FULL_WIDTH.has(language) ? "" : " ",
  );
}

const ALT_LENGTH = 1_024;
const ENDED = /[.!?…。！？]$/u;
const WIDE = /[。！？]$/u;

/** Returns a picture's description in sentences. */
export function altText(parts: readonly (string | undefined)[], language: string): string {
  const stop = FULL_WIDTH.has(language) ? "。" : ". ";
  const sentences = parts.flatMap((part = "") => {
    if (part === "") return [];
    return [ENDED.test(part) ? `${part}${WIDE.test(part) ? "" : " "}` : part + stop];
  });
  return clip(sentences.join("").trimEnd(), ALT_LENGTH);
}
