import { defineAction, defineCommand } from "../src/features/shared/define-command.ts";
import { listTrends } from "../src/features/trending/list-trends.ts";
import { showTrend } from "../src/features/trending/open-trend.ts";
import { suggestTitles } from "../src/features/trending/suggest-titles.ts";
import { numberIn } from "../src/features/shared/state.ts";
import { choice, show, text } from "../src/discord/command/options.ts";
import type { ActionState, Reply } from "../src/discord/reply/reply.ts";
import { type TrendFilter, toTrendChoice, trendChoices } from "../src/game/trend-search.ts";
import { hiddenReply, reportReply } from "../src/features/shared/view/report.ts";
import { trendingReply } from "../src/features/trending/view/list.ts";
import type { CommandContext } from "../src/features/shared/command-context.ts";

const SEARCH_LENGTH = 100;

export default defineCommand({
  name: "trending",
  visibility: "public",
  options: {
    kind: choice(trendChoices),
    search: text({ maxLength: SEARCH_LENGTH, autocomplete: suggestTitles }),
    show: show(),
  },
  actions: {
    page: defineAction({
      for: "owner",
      others: "copy",
      answer: "edit",
      run: (context) => showList(context, filterOf(context.state), numberIn(context.state, "page")),
    }),
    open: defineAction({
      for: "owner",
      others: "copy",
      answer: "edit",
      run: (context) =>
        showTrend(context, context.chosen ?? context.state["entry"], {
          list: listState(context.state),
          part: numberIn(context.state, "part"),
        }),
    }),
    report: defineAction({
      for: "anyone",
      answer: "private",
      run: async (context) => reportReply({ contact: context.operator.contact }, context.view),
    }),
    hide: defineAction({
      for: "moderators",
      answer: "edit",
      run: async (context) => hiddenReply(context.view),
    }),
  },

  run: (context) => showList(context, { kind: context.options.kind, search: context.options.search }, 0),
});

async function showList(context: CommandContext, filter: TrendFilter, page: number): Promise<Reply> {
  const list = await listTrends(context, filter, page);
  return trendingReply(list.page, list.names, context.view);
}

/** What leads back to the list an entry was opened from. */
function listState(state: ActionState): ActionState {
  const { kind, search } = state;
  return {
    ...(kind !== undefined && { kind }),
    ...(search !== undefined && { search }),
    page: numberIn(state, "page"),
  };
}

function filterOf({ kind, search }: ActionState): TrendFilter {
  return { kind: toTrendChoice(kind), search: typeof search === "string" ? search : undefined };
}
