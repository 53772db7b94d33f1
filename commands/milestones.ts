import { anyones, copied } from "../src/features/kit/command/define-command.ts";
import { listMilestones, showMilestone } from "../src/features/milestones/milestones.ts";
import { withOwnData } from "../src/features/kit/own-data/with-own-data.ts";
import { milestonesForMe } from "../src/features/progress/milestones-for-me.ts";
import { readOwnProgress } from "../src/features/progress/read-progress.ts";
import { show } from "../src/discord/command/options.ts";
import type { Reply } from "../src/discord/reply/reply.ts";
import { milestonesReply } from "../src/features/milestones/view/milestones.ts";
import { milestonesForMeReply } from "../src/features/progress/view/milestones-for-me.ts";
import { noProgressReply } from "../src/features/kit/view/own-data.ts";
import { milestonesCalls } from "../src/features/kit/view/calls/milestones.ts";
import { capabilities } from "../src/features/kit/command/capabilities.ts";
import { viewForReader } from "../src/features/kit/settings/member-zone.ts";
import { defineCommand, type ActionContext } from "../src/features/kit/own-data/own-accounts.ts";

export default defineCommand({
  name: "milestones",
  capability: capabilities.milestones,
  visibility: "public",
  isReadOnly: true,
  options: { show: show() },
  calls: milestonesCalls,
  controls: {
    page: {
      ...copied,
      async run(context) {
        const { page, names } = await listMilestones(context, context.state.page);
        return milestonesReply(page, { ...(await viewForReader(context)), names });
      },
    },
    open: {
      ...copied,
      run: (context) =>
        showMilestone(context, context.chosen ?? context.state.milestone ?? "", context.state.page),
    },
    mine: { ...anyones, run: showMine },
  },

  async run(context) {
    // What draws starts while the entries are on their way.
    context.view.cards?.prepare("perhaps");
    const { page, names } = await listMilestones(context, 0);
    return milestonesReply(page, { ...(await viewForReader(context)), names });
  },
});

/** How whoever pressed stands to what is on. */
function showMine(context: ActionContext<typeof milestonesCalls.mine>): Promise<Reply> {
  return withOwnData(context, "milestones", async (own) => {
    const progress = await readOwnProgress(context, own);
    const view = context.view;
    if (progress.state !== "shown") return noProgressReply(progress.state, view);
    const { mine, names } = await milestonesForMe(context, progress, context.state.page);
    return milestonesForMeReply(mine, { ...view, names });
  });
}
