import { listWords } from "../../../base/list-words.ts";
import { type Markdown, md } from "../../../base/markdown.ts";
import { facts, lines, termLine } from "../../kit/view/parts.ts";
import type { AgendaEntry, AgendaList } from "./post-parts.ts";
import { count, inPlain, small, TITLE_LENGTH, type ViewContext } from "../../kit/view/view-context.ts";

const NO_BREAK = "\u00A0";
/** How many titles the first line names. */
const MOST_LED = 3;
/** How many entries a post lists; leaving out a single one isn't worth it. */
const MOST_LISTED = 5;
/** How many rewards of each entry are named in a post. */
const MOST_REWARDS = 2;
const REWARDS_LENGTH = 40;
const REWARD_LENGTH = 60;
const ALL_REWARDS = 8;

/** Which entries are listed, and how many rewards of each. */
interface AgendaLook {
  readonly entries: readonly AgendaEntry[];
  readonly rewardsOf: (entry: AgendaEntry) => number;
}

/** Returns the first titles and how many others there are; undefined for an empty agenda. */
export function agendaHeadline({ entries, more }: AgendaList, context: ViewContext): string | undefined {
  const shown = entries.slice(0, MOST_LED).map(({ title }) => inPlain(title, TITLE_LENGTH / 2));
  const rest = entries.length - shown.length + more;
  const all = rest > 0 ? [...shown, context.texts.shared.moreListed(count(context, rest))] : shown;
  return shown.length === 0 ? undefined : listWords(all, context.texts.language);
}

/** Returns what a post lists, in the order it ends; of what is on, those with rewards first. */
export function listedOf({ entries }: AgendaList): readonly AgendaEntry[] {
  const left = entries.filter(({ isOver = false }) => !isOver);
  if (left.length <= MOST_LISTED + 1) return entries;
  const byRewards = left.toSorted((a, b) => Number(b.rewards.length > 0) - Number(a.rewards.length > 0));
  const rest = new Set(byRewards.slice(MOST_LISTED));
  return entries.filter((entry) => !rest.has(entry));
}

/** Returns a few entries with their first rewards. */
export function shortAgenda(list: AgendaList, context: ViewContext): Markdown | undefined {
  return written(list, { entries: listedOf(list), rewardsOf: firstRewards }, context);
}

export function wholeAgenda(list: AgendaList, context: ViewContext): Markdown | undefined {
  return written(list, { entries: list.entries, rewardsOf: () => ALL_REWARDS }, context);
}

/** Returns whether the short list leaves something out. */
export function isShortened(list: AgendaList): boolean {
  const shown = listedOf(list);
  return (
    shown.length < list.entries.length || shown.some((entry) => entry.rewards.length > firstRewards(entry))
  );
}

function firstRewards({ rewards: [first = "", second = ""] }: AgendaEntry): number {
  return first.length + second.length > REWARDS_LENGTH ? 1 : MOST_REWARDS;
}

function written(
  { entries: all, more }: AgendaList,
  { entries, rewardsOf }: AgendaLook,
  context: ViewContext,
): Markdown | undefined {
  const rows = entries.flatMap((entry) => {
    const title = inPlain(entry.title, TITLE_LENGTH);
    const { isOver = false } = entry;
    return [
      facts([isOver ? md`~~${title}~~` : md`**${title}**`, termLine(context, entry)]),
      isOver ? undefined : rewardsLine(entry, rewardsOf(entry), context),
    ];
  });
  // As large as the names it continues, since the line above it is about rewards.
  const rest = all.length - entries.length + more;
  return lines([...rows, rest > 0 && md`${context.texts.shared.more(count(context, rest))}`]);
}

function rewardsLine({ rewards }: AgendaEntry, most: number, context: ViewContext): Markdown | undefined {
  const { posts, shared, language } = context.texts;
  const shown = rewards.slice(0, most).map((name) => inPlain(name, REWARD_LENGTH));
  const rest = rewards.length - shown.length;
  const left = shared.moreListed(count(context, rest)).replaceAll(" ", NO_BREAK);
  const named = rest > 0 ? [...shown, left] : shown;
  return named.length === 0 ? undefined : small(md`${posts.rewards(listWords(named, language))}`);
}
