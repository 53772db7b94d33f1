import { DAY_MS } from "../../../base/duration.ts";
import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, divider, reply, select, text, toned } from "../../../discord/reply/build.ts";
import type { Block, Reply, SelectEntry } from "../../../discord/reply/reply.ts";
import { accountCalls } from "../../kit/view/calls/account.ts";
import { cardBlock } from "../../kit/view/card-block.ts";
import { buttonRow, facts, joined, lines, notice, altText } from "../../kit/view/parts.ts";
import { postedReply } from "../../kit/view/shared-replies.ts";
import { dayText, numberText, statName } from "../../kit/view/stat-words.ts";
import { type ViewContext, count, inName, small } from "../../kit/view/view-context.ts";
import type { StatKind } from "../../../game/stats.ts";
import type { RankingCard } from "../../../pictures/card.ts";
import { rankingCalls, type RankingPeriod, rankingPeriods } from "../../kit/view/calls/ranking.ts";

export interface RankRow {
  /** Those with the same value share it. */
  readonly place: number;
  readonly membershipId: string;
  readonly name: string;
  readonly value: number;
  /** How many places up since a week ago; below 0: down. Only of all time. */
  readonly moved: number;
  readonly isOwn: boolean;
}

export interface Ranking {
  /** Undefined where nothing was read yet. */
  readonly stat: { readonly id: string; readonly kind: StatKind } | undefined;
  /** All statistics there are, in the platform's order. */
  readonly stats: readonly string[];
  readonly period: RankingPeriod;
  readonly rows: readonly RankRow[];
  /** Whether the reader is visible here; their row may still be missing. */
  readonly isMember: boolean;
  /** How many are still being read. */
  readonly waiting: number;
  /** The first day that counts, where a member was not read for the whole period; counted from 1970. */
  readonly since: number | undefined;
}

export interface RankingView extends Ranking {
  /** The statistic as it was typed. */
  readonly asked: string | undefined;
}

const ROWS = 10;
const MOST_STATS = 25;

export function noServerReply(context: ViewContext): Reply {
  return notice(context.texts.ranking.noServer);
}

export function rankingReply(view: RankingView, context: ViewContext, hasLeft = false): Reply {
  const { ranking } = context.texts;
  const { rows, isMember } = view;
  const state = stateOf(view);
  const content = rows.length === 0 ? emptyBlocks(view, context) : contentOf(view, context);
  const footer = lines([
    view.waiting > 0 && small(md`${ranking.waiting(view.waiting)}`),
    view.since !== undefined && small(md`${ranking.since(dayText(view.since * DAY_MS, "date", context))}`),
    // Else what is said of an empty ranking tells the same.
    rows.length + view.waiting > 0 && small(md`${ranking.who}`),
  ]);
  const said = lines([ownLine(view, context), footer]);
  return {
    again: rankingCalls.show(state),
    ...reply(
      ...(hasLeft ? [text(md`**${ranking.left}**`)] : []),
      ...content,
      ...(said === undefined ? [] : [text(said)]),
      ...selects(view, context),
      ...buttonRow([
        isMember
          ? actionButton(ranking.leave, rankingCalls.leave(state))
          : actionButton(ranking.join, accountCalls.section({ section: "privacy" })),
        view.waiting > 0 && actionButton(ranking.refresh, rankingCalls.show(state)),
        rows.length > 0 && actionButton(context.texts.progress.share.button, rankingCalls.share(state)),
      ]),
    ),
  };
}

export function askToShareRankingReply(view: RankingView, context: ViewContext): Reply {
  const { shared, progress, ranking, stats } = context.texts;
  const state = stateOf(view);
  return toned(
    "notice",
    text(md`**${stats.share.title}**\n${ranking.shareIntro}`),
    divider(),
    ...contentOf(view, context),
    ...buttonRow([
      actionButton(shared.back, rankingCalls.show(state)),
      actionButton(progress.share.post, rankingCalls.post(state), { style: "primary" }),
    ]),
  );
}

export function sharedRankingReply(view: RankingView, context: ViewContext): Reply {
  if (view.rows.length === 0) return notice(context.texts.ranking.none);
  const parts = {
    blocks: contentOf(view, context),
    back: rankingCalls.show(stateOf(view)),
    takeBack: rankingCalls.takeBack(),
  };
  return postedReply([titleOf(view, context)], parts, context);
}

function stateOf({ stat, period, asked }: RankingView) {
  return { stat: stat?.id ?? asked, period };
}

function titleOf({ stat }: Ranking, context: ViewContext): string {
  const { ranking } = context.texts;
  return stat === undefined ? ranking.title : ranking.titleOf(statName(stat.id, context));
}

function periodName({ period }: Ranking, { texts }: ViewContext): string {
  return texts.commands.stats.options.period.choices[period];
}

