import { anyones, copied, defineCommand, moderators } from "../src/features/kit/command/define-command.ts";
import { listTrends, namedExactly } from "../src/features/trending/list-trends.ts";
import { showTrend } from "../src/features/trending/open-trend.ts";
import { suggestTitles } from "../src/features/trending/suggest-titles.ts";
import { choice, show, text } from "../src/discord/command/options.ts";
import type { Reply } from "../src/discord/reply/reply.ts";
import { type TrendFilter, trendChoices } from "../src/game/trend-search.ts";
import { hiddenReply, reportReply } from "../src/features/kit/view/shared-replies.ts";
import { trendingReply } from "../src/features/trending/view/list.ts";
import type { CommandContext } from "../src/features/kit/command/command-context.ts";
import { trendingCalls } from "../src/features/trending/view/calls.ts";
import { capabilities } from "../src/features/kit/command/capabilities.ts";
import { viewForReader } from "../src/features/kit/settings/member-zone.ts";

const SEARCH_LENGTH = 100;

export default defineCommand({
  name: "trending",
  capability: capabilities.trending,
  visibility: "public",
  isReadOnly: true,
  options: {
    kind: choice(trendChoices),
    search: text({ maxLength: SEARCH_LENGTH, autocomplete: suggestTitles }),
    show: show(),
  },
  calls: trendingCalls,
  controls: {
    page: { ...copied, run: (context) => showList(context, context.state, context.state.page) },
    open: {
      ...copied,
      run: (context) => {
        const { kind, search, page, entry, part } = context.state;
        return showTrend(context, context.chosen ?? entry, { list: { kind, search, page }, part });
      },
    },
    report: {
      ...anyones,
      isReadOnly: true,
      run: async (context) => reportReply({ contact: context.operator.contact }, context.view),
    },
    hide: { ...moderators, run: async (context) => hiddenReply(context.view) },
  },

  async run(context) {
    const { kind, search } = context.options;
    // What draws starts while the entries are on their way.
    context.view.cards?.prepare("perhaps");
    const { page, names } = await listTrends(context, { kind, search }, 0);
    const entry = namedExactly(page, names);
    if (entry === undefined) return trendingReply(page, { ...(await viewForReader(context)), names });
    return showTrend(context, entry, { list: { kind, search, page: 0 }, part: 0 });
  },
});

async function showList(context: CommandContext, filter: TrendFilter, page: number): Promise<Reply> {
  const list = await listTrends(context, filter, page);
  return trendingReply(list.page, { ...(await viewForReader(context)), names: list.names });
}
