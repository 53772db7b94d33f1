import { md } from "../../../base/markdown.ts";
import { actionButton, divider, text as textOf, reply } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { ViewContext } from "../../kit/view/view-context.ts";
import { buttonRow, notice } from "../../kit/view/parts.ts";
import { postedReply } from "../../kit/view/share.ts";
import { statsContent } from "./stats.ts";
import type { StatsView } from "./controls.ts";
import { statName } from "../../kit/view/stat-words.ts";
import { statsCalls } from "./calls.ts";

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
