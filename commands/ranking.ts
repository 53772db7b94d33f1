import { anyones, own } from "../src/features/kit/command/define-command.ts";
import { capabilities } from "../src/features/kit/command/capabilities.ts";
import { takenBackReply } from "../src/features/kit/view/shared-replies.ts";
import { defineCommand } from "../src/features/ranking/services.ts";
import { leaveRanking, withRanking } from "../src/features/ranking/show-ranking.ts";
import { rankingCalls, type RankingPeriod, rankingPeriods } from "../src/features/kit/view/calls/ranking.ts";
import {
  askToShareRankingReply,
  rankingReply,
  sharedRankingReply,
} from "../src/features/ranking/view/ranking.ts";
import { choice, text } from "../src/discord/command/options.ts";

const STAT_LENGTH = 100;

export default defineCommand({
  name: "ranking",
  capability: capabilities.stats,
  of: "account",
  isAboutOthers: true,
  visibility: "private",
  options: { stat: text({ maxLength: STAT_LENGTH }), period: choice(rankingPeriods) },
  calls: rankingCalls,
  controls: {
    show: (context) => withRanking(context, context.state, (view) => rankingReply(view, context.view)),
    mine: {
      ...anyones,
      run: (context) => withRanking(context, context.state, (view) => rankingReply(view, context.view)),
    },
    stat: (context) =>
      withRanking(context, { ...context.state, stat: context.chosen }, (view) =>
        rankingReply(view, context.view),
      ),
    period: (context) =>
      withRanking(context, { ...context.state, period: periodIn(context.chosen) }, (view) =>
        rankingReply(view, context.view),
      ),
    async leave(context) {
      await leaveRanking(context);
      return withRanking(context, context.state, (view) => rankingReply(view, context.view, true));
    },
    share: (context) =>
      withRanking(context, context.state, (view) => askToShareRankingReply(view, context.view)),
    post: {
      ...own,
      answer: "public",
      run: (context) => withRanking(context, context.state, (view) => sharedRankingReply(view, context.view)),
    },
    takeBack: async (context) => takenBackReply(context.view),
  },

  run: (context) => withRanking(context, context.options, (view) => rankingReply(view, context.view)),
});

function periodIn(chosen: string | undefined): RankingPeriod | undefined {
  return rankingPeriods.find((period) => period === chosen);
}
