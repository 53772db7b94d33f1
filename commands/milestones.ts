import { defineAction, defineCommand } from "../src/app/define-command.ts";
import { lookOf } from "../src/app/look.ts";
import { listMilestones, openMilestone } from "../src/app/milestones.ts";
import { numberIn } from "../src/app/state.ts";
import { MilepostError } from "../src/base/errors.ts";
import { show } from "../src/discord/options.ts";
import { milestoneGoneReply, milestoneReply, milestonesReply } from "../src/views/milestones.ts";

export default defineCommand({
  name: "milestones",
  visibility: "public",
  options: { show: show() },
  actions: {
    page: defineAction({
      for: "owner",
      others: "copy",
      answer: "edit",
      async run(context) {
        const { page, names } = await listMilestones(context, numberIn(context.state, "page"));
        return milestonesReply(page, names, lookOf(context));
      },
    }),
    open: defineAction({
      for: "owner",
      others: "copy",
      answer: "edit",
      async run(context) {
        const page = numberIn(context.state, "page");
        const opened = await openMilestone(context, toHash(context.chosen));
        if (opened === undefined) return milestoneGoneReply(page, lookOf(context));
        const { names, ...view } = opened;
        return milestoneReply({ ...view, page }, names, lookOf(context));
      },
    }),
  },

  async run(context) {
    const { page, names } = await listMilestones(context, 0);
    return milestonesReply(page, names, lookOf(context));
  },
});

function toHash(chosen: string | undefined): number {
  if (chosen === undefined || !/^\d{1,10}$/.test(chosen)) {
    throw new MilepostError("bad-input", { reason: "not a milestone" });
  }
  return Number(chosen);
}
