import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, text as textOf, reply, divider } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { type Stat, type StatTable, findStat } from "../../../game/stats.ts";
import { type ViewContext, count, inName, small } from "../../kit/view/view-context.ts";
import { ONLY_PAGE, type PageOfList, cutPage, pageButtons, pageLine } from "../../kit/view/pages.ts";
import { ageLine, buttonRow, facts, joined, lines, notice } from "../../kit/view/parts.ts";
import { statsSelects, type StatsView, periodNames } from "./controls.ts";
import { overTimeTexts } from "./over-time.ts";
import { statsCardBlock } from "./stats-card.ts";
import { statName, totalText, valueText } from "../../kit/view/stat-words.ts";
import { statsCalls } from "./calls.ts";
import { postedReply } from "../../kit/view/shared-replies.ts";

export function askToShareStatsReply(view: StatsView, page: number, context: ViewContext): Reply {
  const { shared, progress, stats } = context.texts;
  const { heading, body } = statsContent(view, page, context);
  const state = { ...view.state, page };
  return {
    tone: "notice",
    again: statsCalls.share(state),
    ...reply(
      textOf(md`**${stats.share.title}**\n${stats.share.intro}`),
      divider(),
      textOf(heading),
      ...body,
      ...buttonRow([
        actionButton(shared.back, statsCalls.page(state)),
        actionButton(progress.share.post, statsCalls.post(state), { style: "primary" }),
      ]),
    ),
  };
}

/** Returns the post, or says that the bot may not post. */
export function sharedStatsReply(view: StatsView, page: number, context: ViewContext): Reply {
  const { stats } = context.texts;
  const { shown, heading, body, texts } = statsContent(view, page, context);
  if (texts.length === 0) return notice(stats.nothing);
  const back = statsCalls.page({ ...view.state, page });
  const name = shown === undefined ? stats.title : stats.titleOf(statName(shown.id, context));
  const blocks = [textOf(heading), ...body];
  return postedReply([name], { blocks, back, takeBack: statsCalls.takeBack() }, context);
}

const ROWS = 12;

export function statsReply(view: StatsView, wantedPage: number, context: ViewContext): Reply {
  const { stats } = context.texts;
  const { shown, heading, body: content, texts, place } = statsContent(view, wantedPage, context);
  const saysPerGame =
    texts.length > 0 &&
    (shown === undefined || shown.perGame !== undefined) &&
    view.table.games !== undefined;
  const footer = lines([
    view.isAdded && small(md`${stats.merged}`),
    saysPerGame && small(md`${stats.explained}`),
    pageLine(context, place),
    ageLine(context, view.age),
  ]);
  const { state } = view;
  const body: readonly Block[] = texts.length === 0 ? notice(stats.nothing).blocks : content;
  return {
    again: statsCalls.page({ ...state, page: place.page }),
    ...reply(
      textOf(heading),
      ...body,
      ...(footer === undefined ? [] : [textOf(footer)]),
      ...statsSelects(view, shown?.id, context),
      ...buttonRow(pageButtons(context, place, (page) => statsCalls.page({ ...state, page }))),
      texts.length > 0 &&
        buttonRow([
          view.characters.length > 1 && actionButton(stats.compare, statsCalls.compare(state)),
          actionButton(context.texts.progress.share.button, statsCalls.share({ ...state, page: place.page })),
          actionButton(stats.exportCsv, statsCalls.csv(state)),
          actionButton(context.texts.shared.exportJson, statsCalls.json(state)),
        ]),
    ),
  };
}

/**
 * Returns the card of the shown statistic over time; else of the first that adds up, beside the others or its modes.
 */
function cardOf(
  view: StatsView,
  { shown, texts }: Pick<StatsContent, "shown" | "texts">,
  context: ViewContext,
): readonly Block[] {
  const sorted = sortedStats(view.table);
  const hero = shown ?? sorted.find((stat) => !isGames(stat, view)) ?? sorted[0];
  if (hero === undefined) return [];
  const others =
    shown === undefined
      ? sorted
          .filter((stat) => stat !== hero && !isGames(stat, view))
          .map((stat) => ({ label: statName(stat.id, context), stat }))
      : view.modes.flatMap(({ mode, table }) => {
          const stat = table.stats.find(({ id }) => id === shown.id);
          return stat === undefined ? [] : [{ label: statName(mode, context), stat }];
        });
  const contents = others.map(({ label, stat }) => ({
    label,
    value: valueText(stat.total, stat.kind, context),
  }));
  return statsCardBlock(view, { hero, others: contents, twin: joinMarkdown(texts) }, context);
}

export interface StatsContent {
  /** The statistic shown; undefined: all of them. */
  readonly shown: Stat | undefined;
  readonly heading: Markdown;
  /** Empty where there is nothing to show. */
  readonly texts: readonly Markdown[];
  /** A picture with the texts as its text on the first page; else the texts. */
  readonly body: readonly Block[];
  readonly place: PageOfList;
}