function emptyBlocks(view: Ranking, context: ViewContext): readonly Block[] {
  const { ranking } = context.texts;
  return notice(view.waiting > 0 ? ranking.reading : ranking.none).blocks;
}

/** Returns the list without controls: a picture where any are drawn. */
function contentOf(view: RankingView, context: ViewContext): readonly Block[] {
  const { ranking } = context.texts;
  const shown = view.rows.slice(0, ROWS);
  const said = facts([
    periodName(view, context),
    ranking.members(view.rows.length, count(context, view.rows.length)),
  ]);
  const heading = text(joined([md`## ${titleOf(view, context)}`, said && small(said)]));
  const twin = joinMarkdown(shown.map((row) => rowText(row, view, context)));
  const risers = riserLine(view, context);
  const card = cardOf(view, shown, twin, context);
  return [
    heading,
    ...(card.length > 0 ? card : [text(twin)]),
    ...(risers === undefined ? [] : [text(risers)]),
  ];
}

function rowText(row: RankRow, view: Ranking, context: ViewContext): Markdown {
  const name = md`${count(context, row.place)}. **${inName(row.name)}**`;
  return facts([name, valueOf(row, view, context), movedText(row.moved, context)]) ?? name;
}

/** Returns a place in one line of plain text, for live boards. */
export function rankTitle(row: RankRow, view: Ranking, context: ViewContext): string {
  const moved = movedText(row.moved, context);
  const name = `${count(context, row.place)}. ${inName(row.name)}`;
  return [name, valueOf(row, view, context), ...(moved === undefined ? [] : [moved])].join(" · ");
}

function valueOf({ value }: RankRow, { stat }: Ranking, context: ViewContext): string {
  return numberText(value, stat?.kind ?? "count", context);
}

function movedText(moved: number, { texts }: ViewContext): string | undefined {
  const { up, down } = texts.ranking.moved;
  return moved === 0 ? undefined : moved > 0 ? up(moved) : down(-moved);
}

/** Names who rose by most places since a week ago. */
function riserLine({ rows }: Ranking, context: ViewContext): Markdown | undefined {
  const most = Math.max(0, ...rows.map(({ moved }) => moved));
  const riser = rows.find(({ moved }) => moved === most);
  if (most === 0 || riser === undefined) return undefined;
  const { ranking } = context.texts;
  return ranking.rose(inName(riser.name), ranking.moved.up(most));
}

function ownLine(view: RankingView, context: ViewContext): Markdown | undefined {
  const { ranking } = context.texts;
  const own = view.rows.find(({ isOwn }) => isOwn);
  if (own === undefined) {
    // Where nobody is ranked, that is said above.
    if (!view.isMember) return view.rows.length === 0 ? undefined : md`${ranking.notIn}`;
    return md`${view.waiting > 0 ? ranking.ownWaits : ranking.ownHidden}`;
  }
  const [place, all] = [count(context, own.place), count(context, view.rows.length)];
  return facts([ranking.own(place, all), valueOf(own, view, context), movedText(own.moved, context)]) ?? md``;
}

function selects(view: RankingView, context: ViewContext): readonly Block[] {
  const { stats } = context.texts;
  const state = stateOf(view);
  const named = view.stats.slice(0, MOST_STATS).map((id): SelectEntry => ({
    label: statName(id, context),
    value: id,
    chosen: id === view.stat?.id,
  }));
  const periods = rankingPeriods.map((period): SelectEntry => ({
    label: periodName({ ...view, period }, context),
    value: period,
    chosen: period === view.period,
  }));
  return [
    select(stats.pickPeriod, rankingCalls.period(state), periods),
    ...(named.length < 2 ? [] : [select(stats.pickStat, rankingCalls.stat(state), named)]),
  ];
}

function cardOf(
  view: RankingView,
  shown: readonly RankRow[],
  twin: Markdown,
  context: ViewContext,
): readonly Block[] {
  const { labelled } = context.texts.shared.onCard;
  const highest = Math.max(...shown.map(({ value }) => value), 0);
  const rows = shown.map((row): RankingCard["rows"][number] => ({
    place: count(context, row.place),
    name: inName(row.name),
    value: valueOf(row, view, context),
    share: highest === 0 ? 0 : Math.max(0, row.value / highest),
    direction: row.moved > 0 ? "up" : row.moved < 0 ? "down" : undefined,
  }));
  const title = titleOf(view, context);
  const sentences = [title, ...rows.map(({ place, name, value }) => labelled(`${place}. ${name}`, value))];
  const words = { alt: altText(sentences, context.texts.language), twin };
  return cardBlock(context, words, (look): RankingCard => ({
    ...look,
    card: "ranking",
    title,
    detail: periodName(view, context),
    rows,
  }));
}
