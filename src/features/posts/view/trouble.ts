import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import {
  type ViewContext,
  channelMention,
  count,
  inPlain,
  mentionOf,
  small,
  TITLE_LENGTH,
} from "../../kit/view/view-context.ts";
import type { ReminderDestination, ReminderView } from "../reminder-service.ts";
import { isOfServer, troubleWords, type Troubled, type TroubleWords } from "./trouble-words.ts";
import { sentences } from "../../kit/view/parts.ts";
import { divider, text } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";

const CLOSED: ReadonlySet<string> = new Set<RefusalName>(["dm-closed", "no-mutual-server", "member-gone"]);
const GONE: ReadonlySet<string> = new Set<RefusalName>(["channel-gone", "server-gone"]);

export function destinationName({ kind, target }: ReminderDestination, context: ViewContext): Markdown {
  return kind === "dm" ? md`${context.texts.trouble.dms}` : channelMention(target);
}

export function destinationNames(places: readonly ReminderDestination[], context: ViewContext): Markdown {
  const names = places.map((place) => destinationName(place, context));
  return joinMarkdown(names, ", ");
}

export function isClosedDm(reason: string): boolean {
  return CLOSED.has(reason);
}

/** Returns a trouble as one line of a list or a card. */
export function troubleLine({ what, fix }: TroubleWords, { texts }: ViewContext): Markdown {
  return sentences(texts.language, texts.announce.trouble.now(what), fix);
}

/** Returns why a member's own post did not arrive, and how to fix it. `reason`: a refusal's name or a word of ours. */
export function ownTrouble(reason: string, place: ReminderDestination, context: ViewContext): TroubleWords {
  const { trouble } = context.texts.remind;
  const isDm = place.kind === "dm";
  if (CLOSED.has(reason) || (isDm && reason === "missing-access")) return { what: trouble.closedDm };
  if (GONE.has(reason) && !isDm) return { what: trouble.gone(destinationName(place, context)) };
  return mendedByMember(reason, place, context);
}

/** Returns the trouble of a member's own destinations. */
export function troublesOf(
  { destinations }: Pick<ReminderView, "destinations">,
  context: ViewContext,
): readonly TroubleWords[] {
  return destinations
    .filter(({ state, reason }) => state !== "open" || reason !== undefined)
    .map((place) => ownTrouble(place.reason ?? "", place, context));
}

/** What only those who manage a server can fix, the member asks them to. */
function mendedByMember(reason: string, place: ReminderDestination, context: ViewContext): TroubleWords {
  const words = troubleWords(reason, destinationName(place, context), context);
  const isTheirs = place.kind === "channel" && isOfServer(reason);
  return isTheirs ? { ...words, fix: md`${context.texts.remind.trouble.ofServer}` } : words;
}

/** A notice to a member about one of their reminders. */
export interface ReminderNotice {
  /** The reminder's or board's id. */
  readonly id: string;
  readonly title: string;
  /** A refusal's name, or a word of ours. */
  readonly reason: string;
  /** A channel's id; undefined for the member's DMs. */
  readonly channelId?: string | undefined;
  /** Whether it waits for the member to act. */
  readonly isPaused: boolean;
  /** What it is about. */
  readonly of: Troubled | "own";
}

/** Adds notices above a reply, except those the reply already says itself. */
export function withReminderNotices(
  all: readonly ReminderNotice[],
  more: number,
  { reply, context }: { readonly reply: Reply; readonly context: ViewContext },
): Reply {
  const notices = all.filter((notice) => !isSaidIn(reply, notice, context));
  if (notices.length === 0) return reply;
  const texts = context.texts.posts.notices;
  const lines = noticeLines(notices, context);
  const rest = more > 0 ? [small(md`${context.texts.shared.more(count(context, more))}`)] : [];
  const title = notices.every(({ of }) => of === "own") ? texts.title : texts.all;
  const said = joinMarkdown([md`**${title}**`, ...lines, ...rest]);
  return { ...reply, blocks: [text(said), divider(), ...reply.blocks] };
}

/** Returns whether the reply says the same about the same thing. About a member's own reminder the notice says more. */
function isSaidIn({ troubles }: Reply, notice: ReminderNotice, context: ViewContext): boolean {
  const said = notice.of === "own" ? undefined : troubles?.get(notice.id);
  return said !== undefined && String(said).includes(String(wordsOf(notice, context).what));
}

/** Merges equal notices into one line. */
function noticeLines(notices: readonly ReminderNotice[], context: ViewContext): readonly Markdown[] {
  const titlesBySaid = new Map<string, { readonly titles: Markdown[]; readonly said: Markdown }>();
  for (const notice of notices) {
    const said = saidOf(notice, context);
    const same = titlesBySaid.get(String(said)) ?? { titles: [], said };
    same.titles.push(md`**${inPlain(notice.title, TITLE_LENGTH)}**`);
    titlesBySaid.set(String(said), same);
  }
  const { labelled } = context.texts.shared;
  return [...titlesBySaid.values()].map(
    ({ titles, said }) => md`- ${labelled(joinMarkdown(titles, ", "), said)}`,
  );
}

function saidOf(notice: ReminderNotice, context: ViewContext): Markdown {
  const { what, fix } = wordsOf(notice, context);
  const { posts, language } = context.texts;
  const closed = notice.isPaused ? posts.notices.closed(mentionOf(context, "remind list")) : undefined;
  return sentences(language, what, fix, closed);
}

function wordsOf({ reason, channelId, of }: ReminderNotice, context: ViewContext): TroubleWords {
  const place = { kind: channelId === undefined ? "dm" : "channel", target: channelId ?? "" } as const;
  return of === "own"
    ? mendedByMember(reason, place, context)
    : troubleWords(reason, destinationName(place, context), context, of);
}