/** Returns one page without its controls. */
export function statsContent(view: StatsView, wantedPage: number, context: ViewContext): StatsContent {
  const shown = shownStat(view, context);
  const { texts, at } =
    view.table.stats.length === 0
      ? { texts: [], at: ONLY_PAGE }
      : view.points !== undefined && shown !== undefined
        ? overTimeTexts({ ...view, points: view.points }, shown, { page: wantedPage, context })
        : allTimeTexts(view, wantedPage, context);
  const card = at.page === 0 ? cardOf(view, { shown, texts }, context) : [];
  const body = card.length > 0 ? card : texts.map((text) => textOf(text));
  return { shown, heading: headingOf(view, shown, context), texts, body, place: at };
}

/** Returns the wanted statistic, by id or by its name in the reader's language. */
function statAsked({ state: { stat }, table }: StatsView, context: ViewContext): Stat | undefined {
  return stat === undefined ? undefined : findStat(table, stat, (id) => statName(id, context));
}

/** Returns the wanted statistic; over time, where one is needed, else the first that adds up. */
function shownStat(view: StatsView, context: ViewContext): Stat | undefined {
  const { table, points } = view;
  const found = statAsked(view, context);
  if (found !== undefined || points === undefined) return found;
  const counts = table.stats.filter(({ kind }) => kind === "count");
  return counts.find((stat) => !isGames(stat, { table })) ?? counts[0] ?? table.stats[0];
}

/** The number of games is shown beside every other statistic. */
function isGames({ total }: Stat, { table }: Pick<StatsView, "table">): boolean {
  return total.value === table.games;
}

function headingOf(view: StatsView, shown: Stat | undefined, context: ViewContext): Markdown {
  const { stats, progress } = context.texts;
  const character = view.characters.find(({ id }) => id === view.state.character);
  const index = view.characters.findIndex(({ id }) => id === view.state.character);
  const who = facts([
    view.account.name !== undefined && md`${inName(view.account.name)}`,
    character !== undefined && md`${inName(character.label ?? progress.character(String(index + 1)))}`,
    md`${periodNames(context)[view.period]}`,
    view.mode === undefined ? md`${stats.allModes}` : md`${stats.mode(statName(view.mode, context))}`,
    view.table.games !== undefined && md`${stats.games(view.table.games, count(context, view.table.games))}`,
  ]);
  const isUnknown = view.state.stat !== undefined && shown?.id !== statAsked(view, context)?.id;
  return joined([
    md`## ${shown === undefined ? stats.title : stats.titleOf(statName(shown.id, context))}`,
    who !== undefined && small(who),
    view.state.stat !== undefined &&
      (shown === undefined || isUnknown) &&
      view.table.stats.length > 0 &&
      small(md`${stats.noSuchStat(inName(view.state.stat))}`),
    view.unfound !== undefined && small(md`${progress.noSuchCharacter(inName(view.unfound))}`),
  ]);
}

interface Texts {
  readonly texts: readonly Markdown[];
  readonly at: PageOfList;
}

const GROUPS = ["count", "time", "rate"] as const;

/** Without a value per game, counts can't be told from records. */
function hasCounts({ stats }: StatTable): boolean {
  return stats.some((stat) => groupOf(stat) === "count");
}

function groupsOf(table: StatTable): readonly (typeof GROUPS)[number][] {
  return hasCounts(table) ? GROUPS : ["rate", "time"];
}

function sortedStats(table: StatTable): readonly Stat[] {
  return groupsOf(table).flatMap((group) => table.stats.filter((stat) => groupOf(stat) === group));
}

function groupOf({ kind }: Stat): (typeof GROUPS)[number] {
  if (kind === "metres") return "count";
  return kind === "milliseconds" ? "time" : kind;
}

/** Returns every statistic of the mode by group, or one statistic in every mode. */
function allTimeTexts(view: StatsView, wantedPage: number, context: ViewContext): Texts {
  const { stats } = context.texts;
  const one = statAsked(view, context);
  if (one !== undefined) {
    const rows = view.modes.flatMap(({ mode, table }) => {
      const same = table.stats.find(({ id }) => id === one.id);
      return same === undefined
        ? []
        : [context.texts.shared.labelled(statName(mode, context), totalText(same, context))];
    });
    const merged = view.hasMerged
      ? [context.texts.shared.labelled(stats.allModes, totalText(one, context))]
      : [];
    return { texts: [joinMarkdown([...merged, ...rows].slice(0, 25))], at: ONLY_PAGE };
  }
  const sorted = sortedStats(view.table);
  const { entries: shown, at } = cutPage(sorted, wantedPage, ROWS);
  const texts = groupsOf(view.table).flatMap((group): readonly Markdown[] => {
    const rows = shown.filter((stat) => groupOf(stat) === group);
    if (rows.length === 0) return [];
    return [
      joined([
        (hasCounts(view.table) || group === "time") && md`**${stats.groups[group]}**`,
        ...rows.map((stat) =>
          context.texts.shared.labelled(statName(stat.id, context), totalText(stat, context)),
        ),
      ]),
    ];
  });
  return { texts, at };
}
